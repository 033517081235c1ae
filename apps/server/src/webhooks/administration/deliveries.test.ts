import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeOwnApp, type TestApp } from '../../../test/app.ts';
import { call, refusal } from '../../../test/procedures.ts';
import { signInAs } from '../../../test/sign-in-as.ts';
import { endWaitingDeliveries } from '../delivery/pausing.queries.ts';

let server: TestApp;
beforeAll(async () => {
  server = await makeOwnApp({ because: 'ends the waiting deliveries of all organizations' });
});
afterAll(() => server.close());

let organizationId: string;
let admin: string;
beforeEach(async () => {
  ({ organizationId } = await server.makeOrganization(randomUUID()));
  ({ token: admin } = await signInAs(server, organizationId, 'admin'));
});

const URL_OF_HOOK = 'https://hooks.acme.test/svc?room=1';
const create = (facts: object = {}) =>
  call(server, admin, 'webhooks.create', { url: URL_OF_HOOK, events: ['*'], ...facts });
const edit = (id: string, change: object) =>
  call(server, admin, 'webhooks.edit', { id, ...change });

const store = (id: string, columns: string) =>
  server.deps.database.query(`UPDATE webhook_deliveries SET ${columns} WHERE id = $1`, [id]);
const attempt = (id: string, number: number) =>
  server.deps.database.query(
    `INSERT INTO webhook_attempts (organization_id, delivery_id, number, at, duration_ms, response_status,
                                   request_headers, response_headers, response_body, response_truncated)
     VALUES ($1, $2, $3, now(), 5, 500, '{"webhook-id": "x"}', '{}', 'broken', false)`,
    [organizationId, id, number],
  );

it('queues a test and delivers again, but not while it is off', async () => {
  const { id } = await create({ events: ['execution.failed'] });
  const test = await call(server, admin, 'webhooks.test', { id });
  expect(test).toMatchObject({
    eventType: 'webhook.test',
    status: 'pending',
    attempt: 0,
    attemptsMost: 10,
    request: { headers: {}, truncated: false },
    response: null,
  });
  expect(JSON.parse(test.request.body)).toMatchObject({
    type: 'webhook.test',
    data: { webhookId: id, url: 'http://svc.test/settings/webhooks' },
  });
  await edit(id, { active: false });
  const [failed] = (await call(server, admin, 'webhooks.deliveries', { id })).items;
  expect(failed).toMatchObject({
    id: test.id,
    status: 'failed',
    error: 'the webhook was turned off',
  });
  const query = { id, deliveryId: test.id };
  const off = { status: 409, message: `The webhook '${URL_OF_HOOK}' is off. Turn it on first.` };
  expect(await refusal(server, admin, 'webhooks.redeliver', query)).toEqual(off);
  expect(await refusal(server, admin, 'webhooks.test', { id })).toEqual(off);
  await edit(id, { active: true });
  const again = await call(server, admin, 'webhooks.redeliver', query);
  expect(again).toMatchObject({
    id: test.id,
    eventId: test.eventId,
    status: 'pending',
    error: null,
  });
  expect(await call(server, admin, 'webhooks.delivery', query)).toMatchObject({
    id: test.id,
    attempts: [],
  });
});

it('lists deliveries in pages, by status and event', async () => {
  const { id } = await create();
  for (let count = 0; count < 5; count++) await call(server, admin, 'webhooks.test', { id });
  const seen: string[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const page: { items: { id: string }[]; nextCursor: string | null } = await call(
      server,
      admin,
      'webhooks.deliveries',
      { id, limit: 2, ...(cursor === '' ? {} : { cursor }) },
    );
    seen.push(...page.items.map((item) => item.id));
    cursor = page.nextCursor;
  }
  expect(new Set(seen).size).toBe(5);
  const countOf = async (filter: object) =>
    (await call(server, admin, 'webhooks.deliveries', { id, ...filter })).items.length;
  expect(await countOf({ status: ['pending'] })).toBe(5);
  expect(await countOf({ status: ['failed'] })).toBe(0);
  expect(await countOf({ status: ['failed', 'pending'] })).toBe(5);
  expect(await countOf({ event: ['test.flaky', 'webhook.test'] })).toBe(5);
  expect(await countOf({ event: ['test.flaky'] })).toBe(0);
});

describe('a delivery', () => {
  it('shows the answer before while the next attempt is out, and after a crash', async () => {
    const { id } = await create();
    const { id: deliveryId } = await call(server, admin, 'webhooks.test', { id });
    await attempt(deliveryId, 1);
    const read = () => call(server, admin, 'webhooks.delivery', { id, deliveryId });
    const answer = { request: { headers: { 'webhook-id': 'x' } }, response: { body: 'broken' } };
    await store(deliveryId, `attempts = 2, step = 1, due_at = now() + interval '20 seconds'`);
    expect(await read()).toMatchObject({ ...answer, nextAttemptAt: null, attemptsMost: 10 });
    await store(deliveryId, `due_at = now() - interval '1 second'`);
    expect(await read()).toMatchObject({ ...answer, nextAttemptAt: expect.any(String) });
  });

  it('gets all attempts again, also if the next one was due', async () => {
    const { id } = await create();
    const { id: deliveryId } = await call(server, admin, 'webhooks.test', { id });
    await attempt(deliveryId, 9);
    await store(deliveryId, `attempts = 9, step = 9, due_at = now() - interval '1 hour'`);
    const again = await call(server, admin, 'webhooks.redeliver', { id, deliveryId });
    expect(again.attemptsMost - again.attempt).toBe(10);
  });

  it('goes out before all others when a person asked for it', async () => {
    const { id } = await create();
    await call(server, admin, 'webhooks.test', { id });
    await store(
      (await call(server, admin, 'webhooks.deliveries', { id })).items[0]?.id ?? '',
      'due_at = now()',
    );
    const { id: second } = await call(server, admin, 'webhooks.test', { id });
    const rows = await server.deps.database.query<{ id: string }>(
      'SELECT id FROM webhook_deliveries WHERE webhook_id = $1 ORDER BY due_at',
      [id],
    );
    expect(rows[0]?.id).toBe(second);
  });

  it('is not queued for a webhook that is turned off at the same moment', async () => {
    const { id } = await create();
    let asked: Promise<unknown> = Promise.resolve();
    await server.deps.database.transaction(async (transaction) => {
      await transaction.query('UPDATE webhooks SET active = false WHERE id = $1', [id]);
      asked = refusal(server, admin, 'webhooks.test', { id });
      await sleep(100);
    });
    expect(await asked).toMatchObject({ status: 409 });
  });
});

it('are ended by the job if they still wait for a webhook that is off, and deleted with it', async () => {
  const { id } = await create();
  await call(server, admin, 'webhooks.test', { id });
  await server.deps.database.query('UPDATE webhooks SET active = false WHERE id = $1', [id]);
  expect(await endWaitingDeliveries(server.deps.database)).toBe(1);
  const [ended] = (await call(server, admin, 'webhooks.deliveries', { id })).items;
  expect(ended).toMatchObject({ status: 'failed', error: 'the webhook was turned off' });
  await call(server, admin, 'webhooks.delete', { id });
  const rows = 'SELECT 1 FROM webhook_deliveries WHERE webhook_id = $1';
  expect(await server.deps.database.query(rows, [id])).toEqual([]);
});

it('that arrive while their webhook is turned off count as delivered', async () => {
  const { id } = await create();
  const { id: deliveryId } = await call(server, admin, 'webhooks.test', { id });
  let turnedOff: Promise<unknown> = Promise.resolve();
  await server.deps.database.transaction(async (recording) => {
    await recording.query(
      `UPDATE webhook_deliveries SET status = 'delivered', due_at = NULL WHERE id = $1`,
      [deliveryId],
    );
    turnedOff = edit(id, { active: false });
    await sleep(200);
  });
  await turnedOff;
  const read = await call(server, admin, 'webhooks.delivery', { id, deliveryId });
  expect(read).toMatchObject({ status: 'delivered', error: null });
});
