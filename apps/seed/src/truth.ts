import type { TestIdentity } from '@svc/contract/test-identity';

/** What is true of a generated history, whatever a service makes of its results. */
export interface Truth {
  tests: TestTruth[];
  /** In the order of time. */
  executions: ExecutionTruth[];
  regressions: RegressionTruth[];
}

/**
 * One test; `testId()` of contract/test-identity takes it as it is. A renamed test is two: the old
 * one is removed in the moment in which the new one is born.
 */
export interface TestTruth extends TestIdentity {
  variant: string | null;
  /** In which state of the default branch it appears; null when it was always there. */
  bornAt: Date | null;
  removedAt: Date | null;
  /** Title of the test that it was until `bornAt`, or that it is after `removedAt`. */
  renamedFrom: readonly string[] | null;
  renamedTo: readonly string[] | null;
  /**
   * How probable it is in one run that the test fails for no reason, outages and regressions aside;
   * null for a test that only fails for a reason. With retries such a run ends passed on attempt 2,
   * so that every one is evidence and the measured flakinessRate estimates this rate. Without, the
   * run fails, and is evidence only where another execution of its commit and environment passed:
   * in the share of commits that was run twice.
   */
  trueFlakyRate: number | null;
  /** Null: from the beginning, to the end. Counted by the state of the default branch, as births are. */
  flakyFrom: Date | null;
  flakyUntil: Date | null;
  /** How often it is run again where it fails. */
  retries: number;
  /** From when on it is skipped, in every execution; null when it never is. */
  skippedFrom: Date | null;
  /** Why its flaky runs fail: ids of causes, most frequent first. */
  flakyCauses: string[];
  /** Half of its runs take longer, drift aside. */
  medianMs: number;
  drift: DriftTruth | null;
}

/** `slower`: evenly over the whole history, up to `factor` times. `jump`: at once. */
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
  /** Of the newest commit of the default branch that its commit holds: births, removals, skips and flaky spans go by it. */
  stateAt: Date;
  /** 2 for a second run of the same commit. */
  runAttempt: number;
  shards: number;
  /**
   * `outage`: at least 80 % of its tests fail for one cause outside; `cutOff`: interrupted, the rest
   * of its tests is missing; `partial`: a name filter; `brokenFile`: one file failed to load.
   */
  kind: ExecutionKind;
}

/** Tests that a commit broke and that fail in every run until another mended them. */
export interface RegressionTruth {
  project: string;
  branch: string;
  tests: TestTruth[];
  cause: string;
  brokenBy: string;
  /** Null: not mended on that branch within the history. */
  mendedBy: string | null;
}

/** One failed attempt, or file that failed to load. Failures of one cause should share a fingerprint, others not. */
export interface FailureTruth {
  /** Null for a file. */
  test: TestTruth | null;
  file: string;
  attempt: number;
  why: 'flaky' | 'regression' | 'outage' | 'brokenFile';
  /** Names what stays the same: the kind of error and the top frame in the repository. */
  cause: string;
}
