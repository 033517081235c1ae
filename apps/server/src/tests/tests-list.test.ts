import type { IngestResult } from '@svc/contract/executions/ingest';
import type { Page } from '@svc/contract/pages';
import { testId } from '@svc/contract/zod-free/test-identity';
import type { TestSummary } from '@svc/contract/history/tests';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeApp, type TestApp } from '../../test/app.ts';
import {
  ask,
  dataOf,
  makeResult,
  makeResults,
  makeUpload,
  settle,
  upload,
} from '../../test/make.ts';
import { parseWindow } from '../http/input/window.ts';
import type { WantedTests } from './candidate-tests.queries.ts';
import { listTests } from './listed-tests.ts';
import { findMatchingExecutions } from './matching-executions.queries.ts';

const NOW = new Date('2026-11-21T12:00:00Z');
const NO_ID = '00000000-0000-7000-8000-000000000000';

let server: TestApp;
/** The executions, in the order of UPLOADS. */
let executionIds: string[];

beforeAll(async () => {
  server = await makeApp();
  server.setNow(NOW);
  executionIds = [];
  for (const body of UPLOADS) executionIds.push((await upload(server, body)).executionId);
  await settle(server);
});
afterAll(() => server.close());

const inFile = (file: string, title: string, facts: Partial<IngestResult> = {}) =>
  makeResult({ file, titlePath: ['suite', title], ...facts });
const flaky = (): Partial<IngestResult> => ({
  attempts: [
    { status: 'failed', durationMs: 30, errors: [{ message: 'once' }] },
    { status: 'passed', durationMs: 10 },
  ],
});
const onBranch = (branch: string, commit: string) => ({ git: { branch, commit } });

const UPLOADS = [
  makeUpload({
    execution: { startedAt: '2026-11-10T09:00:00Z', ...onBranch('main', 'aaaaaaa1') },
    results: [
      inFile('b.test.ts', 'zebra', { owner: 'team-old', tags: ['old'] }),
      inFile('b.test.ts', 'apple', { durationMs: 10 }),
      inFile('a_%.test.ts', 'last'),
    ],
  }),
  makeUpload({
    execution: {
      startedAt: '2026-11-12T09:00:00Z',
      ...onBranch('main', 'aaaaaaa2'),
      environment: { name: 'staging' },
    },
    results: [
      inFile('b.test.ts', 'zebra', { owner: 'team-new', tags: ['new', 'slow'] }),
      inFile('b.test.ts', 'apple', flaky()),
      inFile('c.test.ts', 'skipped one', { status: 'skipped' }),
    ],
  }),
  makeUpload({
    execution: { startedAt: '2026-11-14T09:00:00Z', ...onBranch('topic', 'aaaaaaa3') },
    results: [
      inFile('b.test.ts', 'apple', { status: 'failed', durationMs: 40 }),
      // The worst of two results in one execution counts.
      inFile('b.test.ts', 'apple', { status: 'passed', durationMs: 20 }),
    ],
  }),
  makeUpload({
    execution: {
      project: 'web',
      framework: 'playwright',
      startedAt: '2026-11-13T09:00:00Z',
      ...onBranch('main', 'bbbbbbb1'),
    },
    results: [inFile('b.test.ts', 'banana'), inFile('b.test.ts', 'apple')],
  }),
  makeUpload({
    execution: { project: 'web', startedAt: '2026-09-01T09:00:00Z' },
    results: [inFile('long-ago.test.ts', 'forgotten')],
  }),
];

const list = async (query = '', from: Pick<TestApp, 'app' | 'apiKey'> = server) =>
  dataOf(await ask(from, { url: `/api/tests${query}` })) as Page<TestSummary>;
const titles = async (query: Record<string, string>) =>
  (await list(`?${new URLSearchParams(query).toString()}`)).items.map(
    ({ project, title }) => `${project}: ${title}`,
  );
const idOf = (title: string, file = 'b.test.ts', project = 'shop') =>
  testId({ project, file, titlePath: ['suite', title] });

/** All digits are equal except the last one. */
const afterLast = (prefix: string) =>
  prefix.slice(0, -1) + ((Number.parseInt(prefix.slice(-1), 16) + 1) % 16).toString(16);

it('lists the tests that ran in the last 30 days by file, title and id, with the figures of the window', async () => {
  const { items, nextCursor } = await list();
  expect(nextCursor).toBeNull();
  const apples = ['shop', 'web'].toSorted((a, b) =>
    idOf('apple', 'b.test.ts', a) < idOf('apple', 'b.test.ts', b) ? -1 : 1,
  );
  expect(items.map(({ project, title }) => `${project}: ${title}`)).toEqual([
    'shop: last',
    ...apples.map((project) => `${project}: apple`),
    'web: banana',
    'shop: zebra',
    'shop: skipped one',
  ]);
  expect(items.find(({ testId: id }) => id === idOf('apple'))).toEqual({
    testId: idOf('apple'),
    title: 'apple',
    titlePath: ['suite', 'apple'],
    file: 'b.test.ts',
    project: 'shop',
    variant: null,
    framework: 'vitest',
    owner: null,
    tags: [],
    state: 'suspected',
    firstSeenAt: '2026-11-10T09:00:00.000Z',
    lastSeenAt: '2026-11-14T09:00:00.000Z',
    lastStatus: 'failed',
    runs: 3,
    failures: 1,
    flakyRuns: 1,
    averageDurationMs: 20,
    recent: [
      run(0, 'passed', 'aaaaaaa1', '2026-11-10'),
      run(1, 'flaky', 'aaaaaaa2', '2026-11-12'),
      run(2, 'failed', 'aaaaaaa3', '2026-11-14'),
    ],
    since: null,
  });
  expect(items.at(-1)).toMatchObject({ runs: 0, failures: 0, averageDurationMs: null });
  expect(items.at(-1)).toMatchObject({ lastStatus: 'skipped', recent: [{ outcome: 'skipped' }] });
});

function run(index: number, outcome: string, commit: string, day: string) {
  return { outcome, executionId: executionIds[index], commit, at: `${day}T09:00:00.000Z` };
}

it.each<[Record<string, string>, string[]]>([
  [{ project: 'web' }, ['web: apple', 'web: banana']],
  [{ branch: 'topic' }, ['shop: apple']],
  [{ environment: 'staging' }, ['shop: apple', 'shop: zebra', 'shop: skipped one']],
  [{ framework: 'playwright' }, ['web: apple', 'web: banana']],
  [{ from: '2026-08-01', to: '2026-10-01' }, ['web: forgotten']],
  [{ file: 'c.test.ts' }, ['shop: skipped one']],
  [{ file: 'test.ts' }, []],
  [{ search: 'ZEBRA' }, ['shop: zebra']],
  [{ search: 'suite › z' }, ['shop: zebra']],
  [{ search: 'a_%' }, ['shop: last']],
  [{ search: '["' }, []],
  [{ search: 'b_test' }, []],
  [{ owner: 'team-new' }, ['shop: zebra']],
  [{ owner: 'team-old' }, []],
  [{ owner: 'team-old', to: '2026-11-11' }, ['shop: zebra']],
  [{ state: 'suspected' }, ['shop: apple']],
  [{ state: 'unknown', project: 'shop' }, ['shop: last', 'shop: zebra', 'shop: skipped one']],
  [{ state: 'flaky' }, []],
  [{ testId: idOf('zebra').toUpperCase() }, ['shop: zebra']],
  [{ testId: idOf('zebra'), project: 'web' }, []],
  [{ testIdPrefix: idOf('zebra').slice(0, 4) }, ['shop: zebra']],
  [{ testIdPrefix: idOf('zebra').slice(0, 31).toUpperCase() }, ['shop: zebra']],
  [{ testIdPrefix: idOf('zebra') }, ['shop: zebra']],
  [{ testIdPrefix: idOf('zebra').slice(0, 8), project: 'web' }, []],
  [{ testIdPrefix: afterLast(idOf('zebra').slice(0, 4)) }, []],
  [{ project: 'nowhere' }, []],
])('answers %o with the tests that fit', async (query, expected) => {
  expect(await titles(query)).toEqual(expected);
});

it('returns the newest owner and tags of the window', async () => {
  const [inAll] = (await list('?search=zebra')).items;
  expect(inAll).toMatchObject({ owner: 'team-new', tags: ['new', 'slow'] });
  const [before] = (await list('?search=zebra&to=2026-11-11')).items;
  expect(before).toMatchObject({ owner: 'team-old', tags: ['old'] });
});

it.each([
  [0, []],
  [2, ['flaky', 'failed']],
  [50, ['passed', 'flaky', 'failed']],
])('gives the last %d outcomes', async (recent, outcomes) => {
  const [apple] = (await list(`?testId=${idOf('apple')}&recent=${recent}`)).items;
  expect(apple?.recent.map(({ outcome }) => outcome)).toEqual(outcomes);
});

it('returns pages of any size that add up to the whole list', async () => {
  const whole = (await list()).items.map((item) => item.testId);
  for (const limit of [1, 2, 3, 5, 6, 7]) {
    const seen: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page: Page<TestSummary> = await list(`?limit=${limit}${cursor && `&cursor=${cursor}`}`);
      expect(page.items.length).toBeLessThanOrEqual(limit);
      seen.push(...page.items.map((item) => item.testId));
      cursor = page.nextCursor;
    }
    expect(seen).toEqual(whole);
  }
});

describe('all ways to find the tests that ran', () => {
  const wanted: WantedTests[] = [
    {},
    { search: 'suite › a' },
    { owner: 'team-new' },
    { owner: 'team-old' },
    { states: ['healthy'] },
    { states: ['suspected'], file: 'b.test.ts' },
    { states: ['unknown', 'suspected', 'healthy'] },
    { testIds: [idOf('apple'), idOf('banana')] },
    { testIdPrefix: idOf('banana').slice(0, 6) },
  ];
  it.each(wanted)('agree on %o', async (one) => {
    for (const asked of [{}, { branch: 'main' }, { project: 'web' }, { environment: 'staging' }]) {
      const [byResults, ...others] = await inAllWays(asked, one);
      expect(others).toEqual([byResults, byResults]);
    }
  });

  it('agree when a thousand tests that did not run come first', async () => {
    const names = Array.from({ length: 1_500 }, (_, index) => `t${String(index).padStart(4, '0')}`);
    for (const [branch, ran] of [
      ['old', names],
      ['new', names.slice(-3)],
    ] as const) {
      const execution = { project: 'many', startedAt: '2026-11-20T09:00:00Z', git: { branch } };
      await upload(server, makeUpload({ execution, results: makeResults(...ran) }));
    }
    const expected = names
      .slice(-3)
      .map((title) => testId({ project: 'many', file: 'src/cart.test.ts', titlePath: [title] }));
    const found = await inAllWays({ project: 'many', branch: 'new' }, {});
    expect(found).toEqual([expected, expected, expected]);
  });
});

/** Runs the question with few results, with some, and with too many to read. */
async function inAllWays(asked: object, wanted: WantedTests): Promise<string[][]> {
  const filter = { ...asked, ...parseWindow({}, NOW) };
  const { scope } = server;
  const executions = await findMatchingExecutions(scope, filter);
  if (executions === null) throw new Error('no execution fits');
  return Promise.all(
    [1, 50_000, 1e9].map((results) =>
      listTests(scope, {
        filter,
        executions: { ...executions, results },
        wanted,
        after: null,
        limit: 100,
      }),
    ),
  );
}

/** The health of project young's tests, as the list reports it. */
async function healthOf(query: string) {
  const { items } = await list(`?project=young${query}`);
  return items.map(({ title, lastStatus, state, since }) => ({
    title,
    lastStatus,
    state,
    since: since && [since.kind, since.branch, since.firstBad.commit, since.badRuns, since.runs],
  }));
}

it('reports the last outcome, since when on which branch, and too few runs', async () => {
  const project = 'young';
  for (const [index, status] of ['passed', 'failed', 'failed'].entries()) {
    const startedAt = `2026-11-1${index}T10:00:00Z`;
    const results = [
      makeResult({ status: status as 'passed' }),
      makeResult({ titlePath: ['fine'] }),
      makeResult({ titlePath: ['never'], status: 'skipped' }),
    ];
    const execution = { project, startedAt, ...onBranch('main', `c${index}`.padEnd(8, '0')) };
    await upload(server, makeUpload({ execution, results }));
  }
  await settle(server);
  const all = [
    {
      title: 'adds up',
      lastStatus: 'failed',
      state: 'unknown',
      since: ['failing', 'main', 'c1000000', 2, 2],
    },
    { title: 'fine', lastStatus: 'passed', state: 'unknown', since: null },
    { title: 'never', lastStatus: 'skipped', state: 'unknown', since: null },
  ];
  expect(await healthOf('')).toEqual(all);
  expect(await healthOf('&state=unknown')).toEqual(all);
  expect(await healthOf('&state=healthy')).toEqual([]);
  for (const hour of ['11', '12']) {
    const execution = {
      project,
      startedAt: `2026-11-13T${hour}:00:00Z`,
      ...onBranch('main', 'd'.repeat(8)),
    };
    await upload(server, makeUpload({ execution, results: [makeResult({ titlePath: ['fine'] })] }));
  }
  expect(await healthOf('&state=healthy&state=unknown')).toHaveLength(3);
  expect((await healthOf('&state=healthy')).map(({ title }) => title)).toEqual(['fine']);
  // Even if few of the runs are in the window.
  const inWindow = await healthOf('&from=2026-11-13');
  expect(inWindow.map(({ title, state }) => [title, state])).toEqual([['fine', 'healthy']]);
});

it('finds since when a test fails on the requested branch', async () => {
  const project = 'since';
  const days = Array.from({ length: 19 }, (_, index) => String(index + 1).padStart(2, '0'));
  const ids: string[] = [];
  for (const [index, day] of days.entries()) {
    const startedAt = `2026-11-${day}T10:00:00Z`;
    const commit = `c${index}`.padEnd(8, '0');
    const status = index < 14 ? 'passed' : 'failed';
    const results = [makeResult({ status })];
    const git = { ...onBranch('release', commit).git, author: `Author ${index}` };
    const execution = { project, startedAt, git };
    ids.push((await upload(server, makeUpload({ execution, results }))).executionId);
    const passing = { project, startedAt, ...onBranch('main', commit) };
    await upload(server, makeUpload({ execution: passing }));
  }
  await settle(server);
  const [onMain] = (await list('?project=since&branch=main')).items;
  const [onRelease] = (await list('?project=since&branch=release')).items;
  expect(onMain?.since).toBeNull();
  // main contradicts each failure on the same commit: flaky, not failing.
  expect(onRelease?.since).toEqual({
    kind: 'flaky',
    branch: 'release',
    confidence: 'high',
    author: 'Author 14',
    badRuns: 5,
    runs: 5,
    lastGood: { executionId: ids[13], commit: 'c1300000', at: '2026-11-14T10:00:00.000Z' },
    firstBad: { executionId: ids[14], commit: 'c1400000', at: '2026-11-15T10:00:00.000Z' },
    goodAgain: null,
    isAtLeast: false,
  });
});

it.each<[string, string]>([
  ['searc=x', 'searc'],
  ['recent=51', 'recent'],
  ['recent=-1', 'recent'],
  ['testId=abc', 'testId.0'],
  ['testIdPrefix=abc', 'testIdPrefix'],
  ['testIdPrefix=abcg', 'testIdPrefix'],
  [Array.from({ length: 101 }, () => `testId=${'a'.repeat(32)}`).join('&'), 'testId'],
  ['state=shaky', 'state.0'],
  ['search=', 'search'],
  ['from=2026-11-20&to=2026-11-20', 'from'],
  ['to=2026-02-30', 'to'],
  ['limit=101', 'limit'],
  ['cursor=abc', 'cursor'],
  [`cursor=${cursorOf(null)}`, 'cursor'],
  [`cursor=${cursorOf({ afterTest: 7 })}`, 'cursor'],
  [`cursor=${cursorOf({ afterTest: 'A'.repeat(32) })}`, 'cursor'],
  // A cursor of an unknown test, and one of the list of executions.
  [`cursor=${cursorOf({ afterTest: 'a'.repeat(32) })}`, 'cursor'],
  [`cursor=${cursorOf({ startedAt: NOW.toISOString(), id: NO_ID })}`, 'cursor'],
])('refuses %s and names the parameter', async (query, path) => {
  const { status, text } = await ask(server, { url: `/api/tests?${query}` });
  const { error } = JSON.parse(text) as { error: { code: string; details: { path: string }[] } };
  expect({ status, code: error.code, path: error.details[0]?.path }).toEqual({
    status: 400,
    code: 'BAD_REQUEST',
    path,
  });
});

function cursorOf(position: object | null): string {
  return Buffer.from(JSON.stringify(position)).toString('base64url');
}

it('shows nothing of another organization, whose cursor is invalid here', async () => {
  const { apiKey } = await server.makeOrganization('Other');
  const other = { app: server.app, apiKey };
  const { items, nextCursor } = await list('?limit=1');
  expect(nextCursor).not.toBeNull();
  for (const query of ['', '?search=a', `?testId=${items[0]?.testId}`, '?owner=team-new']) {
    expect(await list(query, other)).toEqual({
      items: [],
      nextCursor: null,
      source: 'all',
      localProjects: [],
    });
  }
  await upload(other, UPLOADS[2] ?? {});
  expect((await list('', other)).items).toMatchObject([
    { testId: idOf('apple'), runs: 1, failures: 1, flakyRuns: 0, recent: [{ outcome: 'failed' }] },
  ]);
  expect((await ask(other, { url: `/api/tests?cursor=${nextCursor}` })).status).toBe(400);
});
