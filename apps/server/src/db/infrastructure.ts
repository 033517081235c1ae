/**
 * The condition on an execution's row that it says more about its machine than about its tests: at
 * least 20 tests ran and at least 80 % of them failed. The same as `isInfrastructure` of analysis.
 */
export const IS_INFRASTRUCTURE = `(
  executions.passed + executions.failed + executions.timed_out >= 20
  AND (executions.failed + executions.timed_out) * 5 >=
      (executions.passed + executions.failed + executions.timed_out) * 4)`;
