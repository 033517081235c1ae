import { randomUUID } from 'node:crypto';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeOwnApp, type TestApp } from '../../../test/app.ts';
import { inDays } from '../../../test/clock.ts';
import {
  openReceiver,
  type ReceivedRequest,
  type Receiver,
  type Reply,
} from '../../../test/webhooks/receiver.ts';
import {
  analysisEvent,
  deliver,
  makeWebhook,
  publish,
} from '../../../test/webhooks/make-webhook.ts';
import { startPostgresProxy } from '../../../test/failures/postgres-proxy.ts';
import { openDatabase } from '../../db/connections/database.ts';
import { createScope } from '../../db/scope.ts';
import { listNotices } from '../notices/notices.service.ts';
import { recordsOf } from '../../db/models/records.ts';
import { Webhook } from '../../db/models/webhook.ts';
import { NO_ANSWER } from '../sending/send-request.ts';
import { claimDeliveries } from './claims.queries.ts';
import { recordOutcomes } from './record-outcomes.ts';
import { deleteOldDeliveries } from './old-deliveries.queries.ts';
import { startDelivering, type Delivering } from './start-delivering.ts';

let server: TestApp;
beforeAll(async () => {
  server = await makeOwnApp({
    because: 'delivers the events of all organizations',
    env: { SVC_WEBHOOK_ALLOW_PRIVATE: 'true' },
  });
});
afterAll(() => server.close());

let organizationId: string;
const opened: { close(): Promise<void> }[] = [];
beforeEach(async () => {
  ({ organizationId } = await server.makeOrganization(randomUUID()));
});
afterEach(async () => {
  for (const one of opened.splice(0).toReversed()) await one.close();
  // Deletes deliveries of other tests, whose receivers are closed.
  await server.deps.database.query('DELETE FROM webhooks');
});

async function receiver(reply?: Reply): Promise<Receiver> {
  const made = await openReceiver(reply);
  opened.push(made);
  return made;
}

function delivering(): Delivering {
  const started = deliver(server.deps);
  opened.push({ close: () => started.stop(1_000) });
  return started;
}

const webhook = (facts: Parameters<typeof makeWebhook>[2]) =>
  makeWebhook(server.deps, organizationId, facts);
const event = (facts?: Parameters<typeof analysisEvent>[1]) => analysisEvent(server.deps, facts);
const send = (...events: ReturnType<typeof event>[]) =>
  publish(server.deps, organizationId, events);

interface StoredDelivery {
  status: string;
  attempts: number;
  step: number;
  response_status: number | null;
  error: string | null;
  due_in: number | null;
}
const deliveriesOf = (webhookId: string) =>
  server.deps.database.query<StoredDelivery>(
    `SELECT status, attempts, step, response_status, error,
            extract(epoch FROM due_at - clock_timestamp())::float8 AS due_in
     FROM webhook_deliveries
     WHERE organization_id = $1 AND webhook_id = $2
     ORDER BY id`,
    [organizationId, webhookId],
  );
const statusesOf = async (webhookId: string) =>
  (await deliveriesOf(webhookId)).map(({ status }) => status);

/** Waits for the background work. Far longer than it takes, for a busy machine. */
const eventually = <Value>(read: () => Value) => expect.poll(read, { timeout: 12_000 });

/** Makes what waits for another attempt due now. */
async function makeDue(webhookId: string): Promise<void> {
  await unblock(webhookId);
  await server.deps.database.query(
    `UPDATE webhook_deliveries SET due_at = statement_timestamp() WHERE webhook_id = $1 AND due_at IS NOT NULL`,
    [webhookId],
  );
}

async function unblock(webhookId: string): Promise<void> {
  await server.deps.database.query(
    'UPDATE webhook_health SET blocked_until = NULL WHERE webhook_id = $1',
    [webhookId],
  );
}

async function failingSince(webhookId: string, days: number): Promise<void> {
  await server.deps.database.query(
    `INSERT INTO webhook_health (organization_id, webhook_id, consecutive_failures, failing_since)
     VALUES ($1, $2, 1, $3)
     ON CONFLICT (organization_id, webhook_id) DO UPDATE SET failing_since = $3`,
    [organizationId, webhookId, inDays(-days)],
  );
}

async function healthOf(webhookId: string) {
  const [row] = await server.deps.database.query<{
    consecutive_failures: number;
    blocked_in: number | null;
  }>(
    `SELECT consecutive_failures, extract(epoch FROM blocked_until - clock_timestamp())::float8 AS blocked_in
     FROM webhook_health WHERE webhook_id = $1`,
    [webhookId],
  );
  return row;
}

const scope = () => createScope(server.deps.database, organizationId);
const webhookRow = (id: string) => recordsOf(scope(), Webhook).findOne({ id });
const auditOf = (webhookId: string) =>
  server.deps.database.query(
    'SELECT action, actor_kind, target, details FROM audit_log WHERE organization_id = $1 AND target_id = $2',
    [organizationId, webhookId],
  );

/** Verifies a request with a secret that is plain text. */
function verifies(
  secret: string,
  { headers, body }: Pick<ReceivedRequest, 'headers' | 'body'>,
): void {
  const key = Buffer.from(secret).toString('base64');
  new StandardWebhook(key).verify(body, headers as Record<string, string>);
}

describe('a delivery', () => {
  it('arrives with a signature over its exact bytes, which the library of the standard verifies', async () => {
    const secret = `whsec_${Buffer.from('a secret of 24 bytes....').toString('base64')}`;
    const { url, requests } = await receiver();
    const id = await webhook({ url, secret });
    delivering();
    const sent = event();
    await send(sent);
    await eventually(() => statusesOf(id)).toEqual(['delivered']);
    const [request] = requests;
    const headers = request?.headers as Record<string, string>;
    const body = new StandardWebhook(secret).verify(request?.body ?? '', headers);
    const { executionId } = sent.data as { executionId: string };
    expect(body).toMatchObject({
      type: 'analysis.completed',
      data: { ...sent.data, url: `http://svc.test/executions/${executionId}` },
    });
  });

  it('is signed with both secrets during a rotation', async () => {
    const { url, requests } = await receiver();
    await webhook({
      url,
      secret: 'the new one',
      previousSecret: 'the one before',
      previousSecretUntil: inDays(1),
    });
    await webhook({
      url,
      secret: 'the new one',
      previousSecret: 'the one before',
      previousSecretUntil: inDays(-1),
    });
    delivering();
    await send(event());
    await eventually(() => requests.length).toBe(2);
    const signatures = requests.map(({ headers }) => String(headers['webhook-signature']));
    expect(new Set(signatures.map((text) => text.split(' ').length))).toEqual(new Set([1, 2]));
    for (const { headers, body } of requests) {
      verifies('the new one', { headers, body });
      const isRotating = String(headers['webhook-signature']).includes(' ');
      if (isRotating) verifies('the one before', { headers, body });
    }
  });

  it('to a chat has no signature', async () => {
    const { url, requests } = await receiver();
    await webhook({ url, format: 'slack', shownUrl: 'http://chat.test/…' });
    delivering();
    await send(event());
    await eventually(() => requests.length).toBe(1);
    expect(requests[0]?.headers).not.toHaveProperty('webhook-signature');
  });

  it('is kept with what was sent and answered, without the secret', async () => {
    const { url } = await receiver({ status: 500, headers: { 'x-why': 'a test' }, body: 'nope' });
    const id = await webhook({ url, secret: 'never to be seen' });
    delivering();
    await send(event());
    await eventually(() => deliveriesOf(id)).toMatchObject([{ step: 1 }]);
    const [attempt] = await server.deps.database.query(
      `SELECT number, response_status, error, request_headers, response_headers, response_body
       FROM webhook_attempts WHERE organization_id = $1`,
      [organizationId],
    );
    expect(attempt).toMatchObject({
      number: 1,
      response_status: 500,
      error: null,
      request_headers: {
        'content-type': 'application/json',
        'webhook-signature': expect.stringMatching(/^v1,/),
      },
      response_headers: { 'x-why': 'a test' },
      response_body: 'nope',
    });
    expect(JSON.stringify(attempt)).not.toContain('never to be seen');
  });

  it('fails with advice when the server has another SVC_SECRET', async () => {
    const { url, requests } = await receiver();
    const id = await webhook({ url, keyId: 'another key' });
    delivering();
    await send(event());
    await eventually(() => deliveriesOf(id)).toMatchObject([{ step: 1, status: 'pending' }]);
    const [{ error } = { error: null }] = await deliveriesOf(id);
    expect(error).toMatch(/another SVC_SECRET.*Set the URL and the secret.*SVC_PREVIOUS_SECRET/);
    expect(requests).toEqual([]);
  });
});

describe('a failed attempt', () => {
  const SCHEDULE = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400];

  it('is repeated on schedule under the same id and body, ten times in all', async () => {
    const { url, requests } = await receiver({ status: 500 });
    const id = await webhook({ url });
    const started = delivering();
    await send(event());
    for (const [index, seconds] of SCHEDULE.entries()) {
      await eventually(() => deliveriesOf(id)).toMatchObject([{ step: index + 1 }]);
      const [stored] = await deliveriesOf(id);
      expect(stored).toMatchObject({ status: 'pending', attempts: index + 1 });
      expect(stored?.due_in).toBeGreaterThan(0.9 * seconds - 3);
      expect(stored?.due_in).toBeLessThanOrEqual(1.1 * seconds);
      await makeDue(id);
      started.wake();
    }
    await eventually(() => statusesOf(id)).toEqual(['failed']);
    expect(await deliveriesOf(id)).toMatchObject([{ attempts: 10, due_in: null }]);
    expect(requests).toHaveLength(10);
    expect(new Set(requests.map(({ headers }) => headers['webhook-id']))).toHaveLength(1);
    expect(new Set(requests.map(({ body }) => body))).toHaveLength(1);
  });

  it('waits as long as Retry-After asks, and so does everything else for the endpoint', async () => {
    const { url, requests } = await receiver({ status: 503, headers: { 'retry-after': '3600' } });
    const id = await webhook({ url });
    delivering();
    await send(event());
    await eventually(() => deliveriesOf(id)).toMatchObject([{ step: 1 }]);
    const [first] = await deliveriesOf(id);
    expect(first?.due_in).toBeGreaterThan(3_500);
    await send(event());
    const other = await receiver();
    const otherId = await webhook({ url: other.url });
    await send(event());
    await eventually(() => statusesOf(otherId)).toEqual(['delivered']);
    expect(requests).toHaveLength(1);
    expect((await deliveriesOf(id)).map(({ attempts }) => attempts)).toEqual([1, 0, 0]);
  });

  it('with 410 turns the webhook off, ends what waits, and is audited and shown to members', async () => {
    const { url, requests } = await receiver({ status: 410 });
    const id = await webhook({ url, description: `Team\n\u202E${'x'.repeat(500)}` });
    await send(event(), event());
    await server.deps.database.query(
      `UPDATE webhook_deliveries SET due_at = statement_timestamp() + interval '1 hour'
       WHERE id = (SELECT max(id::text)::uuid FROM webhook_deliveries WHERE webhook_id = $1)`,
      [id],
    );
    delivering();
    await eventually(() => webhookRow(id)).toMatchObject({ active: false, pauseReason: 'gone' });
    expect(await deliveriesOf(id)).toMatchObject([
      { status: 'failed', response_status: 410, error: null, due_in: null },
      { status: 'failed', attempts: 0, error: 'the webhook was turned off', due_in: null },
    ]);
    expect(await auditOf(id)).toEqual([
      { action: 'webhook.paused', actor_kind: 'server', target: url, details: { reason: 'gone' } },
    ]);
    const { items } = await listNotices(server.deps, scope());
    expect(items).toMatchObject([{ kind: 'webhook-paused', severity: 'warning' }]);
    expect(items[0]?.message).toMatch(
      /^The webhook “Team x+…x+” was turned off on \d+ \w+ \d{4}: the receiver answered 410 \(gone\)\.$/u,
    );
    await send(event());
    expect(await deliveriesOf(id)).toHaveLength(2);
    expect(requests).toHaveLength(1);
  });

  it('after 5 days of nothing but failures turns the webhook off', async () => {
    const { url } = await receiver({ status: 500 });
    const id = await webhook({ url, updatedAt: inDays(-9) });
    await failingSince(id, 4.9);
    const started = delivering();
    await send(event());
    await eventually(() => deliveriesOf(id)).toMatchObject([{ step: 1 }]);
    expect(await webhookRow(id)).toMatchObject({ active: true });
    await failingSince(id, 5.1);
    await makeDue(id);
    started.wake();
    await eventually(() => webhookRow(id)).toMatchObject({ pauseReason: 'failing' });
    expect(await auditOf(id)).toMatchObject([{ details: { reason: 'failing' } }]);
    const { items } = await listNotices(server.deps, scope());
    expect(items[0]?.message).toContain('5 days of nothing but failures');
    expect(items[0]?.message).toContain(`“${url}”`);
  });
});

it('leaves a webhook on if nothing was tried between two failures that are days apart', async () => {
  const { url } = await receiver({ status: 500 });
  const id = await webhook({ url });
  await server.deps.database.query(
    `INSERT INTO webhook_health (organization_id, webhook_id, consecutive_failures, failing_since, last_attempt_at)
     VALUES ($1, $2, 1, $3, $3)`,
    [organizationId, id, inDays(-6)],
  );
  delivering();
  await send(event());
  await eventually(() => deliveriesOf(id)).toMatchObject([{ step: 1 }]);
  expect(await webhookRow(id)).toMatchObject({ active: true });
});

it('counts an outcome once, although it is recorded again', async () => {
  const id = await webhook({ url: 'http://127.0.0.1:1/' });
  await send(event());
  const claims = await claimDeliveries(scope(), {
    webhooks: [{ webhookId: id, places: 1 }],
    leaseSeconds: 30,
  });
  const outcomes = claims.map((delivery) => ({
    delivery,
    at: server.deps.clock.now(),
    isProbe: false,
    requestHeaders: {},
    answer: { ...NO_ANSWER, status: 500, body: 'broken', headers: {} },
  }));
  for (const _ of ['first', 'again']) {
    await scope().transaction((transaction) =>
      recordOutcomes(transaction, outcomes, server.deps.random),
    );
  }
  expect(await deliveriesOf(id)).toMatchObject([{ attempts: 1, step: 1 }]);
  expect(await healthOf(id)).toMatchObject({ consecutive_failures: 1 });
});

describe('an endpoint that fails five times in a row', () => {
  it('is blocked, then tried with one request at a time, and gets everything once that arrives', async () => {
    const endpoint = await receiver({ status: 500 });
    const id = await webhook({ url: endpoint.url });
    await send(...Array.from({ length: 12 }, () => event()));
    delivering();
    await eventually(() => healthOf(id)).toMatchObject({ consecutive_failures: 5 });
    expect(endpoint.requests).toHaveLength(5);
    const blocked = await healthOf(id);
    expect(blocked?.blocked_in).toBeGreaterThan(0);
    expect(blocked?.blocked_in).toBeLessThanOrEqual(5.5);
    const untried = (await deliveriesOf(id)).filter(({ attempts }) => attempts === 0);
    expect(untried).toHaveLength(7);

    await unblock(id);
    await eventually(() => healthOf(id)).toMatchObject({ consecutive_failures: 6 });
    expect(endpoint.requests).toHaveLength(6);
    const longer = await healthOf(id);
    expect(longer?.blocked_in).toBeGreaterThan(6);
    expect(longer?.blocked_in).toBeLessThanOrEqual(11);

    endpoint.reply = { status: 200 };
    await makeDue(id);
    await unblock(id);
    await eventually(() => statusesOf(id)).toEqual(Array(12).fill('delivered'));
    expect(await healthOf(id)).toMatchObject({ consecutive_failures: 0, blocked_in: null });
  });
});

it('records an answer that came while the database was away, and does not send the event again', async () => {
  const { promise: isAway, resolve: answer } = Promise.withResolvers<void>();
  const { url, requests } = await receiver((response) => {
    void isAway.then(() => response.writeHead(204).end());
  });
  const id = await webhook({ url });
  const proxy = await startPostgresProxy(server.deps.config.databaseUrl ?? '');
  const database = openDatabase(proxy.databaseUrl, 2);
  opened.push(proxy, database);
  const errors: unknown[] = [];
  const started = startDelivering({ ...server.deps, database }, (error) => errors.push(error));
  opened.push({ close: () => started.stop(1_000) });
  await send(event());
  await eventually(() => requests.length).toBe(1);
  proxy.endNewConnections(true);
  proxy.cut();
  answer();
  await eventually(() => errors.length).toBeGreaterThan(3);
  expect(await statusesOf(id)).toEqual(['pending']);
  proxy.endNewConnections(false);
  await eventually(() => deliveriesOf(id)).toMatchObject([{ status: 'delivered', attempts: 1 }]);
  expect(requests).toHaveLength(1);
});

describe('several servers', () => {
  it('send each delivery once', async () => {
    const { url, requests } = await receiver();
    const ids = await Promise.all(Array.from({ length: 5 }, () => webhook({ url })));
    delivering();
    delivering();
    await send(...Array.from({ length: 60 }, () => event()));
    for (const id of ids) {
      await eventually(() => statusesOf(id)).toEqual(Array(60).fill('delivered'));
      expect((await deliveriesOf(id)).every(({ attempts }) => attempts === 1)).toBe(true);
    }
    expect(requests).toHaveLength(300);
  });

  it('take over under the same webhook-id once the lease of a server that died ends', async () => {
    const { url, requests } = await receiver();
    const id = await webhook({ url });
    await send(event());
    // The state after a server crashed during its request.
    await server.deps.database.query(
      `UPDATE webhook_deliveries SET attempts = 1, due_at = now() + interval '30 s' WHERE webhook_id = $1`,
      [id],
    );
    delivering();
    await makeDue(id);
    await eventually(() => deliveriesOf(id)).toMatchObject([
      { status: 'delivered', attempts: 2, step: 1 },
    ]);
    const [eventId] = await server.deps.database.query<{ id: string }>(
      'SELECT event_id AS id FROM webhook_deliveries WHERE webhook_id = $1',
      [id],
    );
    expect(requests.map(({ headers }) => headers['webhook-id'])).toEqual([eventId?.id]);
  });

  it('do not record the answer of one whose lease ended', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const { url, requests } = await receiver((response) => {
      void promise.then(() => response.writeHead(500).end());
    });
    const id = await webhook({ url });
    const slow = delivering();
    await send(event());
    await eventually(() => requests.length).toBe(1);
    // Another server has claimed it since, and delivered it.
    await server.deps.database.query(
      `UPDATE webhook_deliveries SET attempts = 2, status = 'delivered', due_at = NULL WHERE webhook_id = $1`,
      [id],
    );
    resolve();
    await slow.stop(1_000);
    expect(await deliveriesOf(id)).toMatchObject([{ status: 'delivered', attempts: 2, step: 0 }]);
  });

  it('get the deliveries of one that stops before it has an answer', async () => {
    const { url, requests } = await receiver(() => undefined);
    const id = await webhook({ url });
    const stopping = delivering();
    await send(event());
    await eventually(() => requests.length).toBe(1);
    await stopping.stop(50);
    const [stored] = await deliveriesOf(id);
    expect(stored).toMatchObject({ status: 'pending', step: 0 });
    expect(stored?.due_in).toBeLessThanOrEqual(0);
  });
});

it('serves healthy endpoints while others never answer', async () => {
  const silent = await receiver(() => undefined);
  const healthy = await receiver();
  await Promise.all(Array.from({ length: 60 }, () => webhook({ url: silent.url })));
  const served = await webhook({ url: healthy.url });
  const { organizationId: another } = await server.makeOrganization(randomUUID());
  const served2 = await makeWebhook(server.deps, another, { url: healthy.url });
  await send(...Array.from({ length: 20 }, () => event()));
  await publish(
    server.deps,
    another,
    Array.from({ length: 20 }, () => event()),
  );
  delivering();
  await eventually(() => healthy.requests.length).toBe(40);
  // All of this happened while the first requests to the others were out.
  for (const { attempts } of await server.deps.database.query<{ attempts: number }>(
    'SELECT max(attempts) AS attempts FROM webhook_deliveries WHERE webhook_id <> ALL ($1)',
    [[served, served2]],
  )) {
    expect(attempts).toBe(1);
  }
  expect(silent.requests.length).toBeLessThan(100);
});

it('forgets deliveries with their attempts after 30 days', async () => {
  const { url } = await receiver();
  const id = await webhook({ url });
  delivering();
  await send(event(), event());
  await eventually(() => statusesOf(id)).toEqual(['delivered', 'delivered']);
  await server.deps.database.query(
    `UPDATE webhook_deliveries SET created_at = $2
     WHERE id = (SELECT min(id::text)::uuid FROM webhook_deliveries WHERE webhook_id = $1)`,
    [id, inDays(-31)],
  );
  expect(await deleteOldDeliveries(server.deps)).toBe(1);
  expect(await statusesOf(id)).toEqual(['delivered']);
  // Somebody delivers it again on its last day.
  const store = (columns: string, value: Date) =>
    server.deps.database.query(`UPDATE webhook_deliveries SET ${columns} WHERE webhook_id = $1`, [
      id,
      value,
    ]);
  await store(
    `status = 'pending', due_at = now() + interval '1 day', created_at = $2`,
    inDays(-31),
  );
  expect(await deleteOldDeliveries(server.deps)).toBe(0);
  await store('created_at = $2', inDays(-36));
  expect(await deleteOldDeliveries(server.deps)).toBe(1);
});
