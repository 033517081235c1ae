/*
 * SQL for look-ups that run once per row: the row has this id, in the organization $1.
 *
 * The function `is_organization` keeps the organization out of the search in an index. If the statistics are from a time
 * when another organization had all rows, Postgres expects no row of this one. The cheapest look-up then seems to be any
 * index that begins with the organization, and each look-up reads all its rows: 2,000 look-ups among 33,000 tests took
 * more than the 10 s of an answer. On a cluster the function is a plain comparison, by which the statement finds its
 * node.
 */

export function isTestWithId(id: string): string {
  return `is_organization(tests.organization_id, $1) AND tests.id = ${id}`;
}

export function isExecutionWithId(id: string): string {
  return `is_organization(executions.organization_id, $1) AND executions.id = ${id}`;
}

/**
 * SQL: joins the text with this id in this week, as `as`.body, or null without such a text. A plain join could compare
 * each row with each text of the organization in that week.
 */
export function joinText(id: string, as: string, week: string): string {
  return `LEFT JOIN LATERAL (
    SELECT body
    FROM texts
    WHERE organization_id = $1 AND week = ${week} AND id = ${id}
    OFFSET 0
  ) AS ${as} ON true`;
}

/**
 * SQL: joins the result of a failure in this week, as `results`, or nulls where retention has deleted the result. The
 * failure is a row with an execution, a result and a test.
 */
export function joinResult(failure: string, week: string): string {
  return `LEFT JOIN LATERAL (
    SELECT line, owner, retries, last_attempt_ms
    FROM results
    WHERE organization_id = $1
      AND execution_id = ${failure}.execution_id
      AND id = ${failure}.result_id
      -- With the test, every index of the results finds the one row.
      AND test_id = ${failure}.test_id
      AND week = ${week}
    OFFSET 0
  ) AS results ON true`;
}
