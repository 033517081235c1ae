import type { ExecutionStatus, ResultStatus } from '@svc/contract/executions/ingest';
import { isFailure } from '@svc/contract/zod-free/is-failure';

/** The number of results by status. */
export interface Counts {
  passed: number;
  failed: number;
  timedOut: number;
  skipped: number;
  interrupted: number;
  flaky: number;
  /** Sum of the last attempts' durations of the results that passed or failed. */
  countedDurationMs: number;
}

export const NO_COUNTS: Counts = {
  passed: 0,
  failed: 0,
  timedOut: 0,
  skipped: 0,
  interrupted: 0,
  flaky: 0,
  countedDurationMs: 0,
};

export function countByStatus(
  results: readonly { status: ResultStatus; flaky: boolean; lastAttemptMs: number }[],
): Counts {
  const counts = { ...NO_COUNTS };
  for (const { status, flaky, lastAttemptMs } of results) {
    counts[status]++;
    if (flaky) counts.flaky++;
    if (status === 'passed' || isFailure(status)) counts.countedDurationMs += lastAttemptMs;
  }
  return counts;
}

export function addCounts(a: Counts, b: Counts): Counts {
  return {
    passed: a.passed + b.passed,
    failed: a.failed + b.failed,
    timedOut: a.timedOut + b.timedOut,
    skipped: a.skipped + b.skipped,
    interrupted: a.interrupted + b.interrupted,
    flaky: a.flaky + b.flaky,
    countedDurationMs: a.countedDurationMs + b.countedDurationMs,
  };
}

/** The number of results in the parts that an execution carries. Carried parts passed, so there are no others. */
export interface CarriedCounts {
  passed: number;
  skipped: number;
  flaky: number;
}

export const NOTHING_CARRIED: CarriedCounts = { passed: 0, skipped: 0, flaky: 0 };

/** The facts that decide an execution's status, over all its uploads. */
export interface ExecutionFacts {
  counts: Counts;
  hasRunErrors: boolean;
  hasFileErrors: boolean;
  failedReported: boolean;
  interruptedReported: boolean;
  shards: Shards;
}

/**
 * The counts of an execution's shards. Carried shards passed in an earlier attempt of the CI run and did not run
 * again.
 */
export interface Shards {
  expected: number;
  received: number;
  carried: number;
}

export function areShardsMissing({ expected, received, carried }: Shards): boolean {
  return received + carried < expected;
}

/**
 * Derives an execution's status: `running` while shards are missing. Then `failed` if a result, the run or a file
 * failed, or if the framework reported a failure without a reason (an obsolete snapshot fails Jest while every test
 * passes). Then `interrupted` if the run was cut off; otherwise `passed`.
 * @see docs/read/definitions.md, "Outcomes"
 */
export function deriveStoredStatus(facts: ExecutionFacts): ExecutionStatus {
  if (areShardsMissing(facts.shards)) return 'running';
  const failures = facts.counts.failed + facts.counts.timedOut;
  if (failures > 0 || facts.hasRunErrors || facts.hasFileErrors || facts.failedReported)
    return 'failed';
  return facts.interruptedReported ? 'interrupted' : 'passed';
}
