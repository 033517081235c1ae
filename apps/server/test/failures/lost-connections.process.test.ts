import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { makeUpload } from '../make.ts';
import { startPostgresProxy, type PostgresProxy } from './postgres-proxy.ts';
import { startServer, type TestServer } from '../server.ts';
import { makeDatabase } from '../test-database.ts';

let proxy: PostgresProxy;
let server: TestServer;
let drop: () => Promise<void>;
beforeAll(async () => {
  const made = await makeDatabase();
  drop = made.drop;
  proxy = await startPostgresProxy(made.databaseUrl);
  server = await startServer({ databaseUrl: proxy.databaseUrl });
});
afterAll(async () => {
  await server.stop();
  await proxy.close();
  await drop();
});
beforeEach(async () => {
  proxy.endNewConnections(false);
  proxy.freeze(false);
  proxy.cut();
  await untilReady();
});

const PATHS = [
  '/api/whoami',
  '/api/executions',
  '/api/metrics',
  '/api/failures',
  '/api/tests',
  '/trpc/whoami.get?input=%7B%7D',
  '/readyz',
];

function get(path: string): Promise<Response> {
  return fetch(server.url + path, { headers: { authorization: `Bearer ${server.apiKey}` } });
}

function post(): Promise<Response> {
  return fetch(`${server.url}/api/ingest`, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify(makeUpload()),
  });
}

async function untilReady(): Promise<void> {
  await expect.poll(async () => (await get('/api/whoami')).status, { timeout: 20_000 }).toBe(200);
}

/** Status and Retry-After of each answer. */
async function all(): Promise<string[]> {
  const answers = await Promise.all([...PATHS.map(get), post()]);
  return answers.map((answer) => `${answer.status} ${answer.headers.get('retry-after')}`);
}

it('survives when Postgres closes each connection as soon as it is open', async () => {
  proxy.endNewConnections(true);
  proxy.cut();
  for (let round = 0; round < 3; round++) {
    expect(await all()).toEqual(Array(PATHS.length + 1).fill('503 5'));
  }
  expect(server.child.exitCode).toBe(null);
  proxy.endNewConnections(false);
  await untilReady();
  expect((await post()).status).toBe(200);
});

it('answers either 200, or 503 with Retry-After, while connections break', async () => {
  const answers: string[] = [];
  for (let round = 0; round < 20; round++) {
    const asked = all();
    proxy.cut();
    answers.push(...(await asked));
  }
  expect(answers.filter((answer) => !/^(?:200 null|503 5)$/.test(answer))).toEqual([]);
  expect(answers).toContain('503 5');
});

it('logs once that the database is unreachable', async () => {
  const lines = () => server.output().match(/not be reached/g)?.length ?? 0;
  const before = lines();
  proxy.endNewConnections(true);
  proxy.cut();
  for (let round = 0; round < 5; round++) await all();
  expect(lines() - before).toBeLessThanOrEqual(1);
  expect(server.output()).toContain('the database cannot be reached');
  expect(server.output()).not.toMatch(/\n\s+at /);
});

it('answers /readyz within two seconds when Postgres hangs', async () => {
  proxy.freeze(true);
  const startedAt = performance.now();
  const answers = await Promise.all([get('/readyz'), get('/readyz')]);
  expect(performance.now() - startedAt).toBeLessThan(2_000);
  expect(answers.map((answer) => answer.status)).toEqual([503, 503]);
  expect(answers[0]?.headers.get('retry-after')).toBe('5');
  proxy.freeze(false);
  await expect.poll(async () => (await get('/readyz')).status).toBe(200);
});
