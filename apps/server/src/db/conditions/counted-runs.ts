/**
 * The condition that a result is a verdict: passed or a failure, neither skipped nor interrupted. `status` is a column
 * of the results.
 * @see docs/read/definitions.md, "Outcomes"
 */
export function isVerdict(status: string): string {
  return `${status} IN ('passed', 'failed', 'timedOut')`;
}

/**
 * The condition that the outcome of a test in an execution makes a counted run. `outcome` is a column with
 * `OUTCOME_OF_RESULTS`, which may also be `flaky`.
 * @see docs/read/definitions.md, "Counted runs"
 */
export function isCountedOutcome(outcome: string): string {
  return `${outcome} NOT IN ('skipped', 'interrupted')`;
}

/**
 * The condition, on the results of one test in one execution, that they make a counted run: the test failed, or passed
 * without an interruption, because an interruption is worse than a pass. An aggregate; `status` is a column of the
 * results.
 * @see docs/read/definitions.md, "Counted runs"
 */
export function isCountedRun(status: string): string {
  return `(bool_or(${status} IN ('failed', 'timedOut'))
           OR bool_or(${status} = 'passed') AND NOT bool_or(${status} = 'interrupted'))`;
}
