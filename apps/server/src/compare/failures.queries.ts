import type { TestError } from '@svc/contract/executions/test-errors';
import { fingerprintText } from '../db/conditions/fingerprint-text.ts';
import { joinText } from '../db/conditions/look-ups.ts';
import type { Scope } from '../db/scope.ts';
import { toArrayLiteral } from '../db/connections/plain-array.ts';

/** How a result failed: its last failed attempt, which a flaky result has too. */
export interface Failure {
  fingerprint: string;
  /** The attempt's first error; null when it has none, and when `maxBytes` left it out. */
  error: TestError | null;
  /** The size of the error as JSON; 0 when it was left out. */
  errorBytes: number;
  isErrorOmitted: boolean;
}

interface FailureRow {
  resultId: string;
  fingerprint: string;
  /** JSON. */
  error: string | null;
  bytes: number;
}

/**
 * The failures of these results, by result id; a result without a failure has none. Reads errors in the order of
 * `resultIds` until the next one would exceed `maxBytes`.
 */
export async function listFailures(
  scope: Scope,
  {
    execution,
    resultIds,
    maxBytes,
  }: { execution: { id: string; week: string }; resultIds: readonly string[]; maxBytes: number },
): Promise<Map<string, Failure>> {
  if (resultIds.length === 0) return new Map();
  const rows = await scope.query<FailureRow>(
    `SELECT "resultId",
            fingerprint,
            bytes,
            CASE WHEN "bytesSoFar" <= $5 THEN error END AS error
     FROM (
       SELECT failing_results.result_id AS "resultId",
              ${fingerprintText('failing_results.fingerprint_id')} AS fingerprint,
              first.error,
              coalesce(octet_length(first.error), 0) AS bytes,
              sum(octet_length(first.error)) OVER (ORDER BY wanted.position) AS "bytesSoFar"
       FROM unnest($4::uuid[]) WITH ORDINALITY AS wanted (result_id, position)
       CROSS JOIN LATERAL (
         SELECT result_id, fingerprint_id
         FROM failing_results
         WHERE organization_id = $1 AND execution_id = $2 AND result_id = wanted.result_id
         OFFSET 0
       ) AS failing_results
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
       ${joinText('failed_attempt.errors_id', 'texts', '$3')}
       CROSS JOIN LATERAL (SELECT (texts.body::json -> 0)::text AS error OFFSET 0) AS first
     ) AS failures`,
    [scope.organizationId, execution.id, execution.week, toArrayLiteral(resultIds), maxBytes],
  );
  return new Map(
    rows.map(({ resultId, fingerprint, error, bytes }) => {
      const isErrorOmitted = error === null && bytes > 0;
      const errorBytes = isErrorOmitted ? 0 : bytes;
      return [
        resultId,
        {
          fingerprint,
          error: error === null ? null : (JSON.parse(error) as TestError),
          errorBytes,
          isErrorOmitted,
        },
      ];
    }),
  );
}
