import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { openDatabases, type Databases } from '../../src/db/connections/databases.ts';
import { createScope } from '../../src/db/scope.ts';
import { createSystemDeps } from '../../src/deps.ts';
import { readConfig } from '../../src/config.ts';
import { createApiKey, revokeKey } from '../../src/people/api-keys/api-keys.service.ts';
import { makeResults, makeUpload } from '../make.ts';
import { testClock } from '../clock.ts';
import { startServer, type TestServer } from '../server.ts';

const OWNER = { email: 'owner@svc.test', password: 'correct horse battery' };

let first: TestServer;
let second: TestServer;
let databases: Databases;
beforeAll(async () => {
  const env = {
    SVC_RATE_LIMIT_READS: '100',
    SVC_RATE_LIMIT_WRITES: '10',
    SVC_RERUN_GRACE_SECONDS: '1',
    SVC_LOG_LEVEL: 'warn',
    SVC_BOOTSTRAP_EMAIL: OWNER.email,
    SVC_BOOTSTRAP_PASSWORD: OWNER.password,
  };
  first = await startServer({ env });
  second = await startServer({ env, databaseUrl: first.databaseUrl });
  databases = openDatabases(first.databaseUrl, 10, { info: () => {}, warn: () => {} });
});
afterAll(async () => {
  await databases.close();
  await second.stop();
  await first.stop();
});

/** A key of the organization that the servers made at their first start. */
async function makeKey(limits: { writesPerMinute?: number } = {}) {
  const deps = await createSystemDeps(readConfig({}, '/'), databases);
  const [organization] = await databases.jobs.query<{ id: string }>(
    'SELECT organization_id AS id FROM organizations',
  );
  const scope = createScope(databases.jobs, organization?.id ?? '');
  const key = { name: 'of two servers', createdBy: null, ...limits };
  const { text, record } = await createApiKey(deps, scope, key);
  return { text, id: record.id, revoke: () => revokeKey(deps, scope, record.id) };
}

function get(server: TestServer, key: string): Promise<Response> {
  return fetch(`${server.url}/api/executions`, { headers: { authorization: `Bearer ${key}` } });
}

function post(server: TestServer, key: string, body: object, headers: Record<string, string> = {}) {
  return fetch(`${server.url}/api/ingest`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
}

/** The limit counts per clock minute, so the requests of one test must be in one minute. */
async function roomInTheMinute(seconds: number): Promise<void> {
  const left = 60_000 - (testClock.now().getTime() % 60_000);
  if (left < seconds * 1_000) await sleep(left + 100);
}

it('refuses exactly request 101, with the hundred spread over both', async () => {
  await roomInTheMinute(10);
  for (const spread of [0.5, 0.9]) {
    const { text } = await makeKey();
    const answers = await Promise.all(
      Array.from({ length: 120 }, (_, index) => get(index / 120 < spread ? first : second, text)),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(100);
    expect(statuses.filter((status) => status === 429)).toHaveLength(20);
    const left = answers
      .filter(({ status }) => status === 200)
      .map(({ headers }) => Number(headers.get('x-ratelimit-remaining')));
    expect(left.toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 100 }, (_, index) => index),
    );
    for (const { headers } of answers.filter(({ status }) => status === 429)) {
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    }
  }
});

it('counts writes apart from reads, counts those of both servers, and logs once which key waits', async () => {
  await roomInTheMinute(10);
  const { text, id } = await makeKey();
  const statuses: number[] = [];
  for (let index = 0; index < 12; index++) {
    const answer = await post(index % 2 === 0 ? first : second, text, makeUpload());
    statuses.push(answer.status);
  }
  expect(statuses).toEqual([...Array<number>(10).fill(200), 429, 429]);
  const warning = `apiKey:${id} has reached its limit of 10 writes a minute`;
  await vi.waitFor(() => expect((first.output() + second.output()).split(warning)).toHaveLength(2));
  expect((await get(second, text)).status).toBe(200);
});

it('refuses a key on one server from the next request after it was revoked beside it', async () => {
  const { text, revoke } = await makeKey();
  // Both servers have seen the key, so either could have cached it.
  expect([(await get(first, text)).status, (await get(second, text)).status]).toEqual([200, 200]);
  await revoke();
  expect([(await get(second, text)).status, (await get(first, text)).status]).toEqual([401, 401]);
});

it('has one effect and one answer for an idempotency key sent to both at once', async () => {
  const { text } = await makeKey({ writesPerMinute: 1_000 });
  for (let round = 0; round < 5; round++) {
    const body = makeUpload({ execution: { project: 'both', startedAt: '2026-11-20T00:00:00Z' } });
    const headers = { 'idempotency-key': `both ${round}` };
    const answers = await Promise.all(
      [first, second, first, second].map((server) => post(server, text, body, headers)),
    );
    const texts = await Promise.all(answers.map((answer) => answer.text()));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(new Set(texts).size).toBe(1);
    expect(texts[0]).toContain(`"number":${round + 1},`);
  }
});

/** A shard of 50 of an attempt of one CI run. */
function makeShard(index: number, attempt: number, status: 'passed' | 'failed') {
  const ci = { provider: 'github-actions', runId: '4242', runAttempt: attempt };
  return makeUpload({
    runId: `process ${index} of attempt ${attempt}`,
    execution: {
      project: 'fifty shards',
      key: `github-actions:4242:${attempt}:unit`,
      status,
      ci,
      shard: { index, total: 50 },
    },
    results: makeResults(`test ${index}`).map((result) => ({ ...result, status })),
  });
}

const runHeader = (attempt: number) => ({ 'svc-run': `github-actions:4242:${attempt}` });

it('accepts 50 simultaneous shards of one CI run on both under one key, and a re-run of the failed one', async () => {
  await roomInTheMinute(15);
  const { text } = await makeKey();
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      post(
        index % 2 === 0 ? first : second,
        text,
        makeShard(index + 1, 1, index === 7 ? 'failed' : 'passed'),
        runHeader(1),
      ),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array<number>(50).fill(200));
  expect(new Set(answers.map((one) => one.headers.get('x-ratelimit-remaining')))).toEqual(
    new Set(['9']),
  );
  const again = await post(second, text, makeShard(8, 2, 'passed'), runHeader(2));
  expect(again.status).toBe(200);
  const newest = async () => {
    const { data } = (await (await get(first, text)).json()) as { data: { items: object[] } };
    return data.items.filter((item) => 'project' in item && item.project === 'fifty shards');
  };
  await vi.waitFor(
    async () => {
      expect(await newest()).toEqual([
        expect.objectContaining({
          attempt: 2,
          status: 'passed',
          shards: { expected: 50, received: 1, carried: 49 },
        }),
        expect.objectContaining({
          attempt: 1,
          status: 'failed',
          shards: { expected: 50, received: 50, carried: 0 },
        }),
      ]);
    },
    { timeout: 30_000, interval: 500 },
  );
});

it('merges shards that arrive at both at once', async () => {
  const { text } = await makeKey({ writesPerMinute: 1_000 });
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      post(
        index % 2 === 0 ? first : second,
        text,
        makeUpload({
          execution: {
            project: 'shards of both',
            key: 'one',
            shard: { index: index + 1, total: 20 },
          },
        }),
      ),
    ),
  );
  const bodies = (await Promise.all(answers.map((answer) => answer.json()))) as {
    data: { executionId: string; number: number; status: string };
  }[];
  expect(new Set(bodies.map(({ data }) => `${data.executionId} ${data.number}`)).size).toBe(1);
  expect(bodies.filter(({ data }) => data.status === 'passed')).toHaveLength(1);
  expect(bodies.filter(({ data }) => data.status === 'running')).toHaveLength(19);
});

/** Sends the requests of one client to both servers in turn, as a balancer does. */
function balance(headers: Record<string, string>) {
  let count = 0;
  return (path: string, init: RequestInit = {}): Promise<Response> => {
    const { url } = count++ % 2 === 0 ? first : second;
    return fetch(`${url}${path}`, {
      ...init,
      headers: { 'content-type': 'application/json', ...headers },
    });
  };
}

it('answers on one server what the other stored, from the next request on', async () => {
  const { text } = await makeKey({ writesPerMinute: 1_000 });
  const send = balance({ authorization: `Bearer ${text}` });
  const ask = async () => {
    const answer = await send('/api/executions?project=in+turn');
    return ((await answer.json()) as { data: { items: object[] } }).data;
  };
  for (let round = 1; round <= 6; round++) {
    const body = JSON.stringify(makeUpload({ execution: { project: 'in turn' } }));
    expect((await send('/api/ingest', { method: 'POST', body })).status).toBe(200);
    for (const answer of [await ask(), await ask()]) expect(answer.items).toHaveLength(round);
  }
});

it('knows sessions and settings of one server on the other', async () => {
  const signedIn = await balance({})('/api/auth/sign-in/email', {
    method: 'POST',
    body: JSON.stringify(OWNER),
  });
  const token = signedIn.headers.get('set-auth-token') ?? '';
  const send = balance({ authorization: `Bearer ${token}` });
  for (const excuseKnownFlakes of [true, false, true]) {
    const change = { method: 'PATCH', body: JSON.stringify({ excuseKnownFlakes }) };
    expect((await send('/api/settings/gate', change)).status).toBe(200);
    const settings = await (await send('/api/settings/gate')).json();
    expect(settings).toMatchObject({ data: { excuseKnownFlakes } });
  }
  await send('/api/auth/sign-out', { method: 'POST', body: '{}' });
  expect((await send('/api/settings/gate')).status).toBe(401);
});
