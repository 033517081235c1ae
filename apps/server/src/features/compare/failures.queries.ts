import type { TestError } from '@svc/contract/test-errors';
import type { Database } from '../../db/database.ts';
import { plainArray } from '../../db/plain-array.ts';

/** How a result failed: by its last failed attempt, which a flaky result has too. */
export interface Failure {
  fingerprint: string;
  /** The first of that attempt; null when it told none. */
  error: TestError | null;
}

/** The failures of these results, by result id; a result in which nothing failed has none. */
export async function listFailures(
  database: Database,
  organizationId: string,
  {
    execution,
    resultIds,
  }: { execution: { id: string; week: string }; resultIds: readonly string[] },
): Promise<Map<string, Failure>> {
  if (resultIds.length === 0) return new Map();
  const rows = await database.query<{
    resultId: string;
    fingerprint: string;
    /** JSON. */
    errors: string | null;
  }>(
    `SELECT failing_results.result_id AS "resultId",
            'fp1:' || replace(failing_results.fingerprint_id::text, '-', '') AS fingerprint,
            texts.body AS errors
     FROM failing_results
     LEFT JOIN LATERAL (
       SELECT attempts.errors_id
       FROM attempts
       WHERE attempts.organization_id = $1
         AND attempts.execution_id = $2
         AND attempts.week = $3
         AND attempts.result_id = failing_results.result_id
         AND attempts.status IN ('failed', 'timedOut')
       ORDER BY attempts.index DESC
       LIMIT 1
     ) AS failed_attempt ON true
     LEFT JOIN texts ON texts.organization_id = $1
                    AND texts.week = $3
                    AND texts.id = failed_attempt.errors_id
     WHERE failing_results.organization_id = $1
       AND failing_results.execution_id = $2
       AND failing_results.result_id = ANY ($4::uuid[])`,
    [organizationId, execution.id, execution.week, plainArray(resultIds)],
  );
  return new Map(
    rows.map(({ resultId, fingerprint, errors }) => {
      const [error] = errors === null ? [] : (JSON.parse(errors) as TestError[]);
      return [resultId, { fingerprint, error: error ?? null }];
    }),
  );
}
