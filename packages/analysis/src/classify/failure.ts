import type { Classification } from '@svc/contract/executions/outcomes';

/** How many runs of a test are known, and how they went, before the failure at hand. Missing figures are unknown. */
export interface RunFigures {
  /** Counted runs: passed or failed. */
  runs: number;
  failures: number;
  /** Runs that passed on a retry, or failed on a commit on which another run passed. */
  flakyRuns: number;
}

/** What is known of a failure's past. */
export interface FailureHistory {
  /** Of the test on all branches. */
  test?: RunFigures | undefined;
  /** Flaky runs of this very fingerprint on this test. */
  fingerprintFlakyRuns?: number | undefined;
  /** Whether this fingerprint was never seen before. */
  isNewFingerprint?: boolean | undefined;
  passAndFailSameCommit?: boolean | undefined;
  /** The first commit of an unbroken streak of failures. */
  sinceCommit?: string | undefined;
  /** Branches on which the test failed. */
  branches?: number | undefined;
  /** Classes that people or earlier outcomes gave to failures with this fingerprint. */
  labels?: Partial<Record<Classification, number>> | undefined;
}

/** What else the execution shows. */
export interface ExecutionShape {
  ran?: number | undefined;
  failed?: number | undefined;
  /** Tests that failed with the same fingerprint, this one included. */
  sameFingerprint?: number | undefined;
}

/** A failure as the classifier reads it. */
export interface Failure {
  title: string;
  file?: string | undefined;
  message: string;
  stack?: string | undefined;
  /** Lines of the CI log around the failure. */
  log?: string | undefined;
  /** Whether another attempt of the same execution passed; null: there was none. */
  retryPassed?: boolean | null | undefined;
  history?: FailureHistory | undefined;
  shape?: ExecutionShape | undefined;
  /** Paths relative to the repository's root; undefined: not known. */
  changedFiles?: readonly string[] | undefined;
}
