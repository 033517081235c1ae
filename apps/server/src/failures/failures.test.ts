import type { FailureGroup } from '@svc/contract/history/failures';
import type { IngestExecution, IngestResult } from '@svc/contract/executions/ingest';
import type { SourcedPage } from '@svc/contract/pages';
import { testId } from '@svc/contract/zod-free/test-identity';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeApp, type TestApp } from '../../test/app.ts';
import {
  ask,
  dataOf,
  makeResult,
  makeUpload,
  readExecution,
  settle,
  upload,
} from '../../test/make.ts';

const CI: Partial<IngestExecution> = { ci: { provider: 'github', runId: '1' } };
const NO_ID = '00000000-0000-7000-8000-000000000000';

let server: TestApp;
/** The executions by the name of their key. */
const executionIds: Record<string, string> = {};

beforeAll(async () => {
  server = await makeApp();
  server.setNow(new Date('2026-11-21T12:00:00Z'));
  for (const [key, branch, startedAt, results, more] of UPLOADS) {
    const execution: Partial<IngestExecution> = { key, startedAt, git: { branch }, ...more };
    const body = makeUpload({ execution, results: results.map((result) => ({ ...result })) });
    executionIds[key] = (await upload(server, body)).executionId;
  }
  await settle(server);
});
afterAll(() => server.close());

const failing = (message: string, title: string, file = 'src/cart.test.ts') =>
  makeResult({
    file,
    titlePath: ['cart', title],
    line: 7,
    status: 'failed',
    durationMs: 20,
    attempts: [
      { status: 'failed', durationMs: 10, errors: [{ message: 'only at first' }] },
      { status: 'failed', durationMs: 10, errors: [{ message }, { message: 'and more' }] },
    ],
  });
const passing = (title: string) => makeResult({ titlePath: ['cart', title] });
const flaky = makeResult({
  titlePath: ['cart', 'flaky'],
  attempts: [
    { status: 'failed', durationMs: 10, errors: [{ message: 'Error: once in a while' }] },
    { status: 'passed', durationMs: 10 },
  ],
});
const silent = makeResult({ titlePath: ['cart', 'silent'], status: 'timedOut' });
const passed = makeResult();

const PRICE = 'Error: wrong price';
const STOCK = 'Error: out of stock';
const LOGIN = 'Error: no session';

/** Key, branch, time, results and further facts of the execution. */
const UPLOADS: [
  string,
  string,
  string,
  ReturnType<typeof makeResult>[],
  Partial<IngestExecution>,
][] = [
  ['before', 'main', '2026-10-01T09:00:00Z', [failing(PRICE, 'adds')], {}],
  ['m1', 'main', '2026-11-10T09:00:00Z', [failing(PRICE, 'adds'), failing(STOCK, 'buys')], {}],
  // Both of its failures have one cause; t2 ran neither test, and t3 saw both pass.
  [
    't1',
    'topic',
    '2026-11-11T23:59:59.999Z',
    [failing(STOCK, 'buys'), failing(STOCK, 'sells')],
    {},
  ],
  ['t2', 'topic', '2026-11-12T00:00:00Z', [flaky, passed], {}],
  ['t3', 'topic', '2026-11-12T01:00:00Z', [passing('buys'), passing('sells')], {}],
  ['m2', 'main', '2026-11-14T09:00:00Z', [failing(PRICE, 'adds'), silent], {}],
  // A shard is missing: not finished.
  [
    'm3',
    'main',
    '2026-11-15T09:00:00Z',
    [failing(STOCK, 'buys')],
    { shard: { index: 1, total: 2 } },
  ],
  // Ends the failures of the one test that it ran.
  ['m4', 'main', '2026-11-16T09:00:00Z', [passing('buys')], {}],
  [
    'w1',
    'main',
    '2026-11-13T09:00:00Z',
    [failing(LOGIN, 'logs in', 'e2e/100%_login.spec.ts')],
    { project: 'web', framework: 'playwright', environment: { name: 'staging' } },
  ],
];

const list = async (query = '', from: Pick<TestApp, 'app' | 'apiKey'> = server) =>
  dataOf(await ask(from, { url: `/api/failures${query}` })) as SourcedPage<FailureGroup>;
const patterns = async (query: Record<string, string>) =>
  (await list(`?${new URLSearchParams(query).toString()}`)).items.map(
    ({ pattern, count }) => `${/price|stock|session|Timed/.exec(pattern)?.[0]} ${count}`,
  );

it('groups the failures of the window by fingerprint, the most frequent first', async () => {
  const { items, nextCursor } = await list();
  expect(nextCursor).toBeNull();
  expect(items).toMatchObject([
    {
      pattern: expect.stringContaining('out of stock'),
      count: 4,
      tests: 2,
      executions: 3,
      branches: ['main', 'topic'],
      // Its test passed on main after that.
      phase: 'over',
      onlyOn: [],
      gone: {
        at: '2026-11-16T09:00:00.000Z',
        executionId: executionIds['m4'],
        number: 8,
        branch: 'main',
      },
      firstSeenAt: '2026-11-10T09:00:00.000Z',
      lastSeenAt: '2026-11-15T09:00:00.000Z',
      perDay: perDay({ 19: 1, 20: 2, 24: 1 }),
      classification: null,
    },
    {
      pattern: expect.stringContaining('wrong price'),
      count: 2,
      tests: 1,
      executions: 2,
      branches: ['main'],
      phase: 'ongoing',
      firstSeenAt: '2026-10-01T09:00:00.000Z',
      lastSeenAt: '2026-11-14T09:00:00.000Z',
      perDay: perDay({ 19: 1, 23: 1 }),
    },
    { phase: 'new', count: 1, perDay: perDay({ 23: 1 }) },
    { phase: 'new', count: 1, perDay: perDay({ 22: 1 }) },
  ]);
  const m3 = await readExecution(server, { executionId: executionIds['m3'] ?? '' });
  expect(items[0]?.fingerprint).toMatch(/^fp2:[0-9a-f]{32}$/);
  expect(items[0]?.fingerprint).toBe(m3.results[0]?.fingerprint);
  expect(items[0]?.example).toEqual({
    resultId: m3.results[0]?.id,
    executionId: m3.id,
    executionNumber: m3.number,
    testId: testId({ project: 'shop', file: 'src/cart.test.ts', titlePath: ['cart', 'buys'] }),
    project: 'shop',
    title: 'buys',
    file: 'src/cart.test.ts',
    line: 7,
    message: STOCK,
  });
  expect(items[2]?.example).toMatchObject({ title: 'silent', line: null, message: null });
});

/** Failures per day from 22 October to 21 November, by the index of the day. */
function perDay(counts: Record<number, number>): number[] {
  return Array.from({ length: 31 }, (_, day) => counts[day] ?? 0);
}

it.each<[Record<string, string>, string[]]>([
  [{ project: 'web' }, ['session 1']],
  [{ framework: 'playwright' }, ['session 1']],
  [{ environment: 'staging' }, ['session 1']],
  [{ branch: 'topic' }, ['stock 2']],
  [{ to: '2026-10-02' }, ['price 1']],
  [{ from: '2026-11-15' }, ['stock 1']],
  [{ project: 'nowhere' }, []],
  [{ search: 'WRONG PRICE' }, ['price 2']],
  // All failures of the group, not only those of the matching test.
  [{ search: 'sells' }, ['stock 4']],
  [{ search: 'cart › sells' }, ['stock 4']],
  [{ search: '100%_login' }, ['session 1']],
  [{ search: '100_' }, []],
  [{ phase: 'over' }, ['stock 4']],
  [{ phase: 'ongoing' }, ['price 2']],
  [{ phase: 'new' }, ['Timed 1', 'session 1']],
  [{ phase: 'new', search: 'price' }, []],
])('answers %o with the groups that fit', async (query, expected) => {
  expect(await patterns(query)).toEqual(expected);
});

it('answers several phases with the groups in one of them, in pages of any size', async () => {
  const asked = '?phase=over&phase=new&limit=1';
  const seen: string[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const page: Awaited<ReturnType<typeof list>> = await list(
      `${asked}${cursor && `&cursor=${cursor}`}`,
    );
    seen.push(...page.items.map(({ phase, count }) => `${phase} ${count}`));
    cursor = page.nextCursor;
  }
  expect(seen).toEqual(['over 4', 'new 1', 'new 1']);
});

it('finds a cause by its whole fingerprint, and by no part of one', async () => {
  const [stock] = (await list('?search=stock')).items;
  const fingerprint = stock?.fingerprint ?? '';
  const found = async (search: string) =>
    (await list(`?search=${encodeURIComponent(search)}`)).items;
  expect(await found(fingerprint)).toEqual([stock]);
  expect(await found(fingerprint.slice(0, -1))).toEqual([]);
});

it('sorts by the newest failure and by the number of tests, ties by the newest, then the fingerprint', async () => {
  const byNewest = (await list('?sort=newest')).items;
  expect(byNewest.map(({ lastSeenAt }) => lastSeenAt.slice(0, 10))).toEqual([
    '2026-11-15',
    '2026-11-14',
    '2026-11-14',
    '2026-11-13',
  ]);
  const [first = '', second = ''] = byNewest.slice(1, 3).map(({ fingerprint }) => fingerprint);
  expect(first < second).toBe(true);
  const byTests = (await list('?sort=tests')).items;
  expect(byTests.map(({ tests }) => tests)).toEqual([2, 1, 1, 1]);
  expect(byTests).toEqual(byNewest);
});

it.each([
  ['to=2026-11-12', 'new'],
  ['branch=topic', 'over'],
  ['branch=main&to=2026-11-12', 'new'],
])('looks for later passes in the window and filters: %s', async (query, phase) => {
  const [stock] = (await list(`?search=stock&${query}`)).items;
  expect(stock?.phase).toBe(phase);
});

it.each<[later: string, execution: Partial<IngestExecution>, phase: string]>([
  ['of CI', CI, 'over'],
  ['of CI on another branch', { ...CI, git: { branch: 'fix' } }, 'ongoing'],
  ['of CI that is partial', { ...CI, partial: ['filter'] }, 'ongoing'],
  ['of CI with a dirty tree', { ...CI, git: { branch: 'main', dirty: true } }, 'ongoing'],
  ['of CI that lacks a shard', { ...CI, shard: { index: 1, total: 2 } }, 'ongoing'],
  ['on a developer machine', {}, 'ongoing'],
])('is over after a pass in an execution that speaks alone: one %s', async (_, later, phase) => {
  const { apiKey } = await server.makeOrganization('Ends');
  const other = { app: server.app, apiKey };
  const run = (hour: number, result: IngestResult, execution: Partial<IngestExecution>) => {
    const startedAt = `2026-11-20T0${hour}:00:00Z`;
    const told = { startedAt, git: { branch: 'main' }, ...execution };
    return upload(other, makeUpload({ execution: told, results: [result] }));
  };
  await run(0, failing(PRICE, 'adds'), { ...CI, startedAt: '2026-10-01T09:00:00Z' });
  await run(1, failing(PRICE, 'adds'), CI);
  // Ran another test, so it ends no failure.
  await run(2, passing('sells'), CI);
  await run(3, passing('adds'), later);
  await settle(server);
  for (const query of ['', `?phase=${phase}`, '?source=all']) {
    const { items, source } = await list(query, other);
    expect([items.map((item) => item.phase), source]).toEqual([
      [phase],
      query === '?source=all' ? 'all' : 'ci',
    ]);
  }
});

it.each(['count', 'newest', 'tests'])(
  'returns pages of any size that add up to the whole list, by %s',
  async (sort) => {
    const whole = (await list(`?sort=${sort}`)).items.map(({ fingerprint }) => fingerprint);
    expect(whole).toHaveLength(4);
    for (const limit of [1, 2, 3, 4, 5]) {
      const seen: string[] = [];
      for (let cursor: string | null = ''; cursor !== null;) {
        const page: SourcedPage<FailureGroup> = await list(
          `?sort=${sort}&limit=${limit}${cursor && `&cursor=${cursor}`}`,
        );
        seen.push(...page.items.map(({ fingerprint }) => fingerprint));
        cursor = page.nextCursor;
      }
      expect(seen).toEqual(whole);
    }
  },
);

it('counts failures dated tomorrow by a fast clock on the last day', async () => {
  const { apiKey } = await server.makeOrganization('Ahead');
  const ahead = { app: server.app, apiKey };
  const execution = { startedAt: '2026-11-22T09:00:00Z' };
  await upload(ahead, makeUpload({ execution, results: [failing(PRICE, 'adds')] }));
  await settle(server);
  const { items } = await list('?from=2026-11-20', ahead);
  expect(items.map(({ count, perDay }) => ({ count, perDay }))).toEqual([
    { count: 1, perDay: [0, 1] },
  ]);
});

it('keeps a group whose texts retention deleted', async () => {
  const { apiKey, organizationId } = await server.makeOrganization('Short memory');
  const other = { app: server.app, apiKey };
  await upload(other, makeUpload({ results: [failing(PRICE, 'adds')] }));
  await settle(server);
  for (const table of ['texts', 'attempts', 'results']) {
    await server.scope.query(`DELETE FROM ${table} WHERE organization_id = $1`, [organizationId]);
  }
  expect((await list('?from=2026-01-01&to=2027-01-01', other)).items).toMatchObject([
    { count: 1, example: { title: 'adds', line: null, message: null } },
  ]);
});

it('shows nothing of another organization', async () => {
  const { apiKey } = await server.makeOrganization('Other');
  const other = { app: server.app, apiKey };
  for (const query of ['', '?search=price', '?phase=over', '?sort=tests']) {
    expect(await list(query, other)).toEqual({
      items: [],
      nextCursor: null,
      source: 'all',
      localProjects: [],
    });
  }
  const body = makeUpload({
    execution: { startedAt: '2026-11-18T09:00:00Z' },
    results: [failing(PRICE, 'adds')],
  });
  await upload(other, body);
  await settle(server);
  // The other organization has its own first-seen time for the fingerprint.
  expect((await list('', other)).items).toMatchObject([
    { count: 1, phase: 'new', firstSeenAt: '2026-11-18T09:00:00.000Z' },
  ]);
});

const PLACE = {
  sort: 'count',
  value: 1,
  lastSeenAt: '2026-11-10T09:00:00.000Z',
  id: 'a'.repeat(32),
};

it.each<[string, string]>([
  ['serch=x', 'serch'],
  ['sort=oldest', 'sort'],
  ['phase=gone', 'phase.0'],
  ['phase=new&phase=gone', 'phase.1'],
  ['search=', 'search'],
  ['limit=0', 'limit'],
  ['from=2026-11-20&to=2026-11-20', 'from'],
  ['from=2020-01-01', 'from'],
  ['cursor=abc', 'cursor'],
  [`cursor=${cursorOf(null)}`, 'cursor'],
  [`cursor=${cursorOf({ ...PLACE, sort: 'tests' })}`, 'cursor'],
  [`sort=newest&cursor=${cursorOf(PLACE)}`, 'cursor'],
  [`cursor=${cursorOf({ ...PLACE, value: 1.5 })}`, 'cursor'],
  [`cursor=${cursorOf({ ...PLACE, value: 1e12 })}`, 'cursor'],
  [`cursor=${cursorOf({ ...PLACE, lastSeenAt: '2026-11-10' })}`, 'cursor'],
  [`cursor=${cursorOf({ ...PLACE, id: NO_ID })}`, 'cursor'],
  [`cursor=${cursorOf({ startedAt: PLACE.lastSeenAt, id: NO_ID })}`, 'cursor'],
])('refuses %s and names the parameter', async (query, path) => {
  const { status, text } = await ask(server, { url: `/api/failures?${query}` });
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
