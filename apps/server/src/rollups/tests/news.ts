import type { TestHistory } from './test-histories.ts';
import type { TestStateRow } from './test-states.queries.ts';

/**
 * Why states are written. Only `live`, an upload, is news: the other reasons derive again what was known, or part of
 * it.
 */
export type JudgingReason = 'live' | 'default-branch' | 'rebuild' | 'retention';

/** The stored state that a new one replaces; absent for a healthy test. */
export interface EarlierTestState {
  state: TestStateRow['state'];
  /** Milliseconds since 1970. */
  brokenSince: number | null;
  failingOn: string[];
}

export type TestNews = { testId: string; executionId: string | null } & (
  | { type: 'test.flaky' }
  | { type: 'test.regressed' | 'test.recovered'; branch: string }
);

/** What happened to a test between two states, because of these executions. */
export function newsOf(
  history: TestHistory,
  {
    before,
    after,
    executionIds,
  }: {
    before: EarlierTestState | undefined;
    after: TestStateRow | null;
    executionIds: ReadonlySet<string>;
  },
): TestNews[] {
  const { testId, runs } = history;
  const news: TestNews[] = [];
  if (after !== null && becameFlaky(before, after)) {
    news.push({ type: 'test.flaky', testId, executionId: runs.at(-1)?.executionId ?? null });
  }
  const failedBefore = new Set(before?.failingOn);
  for (const [branch, { firstFailure, lastPass, newest }] of branchStreaks(runs)) {
    const isNew = firstFailure !== undefined && executionIds.has(firstFailure.executionId);
    if (isNew && lastPass !== undefined && !failedBefore.has(branch)) {
      news.push({ type: 'test.regressed', testId, branch, executionId: newest.executionId });
    }
    if (firstFailure === undefined && failedBefore.has(branch)) {
      news.push({ type: 'test.recovered', testId, branch, executionId: newest.executionId });
    }
  }
  return news;
}

/** A test that was broken may have become a known flake only while it was. */
function becameFlaky(before: EarlierTestState | undefined, after: TestStateRow): boolean {
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

/** The branches whose newest speaking run of the test failed, in alphabetical order. */
export function failingBranches(runs: TestHistory['runs']): string[] {
  return [...branchStreaks(runs)]
    .flatMap(([branch, { firstFailure }]) => (firstFailure === undefined ? [] : [branch]))
    .toSorted();
}

type Run = TestHistory['runs'][number];

interface BranchStreak {
  /** The first of the failures since the last pass. */
  firstFailure: Run | undefined;
  lastPass: Run | undefined;
  newest: Run;
}

const NOTHING_YET = { firstFailure: undefined, lastPass: undefined };

/** Runs with an infrastructure failure say nothing about the test. */
function branchStreaks(runs: TestHistory['runs']): Map<string, BranchStreak> {
  const streaks = new Map<string, BranchStreak>();
  for (const run of runs) {
    if (run.speaksFor === null || run.infrastructure) continue;
    const known = streaks.get(run.speaksFor) ?? NOTHING_YET;
    streaks.set(run.speaksFor, {
      firstFailure: run.failed ? (known.firstFailure ?? run) : undefined,
      lastPass: run.failed ? known.lastPass : run,
      newest: run,
    });
  }
  return streaks;
}
