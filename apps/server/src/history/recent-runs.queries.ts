import type { Outcome } from '@svc/contract/executions/outcomes';
import type { Scope } from '../db/scope.ts';
import {
  createBinds,
  executionConditions,
  type ExecutionsFilter,
} from '../db/conditions/execution-conditions.ts';
import { toArrayLiteral } from '../db/connections/plain-array.ts';
import type { WeekSpan } from './week-span.queries.ts';

/** A test's outcome in one execution. */
export interface RecentRun {
  outcome: Outcome;
  executionId: string;
  commit: string | null;
  /** When the execution began, in ISO 8601. */
  at: string;
}

/**
 * The outcome of a test's results in one execution: the worst counts. If all failures are timeouts, it is timedOut; if
 * it passed and one result was flaky, it is flaky.
 * @see docs/read/definitions.md, "Outcomes"
 */
export const OUTCOME_OF_RESULTS = `
       CASE
         WHEN bool_or(results.status = 'failed') THEN 'failed'
         WHEN bool_or(results.status = 'timedOut') THEN 'timedOut'
         WHEN bool_or(results.status = 'interrupted') THEN 'interrupted'
         WHEN bool_or(results.flaky) THEN 'flaky'
         WHEN bool_or(results.status = 'passed') THEN 'passed'
         ELSE 'skipped'
       END`;

/**
 * The newest `limit` runs of each of these tests in the matching executions, oldest first, including skipped and
 * interrupted ones. A test that did not run has no entry. Reads only the index results_by_test, for at most 100
 * tests.
 */
export async function readRecentRuns(
  scope: Scope,
  {
    filter,
    weeks,
    testIds,
    limit,
  }: { filter: ExecutionsFilter; weeks: WeekSpan; testIds: readonly string[]; limit: number },
): Promise<Map<string, RecentRun[]>> {
  if (testIds.length === 0 || limit === 0) return new Map();
  const { bind, value } = createBinds(scope.organizationId);
  const tests = value(toArrayLiteral(testIds));
  const rows = await scope.query<Omit<RecentRun, 'at'> & { testId: string; at: Date }>(
    `WITH matching AS MATERIALIZED (
       SELECT id, started_at, commit
       FROM executions
       WHERE ${executionConditions(filter, value)}
     ), runs AS (
       SELECT results.test_id,
              results.execution_id,
              matching.started_at,
              matching.commit,
              ${OUTCOME_OF_RESULTS} AS outcome,
              row_number() OVER (
                PARTITION BY results.test_id
                ORDER BY matching.started_at DESC, results.execution_id DESC) AS place
       FROM results
       JOIN matching ON matching.id = results.execution_id
       WHERE results.organization_id = $1
         AND results.test_id = ANY (${tests}::uuid[])
         AND results.week BETWEEN ${value(weeks.from)} AND ${value(weeks.to)}
       GROUP BY results.test_id, results.execution_id, matching.started_at, matching.commit
     )
     SELECT replace(test_id::text, '-', '') AS "testId",
            outcome,
            execution_id AS "executionId",
            commit,
            started_at AS at
     FROM runs
     WHERE place <= ${value(limit)}
     ORDER BY test_id, place DESC`,
    bind,
  );
  const ofTest = Map.groupBy(rows, (row) => row.testId);
  return new Map([...ofTest].map(([testId, runs]) => [testId, runs.map(toRecentRun)]));
}

function toRecentRun({ outcome, executionId, commit, at }: Omit<RecentRun, 'at'> & { at: Date }) {
  return { outcome, executionId, commit, at: at.toISOString() };
}
