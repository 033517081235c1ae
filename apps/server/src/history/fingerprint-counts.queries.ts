import type { Scope } from '../db/scope.ts';
import {
  createBinds,
  executionConditions,
  type ExecutionsFilter,
} from '../db/conditions/execution-conditions.ts';
import { fingerprintText } from '../db/conditions/fingerprint-text.ts';
import { toArrayLiteral } from '../db/connections/plain-array.ts';

/**
 * How many results of a test have an error with one fingerprint: of any failed attempt, also of a flaky result, or a
 * cause.
 */
export interface StoredFingerprintCount {
  fingerprint: string;
  pattern: string;
  count: number;
  firstSeenAt: Date;
  lastSeenAt: Date;
}

/**
 * The fingerprints of these tests in the matching executions: the `limit` most frequent of each test, most frequent
 * first; ties by the newest.
 */
export async function countFingerprints(
  scope: Scope,
  {
    filter,
    testIds,
    limit,
  }: { filter: ExecutionsFilter; testIds: readonly string[]; limit: number },
): Promise<Map<string, StoredFingerprintCount[]>> {
  if (testIds.length === 0) return new Map();
  const { bind, value } = createBinds(scope.organizationId);
  const tests = value(toArrayLiteral(testIds));
  const rows = await scope.query<StoredFingerprintCount & { testId: string }>(
    `WITH counted AS (
       SELECT failing_results.test_id,
              executions.project_id,
              errors.fingerprint_id,
              count(*)::integer AS count,
              min(executions.started_at) AS first_seen_at,
              max(executions.started_at) AS last_seen_at,
              row_number() OVER (
                PARTITION BY failing_results.test_id
                ORDER BY count(*) DESC, max(executions.started_at) DESC, errors.fingerprint_id) AS place
       FROM failing_results
       JOIN executions ON executions.organization_id = $1
                      AND executions.id = failing_results.execution_id
       CROSS JOIN LATERAL unnest(failing_results.fingerprint_id || failing_results.further_fingerprints)
         AS errors (fingerprint_id)
       WHERE failing_results.organization_id = $1
         AND failing_results.test_id = ANY (${tests}::uuid[])
         AND ${executionConditions(filter, value)}
       GROUP BY failing_results.test_id, executions.project_id, errors.fingerprint_id
     )
     SELECT replace(counted.test_id::text, '-', '') AS "testId",
            ${fingerprintText('fingerprints.id')} AS fingerprint,
            fingerprints.pattern,
            counted.count,
            counted.first_seen_at AS "firstSeenAt",
            counted.last_seen_at AS "lastSeenAt"
     FROM counted
     JOIN fingerprints ON fingerprints.organization_id = $1
                      AND fingerprints.project_id = counted.project_id
                      AND fingerprints.id = counted.fingerprint_id
     WHERE counted.place <= ${value(limit)}
     ORDER BY counted.test_id, counted.place`,
    bind,
  );
  return Map.groupBy(rows, (row) => row.testId);
}
