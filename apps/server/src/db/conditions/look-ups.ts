/*
 * SQL for look-ups that run once per row: the row has this id, in the organization $1.
 *
 * `IS TRUE` keeps the organization out of the search in an index. If the statistics are from a time when another
 * organization had all rows, Postgres expects no row of this one. The cheapest look-up then seems to be any index that
 * begins with the organization, and each look-up reads all its rows: 2,000 look-ups among 33,000 tests took more than
 * the 10 s of an answer.
 */

export function isTestWithId(id: string): string {
  return `(tests.organization_id = $1) IS TRUE AND tests.id = ${id}`;
}

export function isExecutionWithId(id: string): string {
  return `(executions.organization_id = $1) IS TRUE AND executions.id = ${id}`;
}
