/**
 * The condition that an execution failed because of its machine rather than its tests: at least 20 tests ran and at
 * least 80 % of them failed.
 */
export const IS_INFRASTRUCTURE = `(
  executions.passed + executions.failed + executions.timed_out >= 20
  AND (executions.failed + executions.timed_out) * 5 >=
      (executions.passed + executions.failed + executions.timed_out) * 4)`;
