import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type AttendingApp,
  commitOf,
  makeAttendingApp,
  makeBrokenFile,
  makeFailure,
} from '../../../../test/scenes/attending.ts';
import { timeBefore } from '../../../../test/clock.ts';
import { makeRun } from '../../../../test/history.ts';
import { rethrow } from '../../../../test/make.ts';
import { interruptWaitingExecutions } from '../../../executions/life-cycle/interrupt-waiting-executions.ts';

let server: AttendingApp;
beforeAll(async () => {
  server = await makeAttendingApp();
});
afterAll(() => server.close());
beforeEach(() => server.startProject());

describe('a default branch that fails', () => {
  it('is an item for each cause, with its first commit and recent runs', async () => {
    await server.run(9, { a: '.' });
    await server.run(8, { a: 'f' });
    await server.run(7, { a: '.' });
    await server.runResults(6, [makeFailure('a', 'no database'), makeFailure('c', 'no database')]);
    // Another job of the same branch, and an interrupted run, are no evidence about these tests.
    await server.run(5, { other: '.' });
    await server.run(4, { a: 'i' });
    await server.runResults(3, [makeFailure('a', 'no database'), makeFailure('b', 'no database')]);
    const last = await server.runResults(2, [
      makeFailure('a', 'no database'),
      makeFailure('b', 'no database'),
      makeFailure('z', 'expected 90 to be 100'),
    ]);
    await server.run(1, { a: 'f' }, { branch: 'fix' });
    const found = await server.items();
    const shared = {
      kind: 'failing',
      project: server.project,
      branch: 'main',
      executionId: last.executionId,
      executionNumber: last.number,
      fingerprint: expect.stringMatching(/^fp2:[0-9a-f]{32}$/) as string,
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
        since: expect.objectContaining({
          commit: commitOf(6),
          before: 'flaky before',
        }) as unknown,
        recent: ['passed', 'failed', 'passed', 'failed', 'interrupted', 'failed', 'failed'],
      },
      {
        ...shared,
        title: 'main fails: z',
        detail: 'expected <n> to be <n> in src/cart.test.ts.',
        testIds: [expect.any(String)],
        tests: 1,
        sinceCommit: commitOf(2),
        since: expect.objectContaining({ commit: commitOf(2), before: null }) as unknown,
        recent: ['failed'],
      },
    ]);
  });

  it('names the file once when the error names it too', async () => {
    const message = 'Error: cannot read src/cart.test.ts';
    const attempts = [{ status: 'failed' as const, durationMs: 30, errors: [{ message }] }];
    await server.runResults(2, [makeRun('a', 'f', { attempts })]);
    const [item] = await server.items();
    expect(item?.detail).toMatch(/^[^.]+src\/cart\.test\.ts\.$/);
  });

  it('is an item too when a file failed to load and no test did', async () => {
    await server.run(4, { a: '.' });
    const files = [makeBrokenFile('src/b.test.ts'), makeBrokenFile('src/a.test.ts')];
    const first = await server.runResults(3, [makeRun('a', '.')], { files });
    const last = await server.runResults(2, [makeRun('a', '.')], { files });
    expect(await server.items()).toEqual([
      {
        kind: 'failing',
        title: 'main fails: 2 files failed to load or set up',
        detail: 'src/a.test.ts, src/b.test.ts.',
        project: server.project,
        branch: 'main',
        testIds: [],
        tests: 0,
        executionId: last.executionId,
        executionNumber: last.number,
        fingerprint: null,
        classification: null,
        sinceCommit: commitOf(3),
        since: {
          at: expect.any(String),
          isAtLeast: false,
          commit: commitOf(3),
          commitUrl: null,
          author: null,
          title: null,
          executionId: first.executionId,
          number: first.number,
          resultId: null,
          before: 'passed once before',
        },
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
    await server.runResults(2, [makeRun('a', '.')], { execution });
    expect(await server.titles()).toEqual([`failing: main fails: ${what}`]);
  });

  it('counts by its newest finished execution, of the last 14 days', async () => {
    await server.run(15 * 24, { a: 'f' });
    expect(await server.titles()).toEqual([]);
    await server.run(3, { a: 'f' });
    await server.runResults(1, [makeRun('a', '.')], {
      execution: { shard: { index: 1, total: 2 } },
    });
    expect(await server.titles()).toEqual(['failing: main fails: a']);
    await server.run(2, { a: '.' });
    expect(await server.titles()).toEqual([]);
  });

  it('is the only branch of a project that reports none', async () => {
    const execution = { git: {} };
    await server.run(4, { a: '.' }, { execution });
    await server.run(3, { a: 'f' }, { execution });
    const [item, ...others] = await server.items();
    expect([item?.title, item?.branch, item?.recent, others]).toEqual([
      `${server.project} fails: a`,
      null,
      ['passed', 'failed'],
      [],
    ]);
  });

  it('lists the item with most tests first, then the newest', async () => {
    await server.runResults(3, [
      makeFailure('a', 'one'),
      makeFailure('b', 'two'),
      makeFailure('c', 'two'),
    ]);
    expect(await server.titles()).toEqual(['failing: main fails: two', 'failing: main fails: a']);
  });
});

const on = (branch: string) => ({ execution: { git: { branch } } });
const withoutDatabase = (title: string) => makeFailure(title, 'no database');

describe('a regression', () => {
  it('is a test that fails on a branch and passed on its base before', async () => {
    await server.run(9, { a: '.', b: '.', c: '.', red: 'f', s: 's' });
    await server.run(8, { a: 'f', b: '.', c: 'r', red: 'f', s: 's' });
    const base = await server.run(7, { a: '.', b: '.', c: 'r', red: 'f', s: 's' });
    await server.run(6, { b: 'f' }, { branch: 'fix' });
    const head = await server.run(
      5,
      { a: '.', b: 'f', c: 't', red: 'f', s: 'f', new: 'f' },
      { branch: 'fix' },
    );
    await server.run(4, { a: '.', b: '.', c: '.', red: '.', s: '.', new: '.' });
    const found = await server.items();
    expect(found.map(({ title }) => title)).toEqual(['fix breaks b', 'fix breaks c']);
    expect(found[0]).toEqual({
      kind: 'regression',
      title: 'fix breaks b',
      detail: `b broke in src/cart.test.ts. Passed in #${base.number} on main.`,
      project: server.project,
      branch: 'fix',
      testIds: [expect.any(String)],
      tests: 1,
      executionId: head.executionId,
      executionNumber: head.number,
      fingerprint: expect.any(String),
      classification: null,
      sinceCommit: commitOf(6),
      since: expect.objectContaining({ commit: commitOf(6), before: null }),
      at: expect.any(String),
      recent: ['failed', 'failed'],
    });
  });

  it('is found against the target branch of a pull request', async () => {
    await server.run(9, { a: '.', b: 'f' });
    await server.run(8, { a: 'f', b: '.' }, { branch: 'next' });
    await server.run(7, { x: '.' });
    const execution = { git: { branch: 'fix', baseBranch: 'next' } };
    await server.run(6, { a: 'f', b: 'f' }, { execution });
    await server.run(5, { x: '.' });
    await server.run(4, { x: '.' }, { branch: 'next' });
    // The target of most pull requests is the default branch: here next, by 1 vote.
    expect(await server.titles()).toEqual(['regression: fix breaks b']);
  });

  it('that fails like the default branch is reported once', async () => {
    await server.run(9, { a: '.', b: '.' });
    await server.runResults(8, [makeFailure('a', 'no database'), makeRun('b', '.')]);
    const git = { branch: 'fix' };
    await server.runResults(7, [makeFailure('b', 'no database')], { execution: { git } });
    expect(await server.titles()).toEqual(['failing: main fails: a']);
  });

  it('with the cause of another branch is counted there, and both say so', async () => {
    await server.run(9, { a: '.', b: '.', c: '.', d: '.' });
    await server.runResults(8, [withoutDatabase('a'), withoutDatabase('b')], on('feat/one'));
    const own = ['a', 'b'].map((title) => makeFailure(title, 'expected 90 to be 100'));
    await server.runResults(7, [...own, withoutDatabase('c')], on('feat/two'));
    const found = await server.items();
    expect(found.map(({ title, detail }) => [title, detail.split('. ').at(-1)])).toEqual([
      [
        expect.stringContaining('feat/two breaks 2 tests'),
        '1 more test fails as on feat/one, listed there.',
      ],
      [expect.stringContaining('feat/one breaks 2 tests'), 'Also breaks 1 test of feat/two.'],
    ]);
    expect(found.map(({ tests }) => tests)).toEqual([2, 2]);
  });

  it('of several tests names their cause', async () => {
    await server.run(9, { a: '.', b: '.' });
    await server.runResults(8, [makeFailure('a', 'no database'), makeFailure('b', 'no database')], {
      execution: { git: { branch: 'fix' } },
    });
    expect(await server.titles()).toEqual(['regression: fix breaks 2 tests: no database']);
  });
});

describe('an incomplete execution', () => {
  it('is one with missing shards, or with files that failed to load', async () => {
    await server.run(9, { a: '.' });
    const files = [makeBrokenFile('src/b.test.ts')];
    const git = { branch: 'fix' };
    const broken = await server.runResults(8, [makeRun('a', '.')], { execution: { git }, files });
    const short = await server.runResults(7, [makeRun('a', 'f')], {
      execution: { shard: { index: 2, total: 3 } },
    });
    expect((await server.items()).map(({ kind }) => kind)).toEqual(['incomplete']);
    await server.scope.query('UPDATE executions SET updated_at = $2 WHERE id = $1', [
      short.executionId,
      timeBefore(3),
    ]);
    await interruptWaitingExecutions(server.deps, rethrow);
    const found = await server.items();
    expect(found.map(({ kind, title, executionId }) => [kind, title, executionId])).toEqual([
      ['failing', 'main fails: a', short.executionId],
      ['incomplete', 'main: 2 of 3 parts never came', short.executionId],
      ['incomplete', 'fix: 1 file failed to load or set up', broken.executionId],
    ]);
    expect(found.slice(1).map(({ detail }) => detail)).toEqual([
      `Nobody knows how the tests of #${short.number} went that are missing.`,
      `#${broken.number} did not run what is in src/b.test.ts.`,
    ]);
  });
});
