import type { TestIdentity } from '@svc/contract/zod-free/test-identity';

/** The truth about a generated history, independent of how a service judges its results. */
export interface Truth {
  tests: TestTruth[];
  /** Oldest first. */
  executions: ExecutionTruth[];
  regressions: RegressionTruth[];
}

/**
 * A test, in a form that `testId()` of contract/zod-free/test-identity accepts. A renamed test is two tests: the old one is
 * removed when the new one is added.
 */
export interface TestTruth extends TestIdentity {
  variant: string | null;
  /** The time of the state of the default branch that adds it. Null if it exists from the beginning. */
  bornAt: Date | null;
  removedAt: Date | null;
  /** The title that it had before `bornAt`, or has after `removedAt`. */
  renamedFrom: readonly string[] | null;
  renamedTo: readonly string[] | null;
  /**
   * How probable it is in one run that the test fails for no reason, outages and regressions aside; null for a test
   * that only fails for a reason. With retries such a run ends passed on attempt 2, so that every such run is evidence
   * and the measured flakinessRate estimates this rate. Without retries, the run fails, and is evidence only if another
   * execution of its commit and environment passed: in the share of commits that was run twice.
   */
  trueFlakyRate: number | null;
  /** Null: from the beginning, to the end. Counted by the state of the default branch, as births are. */
  flakyFrom: Date | null;
  flakyUntil: Date | null;
  /** The number of retries after a failure. */
  retries: number;
  /** The time from which every execution skips it; null for never. */
  skippedFrom: Date | null;
  /** Why its flaky runs fail: ids of causes, most frequent first. */
  flakyCauses: string[];
  /** The median duration of its runs, without drift. */
  medianMs: number;
  drift: DriftTruth | null;
}

/** `slower`: steadily over the whole history, up to `factor` times. `jump`: at once. */
export type DriftTruth =
  | { kind: 'slower'; factor: number }
  | { kind: 'jump'; factor: number; at: Date };

export type ExecutionKind = 'whole' | 'outage' | 'cutOff' | 'partial' | 'brokenFile';

export interface ExecutionTruth {
  project: string;
  key: string;
  branch: string;
  commit: string;
  environment: string;
  startedAt: Date;
  /**
   * The time of the newest commit of the default branch that its commit includes. Decides births, removals, skips and
   * flaky periods.
   */
  stateAt: Date;
  /** 2 for a second run of the same commit. */
  runAttempt: number;
  shards: number;
  /**
   * `outage`: at least 80 % of its tests fail for one external cause; `cutOff`: interrupted, so that the remaining
   * tests are missing; `partial`: run with a name filter; `brokenFile`: one file failed to load.
   */
  kind: ExecutionKind;
}

/** Tests that a commit broke. They fail in every run until another commit fixes them. */
export interface RegressionTruth {
  project: string;
  branch: string;
  tests: TestTruth[];
  cause: string;
  brokenBy: string;
  /** Null if not fixed on that branch within the history. */
  mendedBy: string | null;
}

/** A failed attempt, or a file that failed to load. Only failures of one cause should share a fingerprint. */
export interface FailureTruth {
  /** Null for a file that failed to load. */
  test: TestTruth | null;
  file: string;
  attempt: number;
  why: 'flaky' | 'regression' | 'outage' | 'brokenFile';
  /** The constant part: the kind of error and the top frame in the repository. */
  cause: string;
}
