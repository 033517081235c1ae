import type { PackedRun } from '../history/packed-runs.ts';
import { plainArray } from '../db/plain-array.ts';
import type { Scope } from '../db/scope.ts';

/** Counted runs of a test, which may be none. */
export interface CountedRuns {
  testId: string;
  projectId: string;
  runs: PackedRun[];
}

interface Row {
  testId: string;
  projectId: string;
  /** One a run, separated by commas; null when no run counts. */
  runs: string | null;
}

// One text a test: a row for each run costs the driver more than everything else here together. `failed`,
// `flaky` and `contradicted` are of the run, `duration_ms` and `results` of its results that were not cut off.
const RUN_TEXT = `number || ':' || coalesce(duration_ms, 0) || ':' || results || ':' ||
                  CASE
                    WHEN failed AND contradicted THEN 'c'
                    WHEN failed THEN 'f'
                    WHEN flaky THEN 'r'
                    ELSE 'p'
                  END`;

const RUN_COLUMNS = `bool_or(results.status IN ('failed', 'timedOut')) AS failed,
              bool_or(results.flaky) AS flaky,
              sum(results.last_attempt_ms) FILTER (
                WHERE results.status NOT IN ('interrupted', 'skipped')) AS duration_ms,
              count(*) FILTER (WHERE results.status NOT IN ('interrupted', 'skipped')) AS results`;

/**
 * What these executions say of the tests whose state they may change: those that failed or were flaky
 * in them, and those that are watched. A test may have run in them without a run that counts.
 */
export async function runsOfExecutions(
  scope: Scope,
  executionIds: readonly string[],
): Promise<CountedRuns[]> {
  const rows = await scope.database.query<Row>(
    `WITH concerned AS MATERIALIZED (
       SELECT test_id FROM failing_results
       WHERE organization_id = $1 AND execution_id = ANY ($2::uuid[])
       UNION
       SELECT test_id FROM test_states
       WHERE organization_id = $1
         AND watched
         AND project_id IN (
           SELECT project_id FROM executions
           WHERE organization_id = $1 AND id = ANY ($2::uuid[]))
     ), contradicted AS MATERIALIZED (
       SELECT DISTINCT execution_id, test_id FROM failing_results
       WHERE organization_id = $1 AND execution_id = ANY ($2::uuid[]) AND contradicted
     ), runs AS (
       SELECT results.test_id,
              executions.id AS execution_id,
              executions.project_id,
              executions.number,
              ${RUN_COLUMNS},
              bool_or(results.status = 'interrupted') AS interrupted
       FROM executions
       JOIN results ON results.organization_id = $1
                   AND results.execution_id = executions.id
                   AND results.week = executions.week
       WHERE executions.organization_id = $1
         AND executions.id = ANY ($2::uuid[])
         AND executions.number IS NOT NULL
         AND results.test_id IN (SELECT test_id FROM concerned)
       GROUP BY results.test_id, executions.organization_id, executions.id
     ), judged AS (
       SELECT runs.*,
              contradicted.test_id IS NOT NULL AS contradicted,
              -- An interruption is worse than a pass, so that such a run is no counted one.
              failed OR results > 0 AND NOT interrupted AS is_counted
       FROM runs
       LEFT JOIN contradicted ON contradicted.execution_id = runs.execution_id
                             AND contradicted.test_id = runs.test_id
     )
     SELECT replace(test_id::text, '-', '') AS "testId",
            project_id AS "projectId",
            string_agg(${RUN_TEXT}, ',') FILTER (WHERE is_counted) AS runs
     FROM judged
     GROUP BY test_id, project_id`,
    [scope.organizationId, plainArray(executionIds)],
    scope.transaction,
  );
  return rows.map(countedRuns);
}

/** The newest runs of these tests on all branches, at most `limit`, oldest first. Reads the index results_by_test. */
export async function newestRuns(
  scope: Scope,
  { testIds, limit }: { testIds: readonly string[]; limit: number },
): Promise<CountedRuns[]> {
  const rows = await scope.database.query<Row>(
    `WITH runs AS (
       SELECT results.test_id, results.execution_id, ${RUN_COLUMNS}
       FROM results
       WHERE results.organization_id = $1
         AND results.test_id = ANY ($2::uuid[])
         AND results.status <> 'skipped'
       GROUP BY results.test_id, results.execution_id
       HAVING bool_or(results.status IN ('failed', 'timedOut'))
           OR NOT bool_or(results.status = 'interrupted')
     ), placed AS (
       SELECT runs.*,
              executions.project_id,
              executions.number,
              runs.failed AND EXISTS (
                SELECT FROM failing_results
                WHERE failing_results.organization_id = $1
                  AND failing_results.test_id = runs.test_id
                  AND failing_results.execution_id = runs.execution_id
                  AND failing_results.contradicted) AS contradicted,
              row_number() OVER (
                PARTITION BY runs.test_id
                ORDER BY executions.started_at DESC, executions.id DESC) AS age
       FROM runs
       JOIN executions ON executions.organization_id = $1
                      AND executions.id = runs.execution_id
                      AND executions.number IS NOT NULL
     )
     SELECT replace(test_id::text, '-', '') AS "testId",
            project_id AS "projectId",
            string_agg(${RUN_TEXT}, ',' ORDER BY age DESC) AS runs
     FROM placed
     WHERE age <= $3
     GROUP BY test_id, project_id`,
    [scope.organizationId, plainArray(testIds), limit],
    scope.transaction,
  );
  return rows.map(countedRuns);
}

function countedRuns({ runs, ...test }: Row): CountedRuns {
  return { ...test, runs: runs === null ? [] : runs.split(',').map(runOf) };
}

function runOf(text: string): PackedRun {
  const [number, durationMs, results, outcome] = text.split(':');
  return {
    number: Number(number),
    failed: outcome === 'f' || outcome === 'c',
    evidence: outcome === 'r' ? 'retry' : outcome === 'c' ? 'contradiction' : null,
    durationMs: Number(durationMs),
    results: Number(results),
  };
}
