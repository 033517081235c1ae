import { randomUUID } from 'node:crypto';
import type { FailureHistory } from '@svc/analysis/classify/failure';
import type { IngestAnswer } from '@svc/contract/executions/ingest';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { analysisOf, correct } from '../../../test/scenes/analysing.ts';
import { makeApp, type TestApp } from '../../../test/app.ts';
import { timeBefore } from '../../../test/clock.ts';
import { makeRun, uploadRow, type HistoryRow } from '../../../test/history.ts';
import { makeResult, makeUpload, settle, upload } from '../../../test/make.ts';
import { createScope, type Scope } from '../../db/scope.ts';
import { readExecutionInput, type ExecutionInput } from './execution-input.ts';
import { findJudgedExecution } from './judged-execution.queries.ts';

let server: TestApp;
let mine: Pick<TestApp, 'app' | 'apiKey'>;
let scope: Scope;
beforeAll(async () => {
  server = await makeApp();
});
afterAll(() => server.close());
beforeEach(async () => {
  const { organizationId, apiKey } = await server.makeOrganization(randomUUID());
  mine = { app: server.app, apiKey };
  scope = createScope(server.deps.database, organizationId);
});

const CI = { ci: { provider: 'github', runId: '1' } };

/** Uploads an execution from CI. Its commit is made of one letter. */
function run(
  hoursAgo: number,
  commit: string,
  tests: HistoryRow['tests'],
  { branch = 'main', ...execution }: HistoryRow['execution'] & { branch?: string } = {},
): Promise<IngestAnswer> {
  return uploadRow(mine, {
    at: timeBefore(hoursAgo),
    commit: commit.repeat(40),
    branch,
    tests,
    execution: { ...CI, git: { branch, commit: commit.repeat(40) }, ...execution },
  });
}

async function inputOf({ executionId }: IngestAnswer): Promise<ExecutionInput> {
  await settle(server);
  const execution = await findJudgedExecution(scope, executionId);
  if (execution === null) throw new Error('there is no such execution');
  return readExecutionInput(scope, execution);
}

async function historyOf(answer: IngestAnswer): Promise<FailureHistory | undefined> {
  const { input } = await inputOf(answer);
  return input.failures[0]?.history;
}

it('counts the runs of a test, and its flaky runs with the fingerprint', async () => {
  await run(9, 'a', { pays: '.' });
  await run(8, 'b', { pays: 'r' });
  await run(7, 'c', { pays: 'r' });
  await run(6, 'd', { pays: 'f' });
  await run(5, 'e', { pays: '.' });
  const failed = await run(4, 'f', { pays: 'f' });
  const history = await historyOf(failed);
  expect(history).toMatchObject({
    test: { runs: 5, failures: 1, flakyRuns: 2 },
    fingerprintFlakyRuns: 2,
    fingerprintFailures: 1,
    isNewFingerprint: false,
    passAndFailSameCommit: false,
    branches: 1,
    failsOnBase: undefined,
  });
  // A later failure does not change the history of an earlier one.
  await run(3, 'f', { pays: 'r' });
  await run(2, '1', { pays: 'f' });
  const later = await historyOf(failed);
  expect(later?.test).toEqual({ runs: 5, failures: 1, flakyRuns: 2 });
  expect(later?.fingerprintFailures).toBe(1);
});

it('knows since when a test fails on the branch, and how long it usually takes', async () => {
  await run(9, 'a', { pays: '.' });
  await run(8, 'b', { pays: '.' });
  await run(7, 'c', { pays: 'f' }, { branch: 'feature' });
  await run(6, 'd', { pays: 'f' });
  const second = await run(5, 'e', { pays: 'f' });
  expect(await historyOf(second)).toMatchObject({
    lastGood: 'b'.repeat(40),
    sinceCommit: 'd'.repeat(40),
    streak: 2,
    branches: 2,
    duration: { ms: 30, usualMs: 10 },
  });
  const { histories } = await inputOf(second);
  expect([histories.lastGood, histories.firstBad]).toEqual(['b'.repeat(40), 'd'.repeat(40)]);
});

it('says that a fingerprint is new, and that the failure is the first of a streak', async () => {
  await run(5, 'a', { pays: '.' });
  const failed = await run(4, 'b', { pays: 'f' });
  expect(await historyOf(failed)).toMatchObject({
    isNewFingerprint: true,
    streak: 1,
    sinceCommit: 'b'.repeat(40),
    lastGood: 'a'.repeat(40),
  });
});

it('knows that another run on the same commit passed', async () => {
  await run(5, 'a', { pays: '.' });
  const failed = await run(4, 'a', { pays: 'f' });
  expect((await historyOf(failed))?.passAndFailSameCommit).toBe(true);
  const dirty = await run(3, 'a', { pays: 'f' }, { git: { commit: 'a'.repeat(40), dirty: true } });
  expect((await historyOf(dirty))?.passAndFailSameCommit).toBeUndefined();
});

it('knows the past of an execution after which the test failed a hundred times', async () => {
  await run(10, 'd', { pays: 'r' });
  await run(9, 'a', { pays: 'r' });
  const failed = await run(8, 'b', { pays: 'f' });
  for (let at = 0; at < 101; at++) await run(7 - at / 20, 'c', { pays: 'f' });
  expect(await historyOf(failed)).toMatchObject({ fingerprintFlakyRuns: 2 });
});

const NOT_OF_BASE: [string, string[], Parameters<typeof run>[3]][] = [
  ['of a fork', ['b', 'c'], { branch: 'stranger:main' }],
  ['of another branch', ['b', 'c'], { branch: 'feature' }],
  ['of the branch at hand', ['b', 'c'], { branch: 'topic' }],
  ['from a laptop', ['b', 'c'], { ci: undefined }],
  ['with uncommitted changes', ['b', 'c'], { git: { branch: 'main', dirty: true } }],
  ['of only some tests', ['b', 'c'], { partial: ['filter'] }],
  [
    'of a pull request that calls itself its base',
    ['b', 'c'],
    { git: { branch: 'main', baseBranch: 'main' } },
  ],
  ['of one commit', ['b', 'b'], {}],
];

it.each(NOT_OF_BASE)('counts no flaky run %s', async (_, commits, facts) => {
  await run(9, 'a', { pays: '.' });
  for (const [at, commit] of commits.entries()) {
    const git = facts?.git && { ...facts.git, commit: commit.repeat(40) };
    await run(8 - at, commit, { pays: 'r' }, { ...facts, ...(git && { git }) });
  }
  const failed = await run(4, 'f', { pays: 'f' }, { branch: 'topic' });
  expect(await historyOf(failed)).toMatchObject({ fingerprintFlakyRuns: 0 });
});

it('knows whether the base branch has the same failure', async () => {
  await run(6, 'a', { pays: 'f', ships: '.' });
  const onFeature = await run(5, 'b', { pays: 'f', ships: 'f' }, { branch: 'feature' });
  const { input } = await inputOf(onFeature);
  const failsOnBase = Object.fromEntries(
    input.failures.map(({ title, history }) => [title, history?.failsOnBase]),
  );
  expect(failsOnBase).toEqual({ pays: true, ships: false });
});

it('reads what people said about the fingerprint, the newest correction of each', async () => {
  const first = await run(5, 'a', { pays: 'f' });
  const { id } = await analysisOf(mine, first);
  await correct(mine, id, { classification: 'INFRA' });
  await correct(mine, id, { classification: 'HEALABLE' });
  const second = await inputOf(await run(4, 'b', { pays: 'f' }));
  const [failure] = second.input.failures;
  expect(failure?.history?.corrections).toEqual({ HEALABLE: 1 });
  expect(second.input.corrected).toEqual([
    { fingerprint: failure?.fingerprint, pattern: failure?.pattern, classification: 'HEALABLE' },
  ]);
});

it('reads failures with their errors, and neither flaky nor skipped results', async () => {
  const error = { message: 'Error: no till', stack: 'at pay (src/pay.ts:3:1)' };
  const failed = { status: 'failed' as const, durationMs: 5, errors: [error] };
  const answer = await upload(
    mine,
    makeUpload({
      execution: { status: 'failed' },
      results: [
        makeRun('retried', 'f', { attempts: [failed, failed], line: 7, owner: '@shop' }),
        makeRun('flaky', 'r'),
        makeRun('skipped', 's'),
        makeRun('cut off', 'i'),
        makeRun('silent', 'f', { attempts: [] }),
      ],
    }),
  );
  const { input } = await inputOf(answer);
  const byTitle = new Map(input.failures.map((failure) => [failure.title, failure]));
  expect([...byTitle.keys()].toSorted()).toEqual(['retried', 'silent']);
  expect(byTitle.get('retried')).toMatchObject({
    kind: 'test',
    ...error,
    line: 7,
    owner: '@shop',
    framework: 'vitest',
    file: 'src/cart.test.ts',
    retryPassed: false,
  });
  expect(byTitle.get('silent')).toMatchObject({ retryPassed: null });
  expect(byTitle.get('silent')?.message).not.toBe('');
  // The flaky result passed.
  expect(input.ran).toBe(3);
});

it('cuts errors of any size', async () => {
  const message = `Error: ${'x'.repeat(60_000)}`;
  const failed = {
    status: 'failed' as const,
    durationMs: 5,
    errors: [{ message, stack: message }],
  };
  const answer = await upload(
    mine,
    makeUpload({
      execution: { status: 'failed', errors: [{ message }] },
      results: [makeRun('large', 'f', { attempts: [failed] })],
    }),
  );
  const { input } = await inputOf(answer);
  for (const failure of input.failures) expect(failure.message).toHaveLength(16_000);
});

it('names the project of the framework that ran a test', async () => {
  const results = [
    makeResult({ titlePath: ['pays'], variant: 'Mobile Safari', status: 'failed' }),
    makeResult({ titlePath: ['pays'], status: 'failed' }),
  ];
  const answer = await upload(mine, makeUpload({ execution: { status: 'failed' }, results }));
  const { input } = await inputOf(answer);
  const variants = new Set(input.failures.map(({ variant }) => variant));
  expect(variants).toEqual(new Set(['Mobile Safari', undefined]));
});

it('judges at most 10,000 failures of an outage, and says so', async () => {
  const results = Array.from({ length: 10_001 }, (_, at) =>
    makeResult({ titlePath: [`test ${at}`], status: 'failed' }),
  );
  const answer = await upload(mine, makeUpload({ execution: { status: 'failed' }, results }));
  const { input, notChecked } = await inputOf(answer);
  expect(input.failures).toHaveLength(10_000);
  expect(notChecked).toEqual(['Only the first 10000 of 10001 failures were judged.']);
  const { failureCount, summary } = await analysisOf(mine, answer);
  expect(failureCount).toBe(10_001);
  expect(summary).toContain('Of the first 10,000 of 10,001 failures, ');
});
