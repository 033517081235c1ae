/**
 * The condition that a part of an execution failed that can have a verdict: a test, the run itself, or a file. An
 * execution can be `failed` without it, such as for a coverage threshold.
 */
export const HAS_FAILED_PARTS = `(
  executions.failed + executions.timed_out > 0
  OR executions.errors <> '[]'
  OR executions.has_file_errors)`;
