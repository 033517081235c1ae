import { setTimeout as sleep } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createScope } from '../../src/db/scope.ts';
import { createApiKey } from '../../src/people/api-keys/api-keys.service.ts';
import { makeOwnApp, type TestApp } from '../app.ts';
import { testClock } from '../clock.ts';
import { untilWaiting } from '../locks.ts';
import { makeResults, makeUpload, settle, upload } from '../make.ts';
import { signInAs } from '../sign-in-as.ts';

let server: TestApp;
beforeAll(async () => {
  server = await makeOwnApp({ because: 'counts what its cache does' });
  for (const project of ['shop', 'site']) {
    await upload(server, makeUpload({ execution: { project }, results: makeResults(project) }));
  }
  await settle(server);
});
afterAll(() => server.close());
beforeEach(() => {
  // Each test begins a minute of its own.
  minute += 60_000;
  server.setNow(new Date(testClock.now().getTime() + minute));
});
let minute = 0;

const TESTS = '/api/tests?limit=50';
const get = (url: string, token = server.apiKey, headers: Record<string, string> = {}) =>
  server.app.inject({ url, headers: { authorization: `Bearer ${token}`, ...headers } });

async function readOutcomes(): Promise<Map<string, number>> {
  const { values } = await server.deps.measurements.cachedAnswers.get();
  return new Map(values.map(({ labels, value }) => [String(labels.outcome), value]));
}

/** How the answers of `work` came. */
async function outcomesOf(work: () => Promise<unknown>): Promise<Record<string, number>> {
  const before = await readOutcomes();
  await work();
  const after = [...(await readOutcomes())].map(([name, value]) => [
    name,
    value - (before.get(name) ?? 0),
  ]);
  return Object.fromEntries(after.filter(([, value]) => value !== 0)) as Record<string, number>;
}

it('sends the same bytes until the data changes, or the minute is over', async () => {
  const [first, second] = [await get(TESTS), await get(TESTS)];
  expect(second.rawPayload).toEqual(first.rawPayload);
  expect(second.headers['content-type']).toBe(first.headers['content-type']);
  expect(await outcomesOf(() => get(TESTS))).toEqual({ stored: 1 });
  await upload(server, makeUpload({ execution: { project: 'shop' }, results: makeResults('new') }));
  expect(await outcomesOf(() => get(TESTS))).toEqual({ computed: 1 });
  expect((await get(TESTS)).payload).toContain('"new"');
  server.setNow(new Date(testClock.now().getTime() + 60_000));
  expect(await outcomesOf(() => get(TESTS))).toEqual({ computed: 1 });
});

it('sees the same question in another order of parameters, and another one in another value', async () => {
  await get('/api/tests?limit=50&project=shop');
  expect(await outcomesOf(() => get('/api/tests?project=shop&limit=50'))).toEqual({ stored: 1 });
  expect(await outcomesOf(() => get('/api/tests?project=site&limit=50'))).toEqual({ computed: 1 });
});

it('sees what follows a question mark in a value', async () => {
  for (const project of ['shop', 'site']) {
    const url = `/api/tests?search=why?&project=${project}`;
    expect(await outcomesOf(() => get(url))).toEqual({ computed: 1 });
  }
});

it('computes an answer once for all that ask at the same time', async () => {
  const answers: Awaited<ReturnType<typeof get>>[] = [];
  const outcomes = await outcomesOf(async () => {
    answers.push(...(await Promise.all(Array.from({ length: 20 }, () => get(TESTS)))));
  });
  expect(outcomes['computed']).toBe(1);
  expect((outcomes['shared'] ?? 0) + (outcomes['stored'] ?? 0)).toBe(19);
  expect(new Set(answers.map(({ statusCode, payload }) => `${statusCode} ${payload}`)).size).toBe(
    1,
  );
});

it.each([
  ['br', brotliDecompressSync],
  ['gzip', gunzipSync],
])('keeps the answer compressed with %s apart', async (encoding, decompress) => {
  const plain = await get('/api/tests?limit=100');
  const headers = { 'accept-encoding': encoding };
  for (const outcome of ['computed', 'stored']) {
    let sent = plain;
    const outcomes = await outcomesOf(async () => {
      sent = await get('/api/tests?limit=100', server.apiKey, headers);
    });
    expect(outcomes).toEqual({ [outcome]: 1 });
    expect(sent.headers).toMatchObject({ 'content-encoding': encoding, vary: 'accept-encoding' });
    expect(sent.headers['etag']).not.toBe(plain.headers['etag']);
    expect(decompress(sent.rawPayload).toString()).toBe(plain.payload);
  }
});

describe('a client that has the answer', () => {
  it('gets 304 over REST, tRPC and with HEAD, which counts as a request', async () => {
    for (const url of [TESTS, '/trpc/tests.list?input=%7B%7D']) {
      const first = await get(url);
      const etag = String(first.headers['etag']);
      expect(first.headers['cache-control']).toBe('private, no-cache');
      const headers = { 'if-none-match': `"other", W/${etag}` };
      const again = await get(url, server.apiKey, headers);
      expect([again.statusCode, again.payload, again.headers['etag']]).toEqual([304, '', etag]);
      const left = (answer: typeof again) => Number(answer.headers['x-ratelimit-remaining']);
      expect(left(again)).toBe(left(first) - 1);
      const head = await server.app.inject({
        method: 'HEAD',
        url,
        headers: { authorization: `Bearer ${server.apiKey}`, ...headers },
      });
      expect(head.statusCode).toBe(304);
    }
  });

  it('gets the whole answer when the data has changed, and another role does too', async () => {
    const etag = String((await get(TESTS)).headers['etag']);
    const headers = { 'if-none-match': etag };
    const { token } = await signInAs(server, server.organizationId, 'member');
    expect((await get(TESTS, token, headers)).statusCode).toBe(200);
    await upload(server, makeUpload({ execution: { project: 'shop' } }));
    expect((await get(TESTS, server.apiKey, headers)).statusCode).toBe(200);
  });
});

it('keeps no error, no answer with signed addresses, and nothing that is no data', async () => {
  const { payload } = await get('/api/executions?source=all');
  const [{ id } = { id: '' }] = (JSON.parse(payload) as { data: { items: { id: string }[] } }).data
    .items;
  const artifacts = `/trpc/executions.artifacts?input=${encodeURIComponent(JSON.stringify({ id }))}`;
  const urls = ['/api/tests?limit=0', '/api/whoami', `/api/executions/${id}`, artifacts];
  for (const url of urls) {
    const answers = [await get(url), await get(url)];
    const stored = answers.map(({ headers }) => [headers['cache-control'], headers['etag']]);
    expect([url, ...stored]).toEqual([url, ['no-store', undefined], ['no-store', undefined]]);
  }
  expect(await outcomesOf(() => get('/api/tests?limit=0'))).toEqual({ computed: 1 });
});

it('shows nothing to another organization, role or key, while all answers are stored', async () => {
  const other = await server.makeOrganization('Other');
  await upload(
    { app: server.app, apiKey: other.apiKey },
    makeUpload({ execution: { project: 'secret' }, results: makeResults('secret') }),
  );
  await settle(server);
  const scope = createScope(server.deps.database, server.organizationId);
  const commit = 'c'.repeat(40);
  const keyOf = async (name: string, projects: string[] | null) => {
    const key = {
      name,
      scope: 'ingest' as const,
      createdBy: null,
      ...(projects === null ? {} : { projects }),
    };
    const { text } = await createApiKey(server.deps, scope, key);
    const project = projects?.[0] ?? 'own';
    await upload(
      { app: server.app, apiKey: text },
      makeUpload({ execution: { project, git: { commit } }, results: makeResults(project) }),
    );
    return text;
  };
  const callers: Record<string, string> = {
    full: server.apiKey,
    other: other.apiKey,
    shop: await keyOf('shop', ['shop']),
    site: await keyOf('site', ['site']),
    unbound: await keyOf('unbound', null),
    member: (await signInAs(server, server.organizationId, 'member')).token,
    owner: (await signInAs(server, server.organizationId, 'owner')).token,
  };
  const urls = [
    TESTS,
    '/api/executions',
    `/api/executions?commit=${commit}`,
    `/api/executions?commit=${commit}&project=shop`,
    '/trpc/executions.list?input=%7B%7D',
    '/api/failures',
    '/api/projects',
  ];
  const ask = async () => {
    const answers: Record<string, string> = {};
    for (const url of urls) {
      for (const [name, token] of Object.entries(callers)) {
        const { statusCode, payload } = await get(url, token);
        answers[`${name} ${url}`] = `${statusCode} ${payload}`;
      }
    }
    return answers;
  };
  const cold = await ask();
  let warm: typeof cold = {};
  const outcomes = await outcomesOf(async () => {
    warm = await ask();
  });
  expect(outcomes['stored']).toBeGreaterThan(25);
  expect(warm).toEqual(cold);
  const of = (name: string) =>
    Object.entries(warm).flatMap(([question, answer]) =>
      question.startsWith(`${name} `) ? [answer] : [],
    );
  for (const name of Object.keys(callers).filter((one) => one !== 'other')) {
    expect(of(name).filter((answer) => answer.includes('secret'))).toEqual([]);
  }
  expect(of('other').filter((answer) => /"(?:shop|site|own)"/.test(answer))).toEqual([]);
  const seen = (name: string) =>
    [
      ...(warm[`${name} /api/executions?commit=${commit}`] ?? '').matchAll(/"project":"(\w+)"/g),
    ].map(([, project]) => project);
  expect(new Set(seen('full'))).toEqual(new Set(['own', 'shop', 'site']));
  expect([seen('shop'), seen('site'), seen('unbound')]).toEqual([['shop'], ['site'], ['own']]);
  expect(warm[`site /api/executions?commit=${commit}&project=shop`]).toMatch(/^403 /);
  expect(warm[`unbound ${TESTS}`]).toMatch(/^403 /);
});

it('goes on with an answer that its first asker no longer waits for', async () => {
  const url = `${await server.listen()}/api/tests?limit=7`;
  const headers = { authorization: `Bearer ${server.apiKey}` };
  const leaving = new AbortController();
  const outcomes = await outcomesOf(async () => {
    const second = await server.deps.database.transaction(async (transaction) => {
      await transaction.query('LOCK TABLE tests IN ACCESS EXCLUSIVE MODE');
      const first = fetch(url, { headers, signal: leaving.signal });
      await untilWaiting(server, 'relation');
      const asked = fetch(url, { headers });
      await sleep(200);
      leaving.abort();
      await expect(first).rejects.toThrow('aborted');
      // The server learns of the closed connection.
      await sleep(200);
      return { asked };
    });
    expect((await second.asked).status).toBe(200);
  });
  expect(outcomes).toEqual({ computed: 1, shared: 1 });
});
