import { fingerprintText } from '../../db/conditions/fingerprint-text.ts';
import { toArrayLiteral } from '../../db/connections/plain-array.ts';
import type { Scope } from '../../db/scope.ts';
import type { ExecutionRow } from '../../history/executions/execution-rows.queries.ts';

// Enough to recognize the test.
const NAME_CHARACTERS = 200;

/** An entry that does not excuse a failure, although a person may expect that it does. */
export type RelatedEntry =
  | { resultId: string; id: string; relation: 'ended'; isLifted: boolean; at: Date }
  | { resultId: string; id: string; relation: 'other-test'; title: string; file: string };

/**
 * At most one entry for each failure whose test has no active entry. First comes the newest entry that covered the
 * failure and ended after `endedSince`. If there is none and `isWhole`, it is an active entry of a test that did not run
 * in this execution and has the same title, or the same failure in the same file. Does one look-up for each failure and
 * for each active entry of the project. An organization has at most 1,000 active entries.
 */
export function listRelatedEntries(
  scope: Scope,
  { id, week, projectId }: Pick<ExecutionRow, 'id' | 'week' | 'projectId'>,
  {
    resultIds,
    isWhole,
    now,
    endedSince,
  }: {
    resultIds: readonly string[];
    /** Whether all tests of the suite ran, so that a test without a result no longer exists. */
    isWhole: boolean;
    now: Date;
    endedSince: Date;
  },
): Promise<RelatedEntry[]> {
  return scope.query<RelatedEntry>(
    `WITH failed AS MATERIALIZED (
       SELECT failing_results.result_id,
              failing_results.test_id,
              ${fingerprintText('failing_results.fingerprint_id')} AS fingerprint,
              tests.title_path,
              tests.file,
              tests.variant
       FROM unnest($5::uuid[]) AS asked (id)
       JOIN failing_results ON failing_results.organization_id = $1
                           AND failing_results.execution_id = $2
                           AND failing_results.result_id = asked.id
       JOIN tests ON tests.organization_id = $1 AND tests.id = failing_results.test_id
     ),
     -- Reads the index results_by_test. Once retention has deleted the results, it is unknown which tests did not run.
     absent AS MATERIALIZED (
       SELECT entries.id, entries.fingerprints, tests.title_path, tests.file, tests.variant
       FROM quarantine_entries AS entries
       JOIN tests ON tests.organization_id = $1 AND tests.id = entries.test_id
       WHERE $8::boolean
         AND entries.organization_id = $1
         AND entries.project_id = $4
         AND entries.ended_at IS NULL
         AND entries.expires_at > $6
         AND NOT EXISTS (
           SELECT 1
           FROM results
           WHERE results.organization_id = $1
             AND results.test_id = entries.test_id
             AND results.execution_id = $2
             AND results.week = $3)
         AND EXISTS (
           SELECT 1
           FROM results
           WHERE results.organization_id = $1 AND results.execution_id = $2 AND results.week = $3)
     )
     SELECT failed.result_id AS "resultId", related.*
     FROM failed
     CROSS JOIN LATERAL (
       (SELECT entries.id,
               'ended' AS relation,
               entries.ended_at IS NOT NULL AS "isLifted",
               coalesce(entries.ended_at, entries.expires_at) AS at,
               NULL AS title,
               NULL AS file,
               0 AS rank
        FROM quarantine_entries AS entries
        WHERE entries.organization_id = $1
          AND entries.test_id = failed.test_id
          AND coalesce(entries.ended_at, entries.expires_at) BETWEEN $7 AND $6
          AND (entries.fingerprints IS NULL OR failed.fingerprint = ANY (entries.fingerprints))
        ORDER BY entries.id DESC
        LIMIT 1)
       UNION ALL
       (SELECT absent.id,
               'other-test',
               NULL,
               NULL,
               left(absent.title_path ->> -1, ${NAME_CHARACTERS}),
               left(absent.file, ${NAME_CHARACTERS}),
               1
        FROM absent
        WHERE absent.variant IS NOT DISTINCT FROM failed.variant
          AND (absent.title_path = failed.title_path
            OR absent.file = failed.file AND failed.fingerprint = ANY (absent.fingerprints))
        ORDER BY absent.title_path = failed.title_path DESC, absent.id DESC
        LIMIT 1)
       ORDER BY rank
       LIMIT 1
     ) AS related`,
    [
      scope.organizationId,
      id,
      week,
      projectId,
      toArrayLiteral(resultIds),
      now,
      endedSince,
      isWhole,
    ],
  );
}
