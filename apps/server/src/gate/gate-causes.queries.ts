import { isTestWithId } from '../db/conditions/look-ups.ts';
import { toArrayLiteral } from '../db/connections/plain-array.ts';
import type { Scope } from '../db/scope.ts';
import type { CountedCause } from '../analyses/index.ts';

export interface StoredGateCause extends CountedCause {
  fingerprintId: string;
  isExcused: boolean;
  failures: number;
  onBase: number;
  /** How many causes of excused, or of other failures there are. */
  total: number;
}

/**
 * Groups all failures of an execution by their fingerprints, excused ones apart: those with failures that the base does
 * not have first, then those of most tests. Looks each test up by its id, as `describeFailures` does.
 */
export function listGateCauses(
  scope: Scope,
  {
    executionId,
    excused,
    onBase,
    limit,
  }: {
    executionId: string;
    /** Result ids, as those of `onBase`. */
    excused: readonly string[];
    onBase: readonly string[];
    limit: number;
  },
): Promise<StoredGateCause[]> {
  return scope.query<StoredGateCause>(
    `WITH failures AS (
       SELECT failed.test_id,
              failed.fingerprint_id,
              tests.file COLLATE "C" AS file,
              -- Hashes. With outdated statistics, a join could compare each failure with each id.
              failed.result_id = ANY ($3::uuid[]) AS is_excused,
              failed.result_id = ANY ($4::uuid[]) AS on_base
       FROM failing_results AS failed
       CROSS JOIN LATERAL (
         SELECT file
         FROM tests
         WHERE ${isTestWithId('failed.test_id')}
         OFFSET 0
       ) AS tests
       WHERE failed.organization_id = $1
         AND failed.execution_id = $2
         AND failed.status IN ('failed', 'timedOut')
     ), causes AS (
       SELECT is_excused,
              fingerprint_id,
              count(*)::integer AS failures,
              count(DISTINCT test_id)::integer AS tests,
              count(DISTINCT file)::integer AS files,
              count(*) FILTER (WHERE on_base)::integer AS on_base,
              count(*) OVER (PARTITION BY is_excused)::integer AS total,
              row_number() OVER (
                PARTITION BY is_excused
                ORDER BY bool_and(on_base), count(DISTINCT test_id) DESC, min(file),
                         fingerprint_id) AS rank
       FROM failures
       GROUP BY is_excused, fingerprint_id
     )
     SELECT is_excused AS "isExcused",
            replace(fingerprint_id::text, '-', '') AS "fingerprintId",
            failures,
            tests,
            files,
            on_base AS "onBase",
            total
     FROM causes
     WHERE rank <= $5
     ORDER BY is_excused, rank`,
    [scope.organizationId, executionId, toArrayLiteral(excused), toArrayLiteral(onBase), limit],
  );
}
