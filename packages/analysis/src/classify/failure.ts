import type { Classification } from '@svc/contract/executions/outcomes';
import type { LogReading } from '../log/read-log.ts';
import type { ChangedFiles } from './changed-code.ts';

/** How many runs of a test are known, and how they went, before the present failure. */
export interface RunFigures {
  /** Counted runs: passed or failed. */
  runs: number;
  failures: number;
  /** Runs that passed on a retry, or failed on a commit on which another run passed. */
  flakyRuns: number;
}

/** Facts about a failure's past. A missing field is unknown. */
export interface FailureHistory {
  /** Figures of the test on all branches. */
  test?: RunFigures | undefined;
  /** Earlier flaky runs of this test with this very fingerprint that the author of the change cannot have made. */
  fingerprintFlakyRuns?: number | undefined;
  /** Earlier failures of this test with this very fingerprint that no retry passed. */
  fingerprintFailures?: number | undefined;
  /** True if the fingerprint is new in the project. */
  isNewFingerprint?: boolean | undefined;
  /** Tests that failed together with it, where the input does not hold them. */
  coFailingTests?: number | undefined;
  /** Whether another run on the same commit passed. */
  passAndFailSameCommit?: boolean | undefined;
  /** Failures in a row on the branch, this one included. */
  streak?: number | undefined;
  /** The first commit of this streak. */
  sinceCommit?: string | undefined;
  /** The commit of the last run on the branch that passed. */
  lastGood?: string | undefined;
  /** Branches on which the test failed with this fingerprint, this one included. */
  branches?: number | undefined;
  /** Whether the newest execution of the base branch has the same failure of the same test. */
  failsOnBase?: boolean | undefined;
  /** Milliseconds of this run, and the median of the runs that passed. */
  duration?: { ms: number; usualMs: number } | undefined;
  /** The corrected failures of the organization that are most alike, with their likeness from 0 to 1. */
  similar?:
    | readonly { classification: Classification; likeness: number; pattern: string }[]
    | undefined;
  /** How often people gave each class to failures with this fingerprint. The newest correction of each person counts. */
  corrections?: Partial<Record<Classification, number>> | undefined;
  /** Whether these people may also quarantine the test. */
  isCorrectionTrusted?: boolean | undefined;
}

/** Facts about the rest of the execution. */
export interface ExecutionShape {
  /** Tests that ran, this one included. */
  ran?: number | undefined;
  /** Tests that failed, this one included. */
  failed?: number | undefined;
  /** Tests that failed with the same fingerprint, this one included. */
  sameFingerprint?: number | undefined;
  /** The step of the CI job that failed before any test ran. */
  failedSetUp?: string | undefined;
}

/** A failure as the classifier reads it. */
export interface Failure {
  title: string;
  file?: string | undefined;
  message: string;
  stack?: string | undefined;
  /** Lines of the CI log around the failure; null: there is a log, and it was not read for this failure. */
  log?: string | null | undefined;
  /** Whether another attempt of the same execution passed; null: there was none. */
  retryPassed?: boolean | null | undefined;
  history?: FailureHistory | undefined;
  shape?: ExecutionShape | undefined;
  /** Undefined: not known. */
  changedFiles?: ChangedFiles | undefined;
  /** The repository's name or address, which helps to find its root in the paths of a stack. */
  repository?: string | undefined;
}

/** The failed thing: a test, a file that could not be loaded or set up, or the run as such. */
export type FailureKind = 'test' | 'file' | 'run';

/** A failure of an execution, with what its plan needs. */
export interface ExecutionFailure extends Omit<
  Failure,
  'log' | 'shape' | 'changedFiles' | 'repository'
> {
  /** The caller's name for it, unique in the input. */
  id: string;
  kind: FailureKind;
  fingerprint: string;
  /** The readable pattern of the fingerprint. */
  pattern?: string | undefined;
  titlePath?: readonly string[] | undefined;
  line?: number | undefined;
  framework?: string | undefined;
  /** The project of the framework that ran it. */
  variant?: string | undefined;
  owner?: string | undefined;
}

/** An earlier failure of the organization that a person corrected. */
export interface CorrectedFailure {
  fingerprint: string;
  /** The readable pattern of its fingerprint. */
  pattern: string;
  classification: Classification;
}

export interface AnalysisInput {
  /** Errors of files and of the run are among them. */
  failures: readonly ExecutionFailure[];
  /** The whole log of the CI job, up to 5 MB, or what `readLog` made of it before. */
  log?: string | LogReading | undefined;
  /** Tests that ran to a pass or a failure; undefined: not known. */
  ran?: number | undefined;
  /** Tests that failed, where the failures are only some of them. */
  failed?: number | undefined;
  /** The repository's name or address, as `computeFingerprint` takes it. */
  repository?: string | undefined;
  /** Paths relative to the repository's root; undefined: not known. */
  changedFiles?: readonly string[] | undefined;
  /** The newest at most 500. */
  corrected?: readonly CorrectedFailure[] | undefined;
}
