import type { HistoryRun } from '@svc/analysis/test-state';
import type { PackedRun } from '../history/packed-runs.ts';
import { IS_INFRASTRUCTURE } from '../db/infrastructure.ts';
import { plainArray } from '../db/plain-array.ts';
import type { Scope } from '../db/scope.ts';

// What a test's state is made from. More runs than this say nothing new, and are read on every change.
const NEWEST_RUNS = 500;

/** A test with its newest 500 counted runs on all branches, oldest first. */
export interface TestHistory {
  testId: string;
  projectId: string;
  runs: (HistoryRun & PackedRun)[];
  /** False when there are more. */
  isWhole: boolean;
}

interface Row {
  testId: string;
  projectId: string;
  isWhole: boolean;
  /** One line a run: moment, execution with its number, duration, results, flags and commit. */
  runs: string;
}

/** The history of these tests; one without a counted run is not among them. Reads the index results_by_test. */
export async function testHistories(
  scope: Scope,
  testIds: readonly string[],
): Promise<TestHistory[]> {
  // One text a test: a row for each run costs the driver more than everything else here together.
  const rows = await scope.database.query<Row>(
    `WITH runs AS (
       SELECT results.test_id,
              results.execution_id,
              bool_or(results.status IN ('failed', 'timedOut')) AS failed,
              bool_or(results.flaky) AS flaky,
              sum(results.last_attempt_ms) FILTER (WHERE results.status <> 'interrupted') AS duration_ms,
              count(*) FILTER (WHERE results.status <> 'interrupted') AS results
       FROM results
       WHERE results.organization_id = $1
         AND results.test_id = ANY ($2::uuid[])
         AND results.status <> 'skipped'
       GROUP BY results.test_id, results.execution_id
       -- An interruption is worse than a pass, so that such a run is no counted one.
       HAVING bool_or(results.status IN ('failed', 'timedOut'))
           OR NOT bool_or(results.status = 'interrupted')
     ), placed AS (
       SELECT runs.test_id,
              executions.project_id,
              executions.started_at,
              executions.id,
              (extract(epoch FROM executions.started_at) * 1000)::bigint || ' ' || executions.id || ' ' ||
                executions.number || ' ' || runs.duration_ms || ' ' || runs.results || ' ' ||
                CASE WHEN runs.failed THEN 'f' ELSE 'p' END ||
                CASE
                  WHEN ${IS_INFRASTRUCTURE} THEN '-'
                  WHEN runs.failed AND EXISTS (
                    SELECT FROM failing_results
                    WHERE failing_results.organization_id = $1
                      AND failing_results.test_id = runs.test_id
                      AND failing_results.execution_id = runs.execution_id
                      AND failing_results.contradicted) THEN 'c'
                  WHEN runs.flaky AND NOT runs.failed THEN 'r'
                  ELSE '-'
                END ||
                CASE WHEN executions.branch = projects.default_branch THEN 'd' ELSE '-' END ||
                CASE WHEN ${IS_INFRASTRUCTURE} THEN 'i' ELSE '-' END ||
                coalesce(regexp_replace(left(executions.commit, 64), '\\s', '', 'g'), '') AS run,
              row_number() OVER (
                PARTITION BY runs.test_id
                ORDER BY executions.started_at DESC, executions.id DESC) AS age
       FROM runs
       JOIN executions ON executions.organization_id = $1
                      AND executions.id = runs.execution_id
                      AND executions.number IS NOT NULL
       JOIN projects ON projects.organization_id = $1 AND projects.id = executions.project_id
     )
     SELECT replace(test_id::text, '-', '') AS "testId",
            project_id AS "projectId",
            bool_and(age <= ${NEWEST_RUNS}) AS "isWhole",
            string_agg(run, E'\\n' ORDER BY age DESC) FILTER (WHERE age <= ${NEWEST_RUNS}) AS runs
     FROM placed
     WHERE age <= ${NEWEST_RUNS} + 1
     GROUP BY test_id, project_id`,
    [scope.organizationId, plainArray(testIds)],
    scope.transaction,
  );
  return rows.map(({ runs, ...test }) => ({ ...test, runs: runs.split('\n').map(runOf) }));
}

const EVIDENCE = { c: 'contradiction', r: 'retry' } as const;

function runOf(line: string): HistoryRun & PackedRun {
  const [at, executionId = '', number, durationMs, results, rest = ''] = line.split(' ');
  const commit = rest.slice(4);
  const failed = rest.startsWith('f');
  return {
    at: Number(at),
    executionId,
    number: Number(number),
    durationMs: Number(durationMs),
    results: Number(results),
    commit: commit === '' ? null : commit,
    failed,
    outcome: failed ? 'failed' : 'passed',
    evidence: EVIDENCE[rest[1] as keyof typeof EVIDENCE] ?? null,
    onDefaultBranch: rest[2] === 'd',
    infrastructure: rest[3] === 'i',
  };
}
