/** One counted run in a test's history: an execution in which it ended passed or in failure. */
export interface HistoryRun {
  /** Start of the execution, milliseconds since 1970. */
  at: number;
  executionId: string;
  /** Null where the execution told none, which is a commit of its own. */
  commit: string | null;
  /** `failed` is failed or timedOut; a run that passed on retry is `passed` with the evidence `retry`. */
  outcome: 'passed' | 'failed';
  /** What makes it a flaky run; a contradiction is a failure that passed elsewhere on the same commit. */
  evidence: 'retry' | 'contradiction' | null;
  onDefaultBranch: boolean;
  /** The execution failed as a whole, see `isInfrastructure`. */
  infrastructure: boolean;
}

/** A failure that stands: no contradiction, which would make it a flaky run. */
export function isPlainFailure(run: HistoryRun): boolean {
  return run.outcome === 'failed' && run.evidence === null;
}

/** Whether the first attempt failed: a failure of any kind, or flaky. */
export function isUnexpected(run: HistoryRun): boolean {
  return run.outcome === 'failed' || run.evidence !== null;
}
