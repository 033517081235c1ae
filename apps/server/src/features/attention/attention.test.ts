import type { Attention, AttentionItem } from '@svc/contract/attention';
import type { IngestAnswer, IngestResult } from '@svc/contract/ingest';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeApp, type TestApp } from '../../../test/app.ts';
import { type HistoryRow, type Letter, makeRun, uploadRow } from '../../../test/history.ts';
import { ask, dataOf, makeUpload, settle, upload } from '../../../test/make.ts';
import { interruptWaitingExecutions } from '../../jobs/upkeep.queries.ts';

let server: TestApp;
/** Each test has a project of its own. */
let project: string;
let projects = 0;
beforeAll(async () => {
  server = await makeApp();
});
afterAll(() => server.close());
beforeEach(() => {
  project = `project ${++projects}`;
});

const HOUR_MS = 3_600_000;

function at(hoursAgo: number): string {
  return new Date(Date.now() - hoursAgo * HOUR_MS).toISOString();
}

function commitOf(number: number): string {
  return String(number).padStart(40, 'c');
}

/** An execution of this test's project on main, of a commit that tells its hour. */
function run(
  hoursAgo: number,
  tests: Record<string, Letter>,
  facts: Partial<HistoryRow> = {},
): Promise<IngestAnswer> {
  return uploadRow(server, {
    tests,
    at: at(hoursAgo),
    project,
    commit: commitOf(hoursAgo),
    ...facts,
  });
}

/** Results that need more than a letter. */
function runResults(
  hoursAgo: number,
  results: IngestResult[],
  { execution = {}, ...facts }: NonNullable<Parameters<typeof makeUpload>[0]> = {},
): Promise<IngestAnswer> {
  const git = { branch: 'main', commit: commitOf(hoursAgo) };
  return upload(
    server,
    makeUpload({
      execution: { project, startedAt: at(hoursAgo), git, ...execution },
      results,
      ...facts,
    }),
  );
}

async function items(query: Record<string, string> = { project }): Promise<AttentionItem[]> {
  await settle(server);
  const url = `/api/attention?${new URLSearchParams(query).toString()}`;
  return (dataOf(await ask(server, { url })) as Attention).items;
}

async function titles(): Promise<string[]> {
  return (await items()).map(({ kind, title }) => `${kind}: ${title}`);
}

/** Fails with an error that others of the same cause have too. */
function failing(title: string, cause: string): IngestResult {
  return makeRun(title, 'f', {
    attempts: [{ status: 'failed', durationMs: 30, errors: [{ message: `Error: ${cause}` }] }],
  });
}

it('has nothing to say where nothing needs a person', async () => {
  expect(await items()).toEqual([]);
  await run(3, { a: 'f' });
  await run(2, { a: '.', b: 'r' });
  await run(1, { a: '.', b: '.' }, { branch: 'fix' });
  expect(await items()).toEqual([]);
});

describe('a default branch that fails', () => {
  it('is an item for each cause, with since when and how it went', async () => {
    await run(9, { a: '.' });
    await run(8, { a: 'f' });
    await run(7, { a: '.' });
    await runResults(6, [failing('a', 'no database'), failing('c', 'no database')]);
    // Another job of the same branch, and a run cut off, say nothing of these tests.
    await run(5, { other: '.' });
    await run(4, { a: 'i' });
    await runResults(3, [failing('a', 'no database'), failing('b', 'no database')]);
    const last = await runResults(2, [
      failing('a', 'no database'),
      failing('b', 'no database'),
      failing('z', 'expected 90 to be 100'),
    ]);
    await run(1, { a: 'f' }, { branch: 'fix' });
    const found = await items();
    const shared = {
      kind: 'failing',
      project,
      branch: 'main',
      executionId: last.executionId,
      fingerprint: expect.stringMatching(/^fp1:[0-9a-f]{32}$/) as string,
      classification: null,
      at: expect.any(String) as string,
    };
    expect(found.filter(({ kind }) => kind === 'failing')).toEqual([
      {
        ...shared,
        title: 'main fails: no database',
        detail: 'a in src/cart.test.ts and 1 more test.',
        testIds: [expect.any(String), expect.any(String)],
        tests: 2,
        sinceCommit: commitOf(6),
        recent: ['passed', 'failed', 'passed', 'failed', 'interrupted', 'failed', 'failed'],
      },
      {
        ...shared,
        title: 'main fails: z',
        detail: 'expected <n> to be <n> in src/cart.test.ts.',
        testIds: [expect.any(String)],
        tests: 1,
        sinceCommit: commitOf(2),
        recent: ['failed'],
      },
    ]);
  });

  it('is an item too when a file failed to load and no test did', async () => {
    await run(4, { a: '.' });
    const files = [
      { file: 'src/b.test.ts', durationMs: 1, errors: [{ message: 'cannot load' }] },
      { file: 'src/a.test.ts', durationMs: 1, errors: [{ message: 'cannot load' }] },
    ];
    await runResults(3, [makeRun('a', '.')], { files });
    const last = await runResults(2, [makeRun('a', '.')], { files });
    expect(await items()).toEqual([
      {
        kind: 'failing',
        title: 'main fails: 2 files failed to load or set up',
        detail: 'src/a.test.ts, src/b.test.ts.',
        project,
        branch: 'main',
        testIds: [],
        tests: 0,
        executionId: last.executionId,
        fingerprint: null,
        classification: null,
        sinceCommit: commitOf(3),
        at: expect.any(String),
        recent: [],
      },
    ]);
  });

  it.each([
    [
      { errors: [{ message: 'Unhandled rejection:\nnobody caught me' }] },
      'Unhandled rejection: nobody caught me',
    ],
    [{ status: 'failed' as const }, 'the run was reported as failed'],
  ])('is an item too when only the run failed: %j', async (execution, what) => {
    await runResults(2, [makeRun('a', '.')], { execution });
    expect(await titles()).toEqual([`failing: main fails: ${what}`]);
  });

  it('counts by its newest finished execution, of the last 14 days', async () => {
    await run(15 * 24, { a: 'f' });
    expect(await titles()).toEqual([]);
    await run(3, { a: 'f' });
    await runResults(1, [makeRun('a', '.')], { execution: { shard: { index: 1, total: 2 } } });
    expect(await titles()).toEqual(['failing: main fails: a']);
    await run(2, { a: '.' });
    expect(await titles()).toEqual([]);
  });

  it('is the one branch of a project that tells none', async () => {
    const execution = { git: {} };
    await run(4, { a: '.' }, { execution });
    await run(3, { a: 'f' }, { execution });
    const [item, ...others] = await items();
    expect([item?.title, item?.branch, item?.recent, others]).toEqual([
      `${project} fails: a`,
      null,
      ['passed', 'failed'],
      [],
    ]);
  });

  it('has the item with most tests first, then the newest', async () => {
    await runResults(3, [failing('a', 'one'), failing('b', 'two'), failing('c', 'two')]);
    expect(await titles()).toEqual(['failing: main fails: two', 'failing: main fails: a']);
  });
});

describe('a regression', () => {
  it('is what a branch broke that passed on its base before', async () => {
    await run(9, { a: '.', b: '.', c: '.', red: 'f', s: 's' });
    await run(8, { a: 'f', b: '.', c: 'r', red: 'f', s: 's' });
    const base = await run(7, { a: '.', b: '.', c: 'r', red: 'f', s: 's' });
    await run(6, { b: 'f' }, { branch: 'fix' });
    const head = await run(
      5,
      { a: '.', b: 'f', c: 't', red: 'f', s: 'f', new: 'f' },
      { branch: 'fix' },
    );
    await run(4, { a: '.', b: '.', c: '.', red: '.', s: '.', new: '.' });
    const found = await items();
    expect(found.map(({ title }) => title)).toEqual(['fix breaks b', 'fix breaks c']);
    expect(found[0]).toEqual({
      kind: 'regression',
      title: 'fix breaks b',
      detail: `b broke in src/cart.test.ts. Passed in #${base.number} of main.`,
      project,
      branch: 'fix',
      testIds: [expect.any(String)],
      tests: 1,
      executionId: head.executionId,
      fingerprint: expect.any(String),
      classification: null,
      sinceCommit: commitOf(6),
      at: expect.any(String),
      recent: ['failed', 'failed'],
    });
  });

  it('is held against the branch that a pull request is meant for', async () => {
    await run(9, { a: '.', b: 'f' });
    await run(8, { a: 'f', b: '.' }, { branch: 'next' });
    await run(7, { x: '.' });
    const execution = { git: { branch: 'fix', baseBranch: 'next' } };
    await run(6, { a: 'f', b: 'f' }, { execution });
    await run(5, { x: '.' });
    await run(4, { x: '.' }, { branch: 'next' });
    // What most pull requests are meant for is the default branch, here by 1 vote: next.
    expect(await titles()).toEqual(['regression: fix breaks b']);
  });

  it('that fails like the default branch is told once', async () => {
    await run(9, { a: '.', b: '.' });
    await runResults(8, [failing('a', 'no database'), makeRun('b', '.')]);
    const git = { branch: 'fix' };
    await runResults(7, [failing('b', 'no database')], { execution: { git } });
    expect(await titles()).toEqual(['failing: main fails: a']);
  });

  it('of several tests names their cause', async () => {
    await run(9, { a: '.', b: '.' });
    await runResults(8, [failing('a', 'no database'), failing('b', 'no database')], {
      execution: { git: { branch: 'fix' } },
    });
    expect(await titles()).toEqual(['regression: fix breaks 2 tests: no database']);
  });
});

describe('an incomplete execution', () => {
  it('is one whose shards never came, or with files that failed to load', async () => {
    await run(9, { a: '.' });
    const files = [{ file: 'src/b.test.ts', durationMs: 1, errors: [{ message: 'cannot load' }] }];
    const git = { branch: 'fix' };
    const broken = await runResults(8, [makeRun('a', '.')], { execution: { git }, files });
    const short = await runResults(7, [makeRun('a', 'f')], {
      execution: { shard: { index: 2, total: 3 } },
    });
    expect((await items()).map(({ kind }) => kind)).toEqual(['incomplete']);
    await server.deps.database.query(
      `UPDATE executions SET updated_at = updated_at - interval '3 hours' WHERE id = $1`,
      [short.executionId],
    );
    await interruptWaitingExecutions(server.deps);
    const found = await items();
    expect(found.map(({ kind, title, executionId }) => [kind, title, executionId])).toEqual([
      ['failing', 'main fails: a', short.executionId],
      ['incomplete', 'main: 2 of 3 shards never came', short.executionId],
      ['incomplete', 'fix: 1 file failed to load or set up', broken.executionId],
    ]);
    expect(found.slice(1).map(({ detail }) => detail)).toEqual([
      `Nobody knows how the tests of #${short.number} went that are missing.`,
      `#${broken.number} did not run what is in src/b.test.ts.`,
    ]);
  });
});

describe('tests that became flaky', () => {
  /** Flaky on two commits, which makes a known flake; each flaky run loses so long. */
  async function flake(
    title: string,
    hoursAgo: number,
    lostMs: number,
    cause = title,
  ): Promise<void> {
    for (const hours of [hoursAgo + 2, hoursAgo + 1]) {
      await runResults(hours, [
        makeRun(title, 'r', {
          attempts: [
            { status: 'failed', durationMs: lostMs, errors: [{ message: `Error: ${cause}` }] },
            { status: 'passed', durationMs: 10 },
          ],
        }),
      ]);
    }
    await run(hoursAgo, { [title]: '.' });
  }

  it('in the last 7 days are items by what they cost', async () => {
    await flake('long ago', 8 * 24, 90_000);
    await flake('cheap', 20, 1_000);
    await flake('dear', 30, 60_000);
    const found = await items();
    expect(found.map(({ title }) => title)).toEqual(['dear became flaky', 'cheap became flaky']);
    expect(found[0]).toEqual({
      kind: 'newly-flaky',
      title: 'dear became flaky',
      // (0.2 + 2) / (10.2 + 3) × 3 runs in 30 days a week × 60 s.
      detail: '2 flaky runs of 3 in 30 days, about 7.0 s lost a week. dear',
      project,
      branch: null,
      testIds: [expect.any(String)],
      tests: 1,
      executionId: null,
      fingerprint: expect.any(String),
      classification: null,
      sinceCommit: null,
      at: expect.any(String),
      recent: ['flaky', 'flaky', 'passed'],
    });
  });

  it('for one cause are one item, and none where the cause fails the default branch', async () => {
    await flake('a', 30, 1_000, 'connection reset');
    await flake('b', 20, 2_000, 'connection reset');
    await flake('c', 10, 3_000, 'no database');
    await runResults(1, [failing('c', 'no database')]);
    expect(await titles()).toEqual([
      'failing: main fails: c',
      'newly-flaky: b and 1 more test became flaky',
    ]);
  });
});

describe('a project that became slower', () => {
  async function durations(daysAgo: number, seconds: number[], files: Record<string, number> = {}) {
    for (const [index, one] of seconds.entries()) {
      await runResults(daysAgo * 24 + index, [makeRun('a', '.')], {
        execution: { durationMs: one * 1_000 },
        files: Object.entries(files).map(([file, durationMs]) => ({ file, durationMs })),
      });
    }
  }

  it('is an item with the file that grew most', async () => {
    await durations(36, [1]);
    await durations(20, [60, 90, 10], { 'src/a.test.ts': 20_000, 'src/b.test.ts': 840 });
    await durations(3, [75, 200, 70], { 'src/a.test.ts': 25_000, 'src/b.test.ts': 12_400 });
    const [item, ...others] = await items();
    expect(others).toEqual([]);
    expect(item).toMatchObject({
      kind: 'slower',
      title: `${project} became slower by 25 %`,
      detail:
        'Median of the last 7 days 1 m 15 s, of the 28 days before 1 m 00 s. ' +
        'src/b.test.ts grew most, from 840 ms to 12.4 s.',
      branch: null,
      testIds: [],
    });
  });

  it.each([
    [[100], [115], 1],
    [[100], [114.9], 0],
    [[60], [70], 1],
    [[60], [69.9], 0],
    [[], [100], 0],
    [[100], [], 0],
  ])('from %j s to %j s is %d items', async (before, recent, count) => {
    await durations(10, before);
    await durations(2, recent);
    expect(await items()).toHaveLength(count);
  });
});

it('puts the most severe kind first, and ends after 20 items', async () => {
  await runResults(20 * 24, [makeRun('a', '.')], { execution: { durationMs: 1_000 } });
  await run(30, { a: '.', flaky: 'r' });
  await run(29, { a: '.', flaky: 'r' });
  await runResults(28, [makeRun('a', '.'), failing('red', 'red'), makeRun('flaky', '.')], {
    execution: { durationMs: 60_000 },
  });
  const files = [{ file: 'src/b.test.ts', durationMs: 1, errors: [{ message: 'cannot load' }] }];
  const git = { branch: 'fix' };
  await runResults(27, [failing('a', 'broken')], { execution: { git }, files });
  await runResults(26, [makeRun('a', '.')], { execution: { git: { branch: 'c' } }, files });
  expect((await items()).map(({ kind }) => kind)).toEqual([
    'failing',
    'regression',
    'incomplete',
    'incomplete',
    'newly-flaky',
  ]);
  const broken = Array.from({ length: 25 }, (_, index) =>
    failing(`${index}`, `cause ${String.fromCharCode(97 + index)}${'x'.repeat(index)}`),
  );
  await runResults(25, broken);
  const found = await items();
  expect(found.map(({ kind }) => kind)).toEqual(Array(20).fill('failing'));
});

it('speaks of one project where one is named, and of all of the organization where none is', async () => {
  const first = project;
  await run(3, { a: 'f' });
  project = `${first} too`;
  await run(2, { a: 'f' });
  expect((await items({ project: first })).map((item) => item.project)).toEqual([first]);
  const both = (await items({})).filter((item) => item.project.startsWith(first));
  // The same failure in two projects is two.
  expect(both.map((item) => item.project)).toEqual([project, first]);
  expect(await items({ project: 'nobody' })).toEqual([]);
  const { apiKey } = await server.makeOrganization('Other');
  const other = await ask({ app: server.app, apiKey }, { url: '/api/attention' });
  expect(dataOf(other)).toEqual({ items: [] });
});

it('answers the same over tRPC', async () => {
  await run(3, { a: 'f' });
  const overRest = await items();
  const input = encodeURIComponent(JSON.stringify({ project }));
  const { text } = await ask(server, { url: `/trpc/attention.get?input=${input}` });
  expect((JSON.parse(text) as { result: { data: Attention } }).result.data.items).toEqual(overRest);
});

it.each([
  ['projct=web', 'projct'],
  ['project=', 'project'],
  ['limit=5', 'limit'],
])('refuses %s and names the parameter', async (query, path) => {
  const { status, text } = await ask(server, { url: `/api/attention?${query}` });
  const { error } = JSON.parse(text) as { error: { details: { path: string }[] } };
  expect([status, error.details[0]?.path]).toEqual([400, path]);
});
