import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase, type Database } from '../../src/db/connections/database.ts';
import { toSvcError } from '../../src/errors.ts';
import type { Transaction } from '../../src/db/statements.ts';
import { makeOwnApp, type TestApp } from '../app.ts';
import { makeUpload } from '../make.ts';

let server: TestApp;
let beside: Database;
let other: { organizationId: string; apiKey: string };
beforeAll(async () => {
  server = await makeOwnApp({ because: 'uses up the connections' });
  beside = openDatabase(server.deps.config.databaseUrl ?? '', 2);
  other = await server.makeOrganization('Other');
  for (const apiKey of [server.apiKey, other.apiKey]) {
    for (const project of ['slow', 'shop']) {
      await upload({ execution: { project } }, { apiKey });
    }
  }
});
afterAll(async () => {
  await beside.close();
  await server.close();
});

const upload = (body: object, { apiKey = server.apiKey, key = '' } = {}) =>
  server.app.inject({
    method: 'POST',
    url: '/api/ingest',
    headers: {
      authorization: `Bearer ${apiKey}`,
      ...(key === '' ? {} : { 'idempotency-key': key }),
    },
    payload: makeUpload(body),
  });

const get = (url: string, apiKey: string) =>
  server.app.inject({ url, headers: { authorization: `Bearer ${apiKey}` } });

/**
 * Runs `work` while another transaction has locked the row of an organization's project 'slow', which each upload
 * into it writes.
 */
function whileSlow<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  return beside.transaction(async (transaction) => {
    await transaction.query(
      `SELECT FROM projects WHERE organization_id = $1 AND name = 'slow' FOR UPDATE`,
      [server.organizationId],
    );
    return work();
  });
}

/** Runs `work` while nobody can read or write results. */
function whileLocked<Answer>(work: (lock: Transaction) => Promise<Answer>): Promise<Answer> {
  return beside.transaction(async (transaction) => {
    await transaction.query('LOCK TABLE results IN ACCESS EXCLUSIVE MODE');
    return work(transaction);
  });
}

/** How many of the app's connections wait for a lock. */
async function waiting(): Promise<number> {
  const [row] = await beside.query<{ count: number }>(
    `SELECT count(*)::integer AS count
     FROM pg_stat_activity
     WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return row?.count ?? 0;
}

/** Sends the requests of other clients one after the other, and measures each. */
async function ask(apiKey: string): Promise<{ status: number[]; slowestMs: number }> {
  const status: number[] = [];
  let slowestMs = 0;
  const asked = [
    () => get('/readyz', apiKey),
    () => get('/api/whoami', apiKey),
    () => get('/api/executions', apiKey),
    () => upload({ execution: { project: 'shop' } }, { apiKey }),
  ];
  for (const one of asked) {
    const startedAt = performance.now();
    status.push((await one()).statusCode);
    slowestMs = Math.max(slowestMs, performance.now() - startedAt);
  }
  return { status, slowestMs };
}

it('serves other organizations at once while one has ten waiting uploads', async () => {
  const uploads = await whileSlow(async () => {
    const asked = Array.from({ length: 10 }, () => upload({ execution: { project: 'slow' } }));
    await expect.poll(waiting).toBeGreaterThan(0);
    const { status, slowestMs } = await ask(other.apiKey);
    expect(status).toEqual([200, 200, 200, 200]);
    expect(slowestMs).toBeLessThan(2_000);
    expect((await get('/api/whoami', server.apiKey)).statusCode).toBe(200);
    return asked;
  });
  const statuses = (await Promise.all(uploads)).map((answer) => answer.statusCode);
  expect(statuses).toEqual(Array(10).fill(200));
});

it('queues uploads with one key without a connection, so that others of the organization proceed', async () => {
  const uploads = await whileSlow(async () => {
    const body = { execution: { project: 'slow', startedAt: '2026-11-20T00:00:00Z' } };
    const asked = Array.from({ length: 10 }, () => upload(body, { key: 'one' }));
    await expect.poll(waiting).toBe(1);
    const { status } = await ask(server.apiKey);
    expect(status).toEqual([200, 200, 200, 200]);
    expect(await waiting()).toBe(1);
    return asked;
  });
  const answers = await Promise.all(uploads);
  expect(answers.map((answer) => answer.statusCode)).toEqual(Array(10).fill(200));
  expect(new Set(answers.map((answer) => answer.body)).size).toBe(1);
});

it('answers 503 with Retry-After to a read that waits for a lock, and other requests at once', async () => {
  await whileLocked(async () => {
    const asked = Array.from({ length: 8 }, (_, index) =>
      get(`/api/tests?limit=${index + 1}`, server.apiKey),
    );
    await expect.poll(waiting).toBeGreaterThan(0);
    expect((await get('/readyz', other.apiKey)).statusCode).toBe(200);
    expect((await get('/api/whoami', other.apiKey)).statusCode).toBe(200);
    const answers = await Promise.all(asked);
    expect(answers.map((answer) => answer.statusCode)).toEqual(Array(8).fill(503));
    expect(answers.map((answer) => answer.headers['retry-after'])).toEqual(Array(8).fill('5'));
  });
});

it('cancels the statements of disconnected clients', async () => {
  const address = await server.listen();
  await whileLocked(async () => {
    const leaving = new AbortController();
    // Different questions: equal ones share a statement.
    const asked = [1, 2, 3].map((limit) =>
      fetch(`${address}/api/tests?limit=${limit}`, {
        headers: { authorization: `Bearer ${server.apiKey}` },
        signal: leaving.signal,
      }).catch(() => 'left'),
    );
    await expect.poll(waiting).toBe(3);
    leaving.abort();
    expect(await Promise.all(asked)).toEqual(['left', 'left', 'left']);
    // Sooner than the lock timeout of five seconds.
    await expect.poll(waiting, { timeout: 3_500 }).toBe(0);
  });
  expect((await get('/api/tests', server.apiKey)).statusCode).toBe(200);
});

it('stops a statement after the limit of its kind of work, and says how to ask for less', async () => {
  const { essential, answers, uploads, jobs } = server.deps.databases;
  const times = await Promise.all(
    [essential, answers, uploads, jobs].map(async (database) => {
      const [row] = await database.query<{ statement_timeout: string }>('SHOW statement_timeout');
      return row?.statement_timeout;
    }),
  );
  expect(times).toEqual(['5s', '10s', '1min', '10min']);
  const stopped = await answers
    .transaction(async (transaction) => {
      await transaction.query(`SET LOCAL statement_timeout = '20ms'`);
      await transaction.query('SELECT pg_sleep(5)');
    })
    .catch(toSvcError);
  expect(stopped).toMatchObject({ code: 'SERVICE_UNAVAILABLE', retryAfterSeconds: 30 });
  expect(String(stopped)).toContain('a shorter window');
});

it('drops a connection on which Postgres does not answer', async () => {
  const database = openDatabase(server.deps.config.databaseUrl ?? '', 1, { work: 'readiness' });
  const answer = database.transaction(async (transaction) => {
    await transaction.query('SET LOCAL statement_timeout = 0');
    await transaction.query('SELECT pg_sleep(20)');
  });
  const startedAt = performance.now();
  await expect(answer).rejects.toThrow('Query read timeout');
  expect(performance.now() - startedAt).toBeLessThan(10_000);
  expect(await database.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
  await database.close();
});
