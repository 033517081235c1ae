import type { Delivery, DeliveryDetail } from '@svc/contract/webhooks/deliveries';
import type { Webhook } from '@svc/contract/webhooks/webhooks';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startWebhookServer, type WebhookServer } from '../../../../test/webhook-server.ts';

let server: WebhookServer;
beforeAll(async () => {
  server = await startWebhookServer();
});
afterAll(() => server.stop());

/** Creates a webhook at a path of the receiver, which no other test uses. */
async function createWebhook(path: string, ...flags: string[]): Promise<Webhook> {
  const address = server.receiver.url + path;
  const args = ['webhooks', 'create', address, '--event', 'test.flaky', ...flags, '--json'];
  const { stdout, stderr } = await server.svc(...args);
  expect(stderr).toBe('');
  return JSON.parse(stdout) as Webhook;
}

it('sends a signed test event, and waits for its answer', async () => {
  const { id } = await createWebhook('/test', '--generate-secret');
  const run = await server.svc('webhooks', 'test', id);
  expect(run).toMatchObject({ status: 0, stderr: '' });
  expect(run.stdout).toMatch(/^✓ delivered: 204 in \d+ ms\n$/);
  const [request] = server.receiver.received.filter(({ path }) => path === '/test');
  expect(JSON.parse(request?.body ?? '')).toMatchObject({ type: 'webhook.test' });
  expect(request?.headers['webhook-signature']).toMatch(/^v1,/);
});

it('exits with 1 when a test does not arrive, and shows the answer', async () => {
  server.receiver.answers.set('/down', { status: 503, body: 'the database\nis down' });
  const { id } = await createWebhook('/down');
  const run = await server.svc('webhooks', 'test', id);
  expect(run).toMatchObject({ status: 1, stderr: '' });
  const stable = run.stdout
    .replace(/follows (?:in \d+ s|now)/, 'follows SOON')
    .replaceAll(/\d+ m?s\b/g, 'N s')
    .replaceAll(/[0-9a-f]{8}/g, 'SHORT-ID');
  expect(`\n${stable}`).toMatchInlineSnapshot(`
    "
    ✗ not delivered: 503 in N s
      the database
      is down
    Attempt 1 of 10. The next one follows SOON.
    See it: svc webhooks deliveries SHORT-ID SHORT-ID
    "
  `);
  const list = await server.svc('webhooks');
  expect(list.stdout).toContain(`! failing  ${server.receiver.url}/down `);
});

it('does not wait with --no-wait', async () => {
  const { id } = await createWebhook('/no-wait');
  const run = await server.svc('webhooks', 'test', id, '--no-wait');
  expect(run).toMatchObject({ status: 0, stderr: '' });
  expect(run.stdout).toMatch(/^◌ queued\n/);
  const json = await server.svc('webhooks', 'test', id, '--no-wait', '--json');
  expect(JSON.parse(json.stdout)).toMatchObject({ status: 'pending', eventType: 'webhook.test' });
});

it('says how many waiting deliveries fail when a webhook is turned off', async () => {
  server.receiver.answers.set('/waiting', { status: 503 });
  const { id } = await createWebhook('/waiting');
  await server.svc('webhooks', 'test', id);
  const off = await server.svc('webhooks', 'update', id, '--off');
  expect(off.stdout).toMatch(
    /^✓ turned off\n[^]*\n1 delivery waited for the next attempt, and failed with it\.\n/,
  );
  const { stdout } = await server.svc('webhooks', 'deliveries', id, '--status', 'failed', '--json');
  expect((JSON.parse(stdout) as { items: unknown[] }).items).toHaveLength(1);
  const again = await server.svc('webhooks', 'update', id, '--off');
  expect(again.stdout).not.toContain('waited');
});

it('refuses a filter that is set and taken off at once', async () => {
  for (const flags of [
    ['--branch', 'main', '--no-branch'],
    ['--no-branch', '--branch', 'main'],
  ]) {
    expect(await server.svc('webhooks', 'update', 'a91c44de', ...flags)).toEqual({
      status: 2,
      stdout: '',
      stderr: 'svc: --branch and --no-branch cannot be combined\ntry: leave out one of them\n',
    });
  }
});

it('says how a webhook is turned on that a receiver turned off', async () => {
  server.receiver.answers.set('/gone', { status: 410 });
  const { id } = await createWebhook('/gone');
  const short = id.slice(-8);
  const run = await server.svc('webhooks', 'test', short);
  expect(run.status).toBe(1);
  expect(run.stdout).toMatch(
    /^✗ not delivered: 410 in \d+ ms\nNo further attempt follows\.\nSee it: /,
  );
  const shown = await server.svc('webhooks', 'show', short);
  expect(shown.stdout).toContain(': the receiver answered 410 (gone)\n');
  expect(await server.svc('webhooks', 'test', short)).toEqual({
    status: 2,
    stdout: '',
    stderr: `svc: the webhook ${server.receiver.url}/gone is off\ntry: svc webhooks update ${short} --on\n`,
  });
  const on = await server.svc('webhooks', 'update', short, '--on');
  expect(on.stdout).toMatch(/^✓ turned on\n✓ active {2}/);
});

it('lists deliveries, and shows one with its attempts', async () => {
  server.receiver.answers.set('/shown', {
    status: 500,
    headers: { 'x-note': 'a' },
    body: '\u001b[2Jno \u202egood',
  });
  const { id } = await createWebhook('/shown');
  await server.svc('webhooks', 'test', id);
  const list = await server.svc('webhooks', 'deliveries', id);
  expect(list).toMatchObject({ status: 0, stderr: '' });
  expect(list.stdout).toMatch(
    /^ID {8}STATUS .*\n[0-9a-f]{8} {2}◌ pending {2}500 {5}webhook\.test {2}/,
  );
  const none = await server.svc('webhooks', 'deliveries', id, '--status', 'delivered');
  expect(none.stdout).toMatch(/^No deliveries match\./);
  const one = await server.svc('webhooks', 'deliveries', id, 'latest');
  expect(one.stdout).toContain('"type": "webhook.test"');
  expect(one.stdout).toContain('  x-note: a\n');
  expect(one.stdout).toContain(String.raw`no \u202egood`);
  expect(one.stdout).not.toContain('\u001b');
  const json = await server.svc('webhooks', 'deliveries', id, 'latest', '--json');
  expect(JSON.parse(json.stdout)).toMatchObject({ responseStatus: 500, attempts: [{ number: 1 }] });
});

it('delivers one event again, under the same id', async () => {
  const { id } = await createWebhook('/again');
  await server.svc('webhooks', 'test', id);
  const run = await server.svc('webhooks', 'redeliver', id, 'latest');
  expect(run).toMatchObject({ status: 0, stderr: '' });
  expect(run.stdout).toMatch(/^✓ webhook\.test delivered: 204 in \d+ ms\n$/);
  const ids = server.receiver.received
    .filter(({ path }) => path === '/again')
    .map(({ headers }) => headers['webhook-id']);
  expect(ids).toEqual([ids[0], ids[0]]);
});

it('delivers all again that failed, and only these', async () => {
  const { answers, received, url } = server.receiver;
  const { id } = await createWebhook('/all-failed');
  await server.svc('webhooks', 'test', id);
  answers.set('/all-failed', { status: 410 });
  for (let count = 0; count < 2; count++) {
    await server.svc('webhooks', 'update', id, '--on');
    await server.svc('webhooks', 'test', id);
  }
  answers.delete('/all-failed');
  await server.svc('webhooks', 'update', `${url}/all-failed`, '--on');
  const before = received.filter(({ path }) => path === '/all-failed').length;
  const run = await server.svc('webhooks', 'redeliver', id, '--failed', '--since', '1h');
  expect(run).toMatchObject({ status: 0, stderr: '' });
  expect(run.stdout).toBe(
    `✓ 2 deliveries queued again\nSee them: svc webhooks deliveries ${id.slice(-8)}\n`,
  );
  await expect
    .poll(() => received.filter(({ path }) => path === '/all-failed').length, { timeout: 15_000 })
    .toBe(before + 2);
  const none = await server.svc('webhooks', 'redeliver', id, '--failed', '-q');
  expect(none.stdout).toBe('no delivery failed in the last 24h\n');
});

it('finds a delivery by part of its id', async () => {
  const { id } = await createWebhook('/part');
  const { stdout } = await server.svc('webhooks', 'test', id, '--json');
  const delivery = JSON.parse(stdout) as Delivery;
  const args = ['webhooks', 'deliveries', id];
  for (const part of [delivery.id, delivery.id.slice(-8), delivery.id.slice(0, 23)]) {
    const one = await server.svc(...args, part, '--json');
    expect((JSON.parse(one.stdout) as DeliveryDetail).id).toBe(delivery.id);
  }
  const short = id.slice(-8);
  for (const unknown of ['zzzz', '0193a1b2-0000-7000-8000-000000000001']) {
    expect(await server.svc(...args, unknown)).toEqual({
      status: 2,
      stdout: '',
      stderr: `svc: no delivery '${unknown}' of webhook ${short}\ntry: svc webhooks deliveries ${short}\n`,
    });
  }
});
