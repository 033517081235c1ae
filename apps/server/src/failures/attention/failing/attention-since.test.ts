import type { IngestExecution, IngestResult } from '@svc/contract/executions/ingest';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  type AttendingApp,
  commitOf,
  makeAttendingApp,
  makeFailure,
} from '../../../../test/scenes/attending.ts';
import { makeRun, type Letter } from '../../../../test/history.ts';
import { readExecution } from '../../../../test/make.ts';

let server: AttendingApp;
beforeAll(async () => {
  server = await makeAttendingApp();
});
afterAll(() => server.close());
beforeEach(() => server.startProject());

const REPOSITORY = 'git@github.com:acme/shop.git';

/** An execution of main by an author, one a day. */
function day(daysAgo: number, results: IngestResult[], facts: Partial<IngestExecution> = {}) {
  const git = {
    branch: 'main',
    commit: commitOf(daysAgo),
    message: `Change of day ${daysAgo}\n\nand why`,
    author: `Author ${daysAgo}`,
    repository: REPOSITORY,
  };
  const ci = { provider: 'github-actions', workflow: 'web' };
  return server.runResults(daysAgo * 24, results, { execution: { git, ci, ...facts } });
}

/** Runs of test `a` a day apart, oldest first, the last one today. */
async function days(letters: string) {
  for (const [index, letter] of letters.split('').entries()) {
    await day(letters.length - 1 - index, [makeRun('a', letter as Letter)]);
  }
}

it('names the first bad execution with its commit and author, not the newest', async () => {
  for (const passed of [9, 8, 7, 6]) await day(passed, [makeRun('a', '.')]);
  const first = await day(5, [makeRun('a', 'f')]);
  // Neither that of another error nor that of another test.
  await day(4, [makeRun('b', '.')]);
  const last = await day(1, [makeRun('a', 'f')]);
  const { startedAt, results } = await readExecution(server, first);
  expect(await server.items()).toMatchObject([
    {
      executionId: last.executionId,
      executionNumber: last.number,
      at: (await readExecution(server, last)).startedAt,
      sinceCommit: commitOf(5),
      since: {
        at: startedAt,
        isAtLeast: false,
        commit: commitOf(5),
        commitUrl: `https://github.com/acme/shop/commit/${commitOf(5)}`,
        author: 'Author 5',
        title: 'Change of day 5',
        executionId: first.executionId,
        number: first.number,
        resultId: results[0]?.id,
        before: 'passed 4 times before',
      },
      recent: ['passed', 'passed', 'passed', 'passed', 'failed', 'failed'],
    },
  ]);
});

it.each<[string, string | null]>([
  ['f', null],
  ['sif', null],
  ['.f', 'passed once before'],
  ['f...ff', 'passed 3 times before'],
  ['.f.f..ff', 'flaky before'],
  ['...rf', 'flaky before'],
  ['r...f', 'passed 3 times before'],
])('says what the test was before: %s', async (letters, before) => {
  await days(letters);
  expect((await server.items())[0]?.since?.before).toEqual(before);
});

it('says that it failed with another error before', async () => {
  await day(3, [makeRun('a', '.')]);
  await day(2, [makeFailure('a', 'no database')]);
  await day(1, [makeFailure('a', 'no database')]);
  const first = await day(0, [makeFailure('a', 'expected 90 to be 100')]);
  expect((await server.items())[0]?.since).toMatchObject({
    number: first.number,
    before: 'failed with another error before',
  });
});

it('reads without an author, a message, a commit and a repository', async () => {
  const git = { branch: 'main', author: '  ' };
  const first = await day(1, [makeFailure('a', 'x'), makeFailure('b', 'x')], { git });
  expect((await server.items())[0]?.since).toMatchObject({
    commit: null,
    commitUrl: null,
    author: null,
    title: null,
    number: first.number,
    // The item is about two tests.
    resultId: null,
  });
});

it.each([
  // No run passed before, so the author of the break is unknown.
  ['f', { isAtLeast: true, commit: commitOf(0), author: null }],
  ['sff', { isAtLeast: true, commit: commitOf(1), author: null }],
  ['.f', { isAtLeast: false, commit: commitOf(0), author: 'Author 0' }],
])('names nobody where it never ran without the failure: %s', async (letters, since) => {
  await days(letters);
  expect((await server.items())[0]?.since).toMatchObject(since);
});

it('names who broke a branch whose every execution shows what passed on the base', async () => {
  await day(2, [makeRun('a', '.')]);
  const git = { branch: 'fix', baseBranch: 'main', commit: commitOf(1), author: 'Ken' };
  await day(1, [makeRun('a', 'f')], { git });
  expect(await server.items()).toMatchObject([
    { kind: 'regression', since: { isAtLeast: false, author: 'Ken' } },
  ]);
});

it('is at least as old as a run that failed without a test, if none before it did better', async () => {
  await day(0, [makeRun('a', '.')], { status: 'failed' });
  expect((await server.items())[0]?.since).toMatchObject({ isAtLeast: true, author: null });
});

it('looks further back than 50 executions by the state of the test', async () => {
  await days(`....${'f'.repeat(55)}`);
  const [item] = await server.items();
  expect(item?.since).toMatchObject({
    commit: commitOf(54),
    author: 'Author 54',
    isAtLeast: false,
    before: null,
  });
});

it('does not know where the failure of a branch began if 50 executions show it', async () => {
  const git = { branch: 'fix', baseBranch: 'main' };
  await server.run(80, { a: '.' });
  for (let hour = 60; hour > 0; hour--) {
    await server.run(hour, { a: 'f' }, { execution: { git: { ...git, commit: commitOf(hour) } } });
  }
  expect(await server.items()).toMatchObject([
    { kind: 'regression', since: { isAtLeast: true, commit: commitOf(50) } },
  ]);
});

const NIGHTLY = { ci: { provider: 'github-actions', workflow: 'nightly' } };

it('names the other suite in which the test passes, beside the runs of its own suite', async () => {
  for (const passed of [6, 5]) await day(passed, [makeRun('a', '.')]);
  await day(4, [makeRun('a', 'f')]);
  await day(3, [makeRun('a', '.')], NIGHTLY);
  const passing = await day(2, [makeRun('a', '.')], NIGHTLY);
  await day(1, [makeRun('a', 'f')]);
  expect(await server.items()).toMatchObject([
    {
      detail: `a broke in src/cart.test.ts. It passes in #${passing.number} (vitest nightly).`,
      since: { author: 'Author 4', before: 'passed 2 times before' },
      recent: ['passed', 'passed', 'failed', 'failed'],
    },
  ]);
});

it('takes the suite in which one failure began first', async () => {
  for (const passed of [9, 8]) await day(passed, [makeRun('a', '.')], NIGHTLY);
  const first = await day(7, [makeRun('a', 'f')], NIGHTLY);
  await day(3, [makeRun('a', '.')]);
  await day(2, [makeRun('a', 'f')]);
  await day(1, [makeRun('a', 'f')]);
  expect(await server.items()).toMatchObject([{ since: { number: first.number } }]);
});

it('is not contradicted by a suite that passed only before it broke', async () => {
  await day(9, [makeRun('a', '.')], NIGHTLY);
  await day(2, [makeRun('a', 'f')]);
  expect((await server.items())[0]?.detail).toBe('a broke in src/cart.test.ts.');
});

it('says since when a test is flaky, and by whom', async () => {
  await days(`${'.'.repeat(30)}rrrrr`);
  const [item] = await server.items();
  expect(item).toMatchObject({
    kind: 'newly-flaky',
    sinceCommit: commitOf(4),
    since: { commit: commitOf(4), author: 'Author 4' },
  });
  expect(item?.since?.executionId).toBe(item?.executionId);
});
