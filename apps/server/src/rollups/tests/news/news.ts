import type { TestEventType } from '@svc/contract/zod-free/event-types';
import type { TestHistory } from '../test-histories.ts';
import type { StoredTestState, TestStateRow } from '../test-states.queries.ts';

/** Something new about a test, and the execution that showed it. */
export type TestNews = { testId: string; executionId: string } & (
  | { type: 'test.flaky' }
  | { type: Exclude<TestEventType, 'test.flaky'>; branch: string }
);

/** News that waits until its execution settles. */
export interface WaitingNews {
  type: TestEventType;
  testId: string;
  executionId: string;
  /** Branch of the execution. */
  branch: string | null;
}

/** The changes of a test between two states that these changed executions caused. */
export function deriveNews(
  history: TestHistory,
  {
    before,
    after,
    executionIds,
  }: {
    before: StoredTestState | undefined;
    after: TestStateRow | null;
    executionIds: ReadonlySet<string>;
  },
): TestNews[] {
  const { testId, runs } = history;
  const news: TestNews[] = [];
  const changed = (run: Run | undefined) => run !== undefined && executionIds.has(run.executionId);
  const newest = runs.findLast(changed) ?? runs.at(-1);
  if (newest !== undefined && after !== null && hasBecomeFlaky(before, after)) {
    news.push({ type: 'test.flaky', testId, executionId: newest.executionId });
  }
  const failedBefore = new Set(before?.failingOn);
  for (const [branch, { failures, passes }] of computeBranchStreaks(runs)) {
    const [failure] = failures;
    const pass = passes.find(changed);
    if (failure === undefined) {
      // Without a new pass, the failure was withdrawn and the test has not recovered.
      if (pass === undefined || !failedBefore.has(branch)) continue;
      news.push({ type: 'test.recovered', testId, branch, executionId: pass.executionId });
    } else if (changed(failure) && passes.length > 0 && !failedBefore.has(branch)) {
      news.push({ type: 'test.regressed', testId, branch, executionId: failure.executionId });
    }
  }
  return news;
}

/** The waiting news of a test that further parts of its execution made untrue. */
export function pickOutdatedNews(
  { runs }: TestHistory,
  { after, waiting }: { after: TestStateRow | null; waiting: readonly WaitingNews[] },
): WaitingNews[] {
  return waiting.filter(({ type, executionId }) => {
    if (type === 'test.flaky') return after?.state !== 'flaky' && after?.state !== 'broken';
    const run = runs.find((one) => one.executionId === executionId);
    return run === undefined || !isSpeakingRun(run) || run.failed !== (type === 'test.regressed');
  });
}

/** A test that was broken may have become a known flake only while it was. */
function hasBecomeFlaky(before: StoredTestState | undefined, after: TestStateRow): boolean {
  if (after.state !== 'flaky') return false;
  const state = before?.state ?? 'healthy';
  if (state !== 'broken') return state === 'healthy' || state === 'suspected';
  const brokenSince = before?.brokenSince ?? null;
  return (
    brokenSince !== null &&
    after.becameFlakyAt !== null &&
    Date.parse(after.becameFlakyAt) >= brokenSince
  );
}

/** The branches on which the newest run of the test that counts for the branch failed, in alphabetical order. */
export function collectFailingBranches(runs: TestHistory['runs']): string[] {
  return [...computeBranchStreaks(runs)]
    .flatMap(([branch, { failures }]) => (failures.length === 0 ? [] : [branch]))
    .toSorted();
}

type Run = TestHistory['runs'][number];

interface BranchStreak {
  /** The passes since the failure before them. */
  passes: Run[];
  /** The failures since the last pass. */
  failures: Run[];
}

function computeBranchStreaks(runs: TestHistory['runs']): Map<string, BranchStreak> {
  const streaks = new Map<string, BranchStreak>();
  for (const run of runs) {
    if (!isSpeakingRun(run)) continue;
    const known = streaks.get(run.speaksFor);
    if (known === undefined) {
      streaks.set(
        run.speaksFor,
        run.failed ? { passes: [], failures: [run] } : { passes: [run], failures: [] },
      );
    } else if (run.failed) {
      known.failures.push(run);
    } else {
      if (known.failures.length > 0) known.passes = [];
      known.failures = [];
      known.passes.push(run);
    }
  }
  return streaks;
}

/** Runs with an infrastructure failure are no evidence about the test. */
function isSpeakingRun(run: Run): run is Run & { speaksFor: string } {
  return run.speaksFor !== null && !run.infrastructure;
}
