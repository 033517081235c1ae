import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type ComparingApp,
  makeBrokenFile,
  makeComparingApp,
  type RunFacts,
  titlesOf,
} from '../../test/scenes/comparing.ts';
import { timeBefore } from '../../test/clock.ts';
import { makeRun } from '../../test/history.ts';
import { rethrow } from '../../test/make.ts';
import { interruptWaitingExecutions } from '../executions/life-cycle/interrupt-waiting-executions.ts';

let server: ComparingApp;
beforeAll(async () => {
  server = await makeComparingApp();
});
afterAll(() => server.close());
beforeEach(() => server.startProject());

describe('a head that could not show every test', () => {
  it.each<[string, RunFacts, string]>([
    ['partial', { execution: { partial: ['filter'] } }, 'partial'],
    ['interrupted', { execution: { status: 'interrupted' } }, 'interrupted'],
    [
      'interrupted after a failure',
      { execution: { status: 'interrupted', errors: [{ message: 'killed' }] } },
      'interrupted',
    ],
    ['without its file', { files: [makeBrokenFile('src/gone.test.ts')] }, 'file'],
    [
      'partial and without its file',
      { execution: { partial: ['bail'] }, files: [makeBrokenFile('src/gone.test.ts')] },
      'file',
    ],
  ])('%s removes no test', async (_, facts, reason) => {
    const gone = makeRun('gone', '.', { file: 'src/gone.test.ts' });
    const base = await server.run({ hoursAgo: 2, results: [makeRun('stays', '.'), gone] });
    const head = await server.run({ ...facts, results: [makeRun('stays', 'f')] });
    const comparison = await server.compare({ base, head });
    expect(titlesOf(comparison)).toEqual({ regressions: ['stays'], notRun: ['gone'] });
    expect(comparison.notRun[0]).toMatchObject({ reason, base: { status: 'passed' }, head: null });
  });

  it('because it failed before its first test removes no test', async () => {
    const base = await server.run({ hoursAgo: 2, results: [makeRun('gone', '.')] });
    const head = await server.run({
      execution: { status: 'failed', errors: [{ message: 'no database' }] },
      results: [],
    });
    const comparison = await server.compare({ base, head });
    expect(titlesOf(comparison)).toEqual({ notRun: ['gone'] });
    expect(comparison.notRun[0]?.reason).toBe('interrupted');
  });

  it('because shards are missing removes no test', async () => {
    const base = await server.run({
      hoursAgo: 2,
      results: [makeRun('stays', '.'), makeRun('gone', '.')],
    });
    const head = await server.run({
      execution: { shard: { index: 1, total: 2 } },
      results: [makeRun('stays', '.')],
    });
    await server.scope.query('UPDATE executions SET updated_at = $2 WHERE id = $1', [
      head,
      timeBefore(3),
    ]);
    await interruptWaitingExecutions(server.deps, rethrow);
    const comparison = await server.compare({ base, head });
    expect(titlesOf(comparison)).toEqual({ notRun: ['gone'] });
    expect(comparison.notRun[0]?.reason).toBe('shards');
  });

  it('because hooks of the file failed reports its skipped tests as not run', async () => {
    const file = 'src/gone.test.ts';
    const base = await server.run({
      hoursAgo: 2,
      results: [makeRun('a', '.', { file }), makeRun('b', '.')],
    });
    const head = await server.run({
      files: [makeBrokenFile(file)],
      results: [makeRun('a', 's', { file }), makeRun('b', 's')],
    });
    const comparison = await server.compare({ base, head });
    expect(titlesOf(comparison)).toEqual({ notRun: ['a'] });
    expect(comparison.notRun[0]?.reason).toBe('file');
    expect(comparison.summary).toMatchObject({ regressions: 0, notRun: 1, brokenFiles: 1 });
  });

  it('because a file is broken in one variant removes no test of that variant', async () => {
    const file = 'src/gone.test.ts';
    const variants = ['web', 'phone'].map((variant) => makeRun(variant, '.', { file, variant }));
    const base = await server.run({ hoursAgo: 2, results: variants });
    const head = await server.run({
      files: [makeBrokenFile(file, 'web')],
      results: [makeRun('other', '.')],
    });
    expect(titlesOf(await server.compare({ base, head }))).toEqual({
      newTests: ['other'],
      removedTests: ['phone'],
      notRun: ['web'],
    });
  });
});

describe('a base that could not show every test', () => {
  it.each<[string, RunFacts]>([
    ['partial', { execution: { partial: ['filter'] } }],
    ['interrupted', { execution: { status: 'interrupted' } }],
    ['without its file', { files: [makeBrokenFile('src/cart.test.ts')] }],
  ])('%s: only tests that its branch never knew are new', async (_, facts) => {
    const git = { branch: 'other' };
    const known = ['known long ago', 'known as skipped'];
    await server.run({
      hoursAgo: 200,
      results: [makeRun('known long ago', '.'), makeRun('known as skipped', 's')],
    });
    await server.run({
      hoursAgo: 9,
      execution: { git },
      results: [makeRun('of another branch', '.')],
    });
    const base = await server.run({ hoursAgo: 8, ...facts, results: [makeRun('stays', '.')] });
    await server.run({ hoursAgo: 7, results: [makeRun('known later', '.')] });
    const strange = ['known later', 'never known', 'of another branch'];
    const head = await server.run({
      execution: { git },
      results: ['stays', ...known, ...strange].map((title) => makeRun(title, '.')),
    });
    expect(titlesOf(await server.compare({ base, head }))).toEqual({ newTests: strange });
  });

  it('without a branch uses earlier executions without a branch', async () => {
    await server.run({ hoursAgo: 4, execution: { git: {} }, results: [makeRun('known', '.')] });
    await server.run({ hoursAgo: 3, results: [makeRun('of main', '.')] });
    const base = await server.run({
      hoursAgo: 2,
      execution: { git: {}, partial: ['filter'] },
      results: [],
    });
    const head = await server.run({
      execution: { git: {} },
      results: [makeRun('known', '.'), makeRun('of main', '.')],
    });
    expect(titlesOf(await server.compare({ base, head }))).toEqual({ newTests: ['of main'] });
  });

  it('knows the tests whose results retention has deleted', async () => {
    const base = await server.run({
      hoursAgo: 2,
      execution: { partial: ['filter'] },
      results: [makeRun('a', '.')],
    });
    const head = await server.run({
      results: [makeRun('a', '.'), makeRun('b', '.'), makeRun('c', '.')],
    });
    const { newTests } = await server.compare({ base, head });
    await server.scope.query(
      `INSERT INTO test_days (organization_id, test_id, day, slice_id, branch, framework, from_ci, runs, failures, duration_ms, durations)
       VALUES ($1, $2, '2026-01-01', $2, 'main', 'vitest', true, 1, 0, 4, 1)`,
      [server.organizationId, newTests[0]?.testId],
    );
    expect(titlesOf(await server.compare({ base, head }))).toEqual({ newTests: ['c'] });
  });

  it('finds nothing new in a head that began before it', async () => {
    const head = await server.run({ hoursAgo: 2, results: [makeRun('a', '.'), makeRun('b', '.')] });
    const base = await server.run({
      execution: { partial: ['filter'] },
      results: [makeRun('a', '.')],
    });
    expect(titlesOf(await server.compare({ base, head }))).toEqual({});
  });
});

it('takes what the base did not run from the newest earlier execution that ran it', async () => {
  const ci = { provider: 'github', runId: '1' };
  const git = { branch: 'main' };
  await server.run({
    hoursAgo: 9,
    execution: { ci, git },
    results: [makeRun('a', '.'), makeRun('b', 'f')],
  });
  const full = await server.run({
    hoursAgo: 8,
    execution: { ci, git },
    results: [makeRun('a', '.'), makeRun('b', 'f')],
  });
  // Executions that are local, of another branch or after the base do not show the state of main.
  await server.run({
    hoursAgo: 7,
    execution: { git },
    results: [makeRun('a', 'f'), makeRun('b', '.')],
  });
  const other = { ci, git: { branch: 'other' } };
  await server.run({
    hoursAgo: 7,
    execution: other,
    results: [makeRun('a', 'f'), makeRun('b', '.')],
  });
  const partial = ['filter' as const];
  const base = await server.run({
    hoursAgo: 6,
    execution: { ci, git, partial },
    results: [makeRun('c', '.')],
  });
  await server.run({
    hoursAgo: 5,
    execution: { ci, git },
    results: [makeRun('a', 'f'), makeRun('b', '.')],
  });
  const head = await server.run({
    hoursAgo: 4,
    execution: { ci, git: { branch: 'fix' } },
    results: [
      makeRun('a', 'f'),
      makeRun('b', 'f'),
      makeRun('c', 'f'),
      makeRun('new', 'f'),
      makeRun('old', '.'),
    ],
  });
  const comparison = await server.compare({ base, head });
  expect(titlesOf(comparison)).toEqual({
    regressions: ['a', 'c'],
    stillFailing: ['b'],
    newTests: ['new', 'old'],
  });
  const baseFrom = { executionId: full, number: 2 };
  const sides = [...comparison.regressions, ...comparison.stillFailing];
  expect(sides.map((test) => [test.title, test.base?.status, test.baseFrom])).toEqual([
    ['a', 'passed', baseFrom],
    ['c', 'passed', null],
    ['b', 'failed', baseFrom],
  ]);
  expect(comparison.summary).toMatchObject({ regressions: 2, stillFailing: 1, newFailing: 1 });
});

it('reports an improvement over an earlier failure, but not over one more than 30 days before the base', async () => {
  const cutOff = { status: 'interrupted' as const };
  const base = await server.run({ hoursAgo: 6, execution: cutOff, results: [makeRun('c', 'i')] });
  await server.run({ hoursAgo: 7, results: [makeRun('c', 'f'), makeRun('d', 'r')] });
  await server.run({ hoursAgo: 31 * 24, results: [makeRun('ancient', '.')] });
  const head = await server.run({
    hoursAgo: 5,
    execution: { git: { branch: 'fix' } },
    results: [makeRun('c', '.'), makeRun('d', 'r'), makeRun('ancient', 'f')],
  });
  const comparison = await server.compare({ base, head });
  expect(titlesOf(comparison)).toEqual({ improvements: ['c'], newTests: ['ancient'] });
});
