import { testId } from '@svc/contract/zod-free/test-identity';
import type { TestDetail, TestRun } from '@svc/contract/history/tests';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeApp, type TestApp } from '../../test/app.ts';
import { ask, dataOf, makeResult, makeUpload, settle, upload } from '../../test/make.ts';

const NO_ID = '00000000-0000-7000-8000-000000000000';

let server: TestApp;
let executionIds: string[];

beforeAll(async () => {
  server = await makeApp();
  server.setNow(new Date('2026-11-21T12:00:00Z'));
  executionIds = [];
  for (const [index, results] of RESULTS.entries()) {
    const execution = {
      startedAt: `2026-11-1${index}T09:00:00Z`,
      git: { branch: index < 4 ? 'main' : 'topic', commit: `ABCDEF0${index}` },
      environment: { name: 'ci' },
    };
    const body = makeUpload({ execution, results: [...results] });
    executionIds.push((await upload(server, body)).executionId);
  }
  await settle(server);
});
afterAll(() => server.close());

const failed = (message: string) => [
  { status: 'failed' as const, durationMs: 5, errors: [{ message }] },
];
/** One list of results per execution, from 10 to 15 November. */
const RESULTS = [
  [makeResult({ durationMs: 10 })],
  [makeResult({ durationMs: 20 })],
  [makeResult({ status: 'failed', durationMs: 50, attempts: failed('out of stock') })],
  [makeResult({ status: 'skipped', durationMs: 0 })],
  [
    makeResult({
      durationMs: 45,
      owner: 'team-cart',
      tags: ['slow'],
      attempts: [...failed('out of stock'), { status: 'passed', durationMs: 40 }],
    }),
  ],
  [
    makeResult({ status: 'timedOut', durationMs: 30, attempts: failed('too slow') }),
    makeResult({ status: 'passed', durationMs: 4 }),
    makeResult({ titlePath: ['another'] }),
  ],
];
const ID = testId({ project: 'shop', file: 'src/cart.test.ts', titlePath: ['cart', 'adds up'] });

const read = async (query = '', id = ID, from: Pick<TestApp, 'app' | 'apiKey'> = server) =>
  dataOf(await ask(from, { url: `/api/tests/${id}${query}` })) as TestDetail;

it('answers a test with its durations, history and causes of failure', async () => {
  const { durations, history, fingerprints, recent, ...item } = await read();
  expect(item).toMatchObject({
    testId: ID,
    title: 'adds up',
    lastSeenAt: '2026-11-15T09:00:00.000Z',
    lastStatus: 'timedOut',
    owner: null,
    runs: 5,
    failures: 2,
    flakyRuns: 1,
  });
  expect(recent.map(({ outcome }) => outcome)).toEqual([
    'passed',
    'passed',
    'failed',
    'skipped',
    'flaky',
    'timedOut',
  ]);
  expect(durations).toEqual({
    // The percentiles of 5, 5, 10, 20 and 40: a failure's last attempt took 5.
    p50Ms: 10,
    p95Ms: 36,
    points: [
      point(0, 10, 'passed'),
      point(1, 20, 'passed'),
      point(2, 5, 'failed'),
      point(4, 40, 'passed'),
      point(5, 5, 'timedOut'),
    ],
  });
  expect(history.nextCursor).toBeNull();
  expect(history.items.map(({ status, flaky }) => `${status}${flaky ? ' flaky' : ''}`)).toEqual([
    'passed',
    'timedOut',
    'passed flaky',
    'skipped',
    'failed',
    'passed',
    'passed',
  ]);
  const [outOfStock, tooSlow] = fingerprints;
  expect(fingerprints).toMatchObject([
    {
      pattern: expect.stringContaining('out of stock'),
      count: 2,
      firstSeenAt: '2026-11-12T09:00:00.000Z',
      lastSeenAt: '2026-11-14T09:00:00.000Z',
    },
    { pattern: expect.stringContaining('too slow'), count: 1 },
  ]);
  expect(history.items.map(({ fingerprint }) => fingerprint)).toEqual([
    null,
    tooSlow?.fingerprint,
    outOfStock?.fingerprint,
    null,
    outOfStock?.fingerprint,
    null,
    null,
  ]);
  expect(history.items[2]).toEqual({
    resultId: expect.any(String),
    executionId: executionIds[4],
    executionNumber: 5,
    at: '2026-11-14T09:00:00.000Z',
    commit: 'abcdef04',
    branch: 'topic',
    environment: 'ci',
    fromCi: false,
    partial: [],
    dirty: false,
    status: 'passed',
    flaky: true,
    fingerprint: outOfStock?.fingerprint,
    classification: null,
    durationMs: 40,
  });
});

function point(index: number, durationMs: number, status: string) {
  return {
    executionId: executionIds[index],
    at: `2026-11-1${index}T09:00:00.000Z`,
    durationMs,
    status,
  };
}

it('returns pages of any size that add up to the whole history, also within an execution', async () => {
  const whole = (await read()).history.items;
  for (const limit of [1, 2, 3, 6, 7, 8]) {
    const seen: TestRun[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const { history } = await read(`?limit=${limit}${cursor && `&cursor=${cursor}`}`);
      expect(history.items.length).toBeLessThanOrEqual(limit);
      seen.push(...history.items);
      cursor = history.nextCursor;
    }
    expect(seen).toEqual(whole);
  }
});

it('follows the filters in every part', async () => {
  const { runs, durations, history, fingerprints } = await read('?branch=main&to=2026-11-13');
  expect({ runs, points: durations.points.length, p50Ms: durations.p50Ms }).toEqual({
    runs: 3,
    points: 3,
    p50Ms: 10,
  });
  expect(history.items.map((item) => item.executionId)).toEqual(
    [2, 1, 0].map((index) => executionIds[index]),
  );
  expect(fingerprints.map(({ count }) => count)).toEqual([1]);
});

it.each(['?to=2026-01-01', '?environment=nowhere', '?branch=topic&to=2026-11-14'])(
  'answers zeros and an empty history for a test that did not run: %s',
  async (query) => {
    expect(await read(query)).toMatchObject({
      testId: ID,
      // Values of its newest result: the worse of two in that execution.
      framework: 'vitest',
      lastSeenAt: null,
      lastStatus: null,
      runs: 0,
      failures: 0,
      flakyRuns: 0,
      averageDurationMs: null,
      recent: [],
      durations: { p50Ms: null, p95Ms: null, points: [] },
      history: { items: [], nextCursor: null },
      fingerprints: [],
    });
  },
);

it('accepts an id in upper case', async () => {
  expect((await read('', ID.toUpperCase())).testId).toBe(ID);
});

it.each(['0'.repeat(32), 'abc', `${ID.slice(0, 31)}g`, '00000000-0000-7000-8000-000000000000'])(
  'answers 404 for %s, as for a test of another organization',
  async (id) => {
    const { apiKey } = await server.makeOrganization('Other');
    const missing = await ask(server, { url: `/api/tests/${id}` });
    const theirs = await ask({ app: server.app, apiKey }, { url: `/api/tests/${ID}` });
    expect([missing.status, theirs.status]).toEqual([404, 404]);
    expect(missing.text.replace(id, ID)).toBe(theirs.text);
  },
);

it.each<[string, string]>([
  ['limt=1', 'limt'],
  ['testId=1', 'testId'],
  ['recent=51', 'recent'],
  ['limit=0', 'limit'],
  ['from=2026-11-20&to=2026-11-19', 'from'],
  ['cursor=abc', 'cursor'],
  [`cursor=${cursorOf({ afterTest: ID })}`, 'cursor'],
  [`cursor=${cursorOf({ at: '2026-11-20', executionId: NO_ID, resultId: NO_ID })}`, 'cursor'],
  [
    `cursor=${cursorOf({ at: '2026-11-20T00:00:00.000Z', executionId: 'x', resultId: NO_ID })}`,
    'cursor',
  ],
])('refuses %s and names the parameter', async (query, path) => {
  const { status, text } = await ask(server, { url: `/api/tests/${ID}?${query}` });
  const { error } = JSON.parse(text) as { error: { code: string; details: { path: string }[] } };
  expect({ status, code: error.code, path: error.details[0]?.path }).toEqual({
    status: 400,
    code: 'BAD_REQUEST',
    path,
  });
});

function cursorOf(position: object): string {
  return Buffer.from(JSON.stringify(position)).toString('base64url');
}
