import type { TransactionScope } from '../../db/scope.ts';
import { IS_INFRASTRUCTURE } from '../../db/conditions/execution-conditions.ts';
import { toArrayLiteral } from '../../db/connections/plain-array.ts';
import { splitIntoBatches } from '../batches.ts';

/**
 * Marks again which runs in these executions are flaky: those that failed and are contradicted, or passed after a
 * failed attempt; at most one per test and execution. Executions with an infrastructure failure have none. A run with
 * an interrupted result is not flaky either, because an interruption counts as worse than a pass.
 * @see docs/read/definitions.md, "Flaky runs"
 */
export async function judgeFlakyRuns(
  scope: TransactionScope,
  executionIds: readonly string[],
): Promise<void> {
  for (const some of splitIntoBatches(executionIds, EXECUTIONS_AT_ONCE)) {
    let changed: FlakyRunRow[];
    do {
      changed = await findChangedRows(scope, some);
      if (changed.length > 0) await writeFlakyRuns(scope, changed);
      // The rows that are written are right now, so the next search finds others.
    } while (changed.length === ROWS_AT_ONCE);
  }
}

// Postgres sorts the failing results of so many executions, and an outage leaves a thousand in each.
const EXECUTIONS_AT_ONCE = 100;
// About 100 bytes each in memory.
const ROWS_AT_ONCE = 10_000;

interface FlakyRunRow {
  executionId: string;
  resultId: string;
  wastedMs: number | null;
}

/**
 * The first rows whose stored mark is wrong, at most `ROWS_AT_ONCE`. Reads the failing results once and joins them with
 * nothing of their size: without statistics the planner expects one row of them, and would compare each with each.
 */
async function findChangedRows(
  scope: TransactionScope,
  executionIds: readonly string[],
): Promise<FlakyRunRow[]> {
  return scope.query<FlakyRunRow>(
    `WITH rows AS MATERIALIZED (
       SELECT failing_results.execution_id,
              failing_results.result_id,
              failing_results.test_id,
              failing_results.flaky_run_wasted_ms AS before,
              ${IS_INFRASTRUCTURE} AS infrastructure,
              executions.interrupted > 0 AS interrupted,
              executions.results_expired_at IS NOT NULL AS expired,
              executions.week,
              row_number() OVER (run ORDER BY failing_results.result_id) AS position,
              sum(failing_results.wasted_ms) OVER run AS wasted_ms,
              bool_or(NOT failing_results.flaky) OVER run AS failed,
              bool_or(failing_results.contradicted) OVER run AS contradicted,
              bool_or(failing_results.flaky_run_wasted_ms IS NOT NULL) OVER run AS was_flaky
       FROM executions
       JOIN failing_results ON failing_results.organization_id = $1
                           AND failing_results.execution_id = executions.id
       WHERE executions.organization_id = $1 AND executions.id = ANY ($2::uuid[])
       WINDOW run AS (PARTITION BY failing_results.execution_id, failing_results.test_id)
     ), judged AS (
       SELECT execution_id,
              result_id,
              before,
              CASE
                WHEN position > 1 OR infrastructure THEN NULL
                WHEN CASE
                  WHEN failed THEN contradicted
                  WHEN expired THEN was_flaky
                  ELSE NOT (interrupted AND EXISTS (
                    SELECT 1 FROM results
                    WHERE results.organization_id = $1
                      AND results.test_id = rows.test_id
                      AND results.execution_id = rows.execution_id
                      AND results.week = rows.week
                      AND results.status = 'interrupted'))
                END THEN wasted_ms
              END AS after
       FROM rows
     )
     SELECT execution_id AS "executionId", result_id AS "resultId", after::float8 AS "wastedMs"
     FROM judged
     WHERE after IS DISTINCT FROM before
     -- The row that gets the mark of a run comes before the row that loses it: an expired run is flaky while one has it.
     ORDER BY execution_id, result_id
     LIMIT ${ROWS_AT_ONCE}`,
    [scope.organizationId, toArrayLiteral(executionIds)],
  );
}

async function writeFlakyRuns(
  scope: TransactionScope,
  rows: readonly FlakyRunRow[],
): Promise<void> {
  await scope.query(
    `UPDATE failing_results
     SET flaky_run_wasted_ms = judged.wasted_ms
     FROM unnest($2::uuid[], $3::uuid[], $4::bigint[]) AS judged (execution_id, result_id, wasted_ms)
     WHERE failing_results.organization_id = $1
       AND failing_results.execution_id = judged.execution_id
       AND failing_results.result_id = judged.result_id`,
    [
      scope.organizationId,
      toArrayLiteral(rows.map((row) => row.executionId)),
      toArrayLiteral(rows.map((row) => row.resultId)),
      toArrayLiteral(rows.map((row) => row.wastedMs)),
    ],
  );
}
