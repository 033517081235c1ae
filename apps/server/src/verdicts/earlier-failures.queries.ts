import { CAN_SPEAK } from '../db/conditions/execution-conditions.ts';
import { plainArray } from '../db/connections/plain-array.ts';
import type { Scope } from '../db/scope.ts';
import type { JudgedExecution } from './judged-execution.queries.ts';

/** A test with the fingerprint of its failure. Both are hex digits. */
export interface FailingPair {
  testId: string;
  fingerprintId: string;
}

/** The key of a pair in maps. */
export function pairKey({ testId, fingerprintId }: FailingPair): string {
  return `${testId} ${fingerprintId}`;
}

/** The executions in which a test failed before with a fingerprint. */
export interface EarlierFailures {
  /** It passed on a retry, or elsewhere on the same commit. */
  flakyRuns: number;
  failures: number;
  /** Branches other than that of the execution. */
  otherBranches: number;
}

// Older failures are of another product. The newest 200 of a test are enough for every rule.
const EARLIER_DAYS = 90;
const NEWEST_FAILURES = 200;

/**
 * Earlier failures of these pairs in the project, by `pairKey`: of the newest 200 failures of each test, in the 90 days
 * before the execution. Reads the index failing_results_by_test.
 */
export async function earlierFailures(
  scope: Scope,
  execution: JudgedExecution,
  pairs: readonly FailingPair[],
): Promise<Map<string, EarlierFailures>> {
  if (pairs.length === 0) return new Map();
  const rows = await scope.query<EarlierFailures & FailingPair>(
    `WITH known AS MATERIALIZED (
       SELECT id, md5(branch) AS branch
       FROM executions
       WHERE organization_id = $1
         AND project_id = $2
         AND number IS NOT NULL
         AND (started_at, id) < ($3, $4)
         AND started_at >= $3::timestamptz - interval '${EARLIER_DAYS} days'
     ), asked AS (
       SELECT test_id, array_agg(fingerprint_id) AS fingerprint_ids
       FROM unnest($5::uuid[], $6::uuid[]) AS asked (test_id, fingerprint_id)
       GROUP BY test_id
     ), failed AS MATERIALIZED (
       SELECT newest.*
       FROM asked
       CROSS JOIN LATERAL (
         SELECT test_id, fingerprint_id, execution_id, flaky OR contradicted AS is_flaky
         FROM failing_results
         WHERE organization_id = $1 AND test_id = asked.test_id
         ORDER BY execution_id DESC
         LIMIT ${NEWEST_FAILURES}
       ) AS newest
       WHERE newest.fingerprint_id = ANY (asked.fingerprint_ids)
     )
     SELECT replace(failed.test_id::text, '-', '') AS "testId",
            replace(failed.fingerprint_id::text, '-', '') AS "fingerprintId",
            count(DISTINCT failed.execution_id) FILTER (WHERE failed.is_flaky)::integer AS "flakyRuns",
            count(DISTINCT failed.execution_id) FILTER (WHERE NOT failed.is_flaky)::integer AS failures,
            count(DISTINCT known.branch) FILTER (WHERE known.branch IS DISTINCT FROM md5($7))::integer
              AS "otherBranches"
     FROM failed
     JOIN known ON known.id = failed.execution_id
     GROUP BY failed.test_id, failed.fingerprint_id`,
    [
      scope.organizationId,
      execution.projectId,
      execution.startedAt,
      execution.id,
      plainArray(pairs.map((pair) => pair.testId)),
      plainArray(pairs.map((pair) => pair.fingerprintId)),
      execution.branch,
    ],
  );
  return new Map(rows.map((row) => [pairKey(row), row]));
}

/**
 * The pairs that failed in the newest execution of the base branch and framework before this one, by `pairKey`. Null if
 * the execution is on its base branch, or the base branch has no execution that speaks for it.
 */
export async function failuresOfBase(
  scope: Scope,
  { id, projectId, framework, branch, baseBranch, startedAt, fromCi }: JudgedExecution,
): Promise<Set<string> | null> {
  if (baseBranch === null || baseBranch === branch) return null;
  const [base] = await scope.query<{ id: string }>(
    `SELECT id
     FROM executions
     WHERE organization_id = $1
       AND project_id = $2
       AND md5(branch) = md5($3)
       AND branch = $3
       AND framework = $4
       AND (started_at, id) < ($5, $6)
       AND ${CAN_SPEAK}
       AND (from_ci OR NOT $7::boolean)
     ORDER BY started_at DESC, id DESC
     LIMIT 1`,
    [scope.organizationId, projectId, baseBranch, framework, startedAt, id, fromCi],
  );
  if (base === undefined) return null;
  const rows = await scope.query<FailingPair>(
    `SELECT DISTINCT replace(test_id::text, '-', '') AS "testId",
            replace(fingerprint_id::text, '-', '') AS "fingerprintId"
     FROM failing_results
     WHERE organization_id = $1 AND execution_id = $2 AND status IN ('failed', 'timedOut')
     LIMIT 100000`,
    [scope.organizationId, base.id],
  );
  return new Set(rows.map(pairKey));
}
