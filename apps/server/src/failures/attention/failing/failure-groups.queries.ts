import { fingerprintText } from '../../../db/conditions/fingerprint-text.ts';
import type { Scope } from '../../../db/scope.ts';
import { toArrayLiteral, parseArrayLiteral } from '../../../db/connections/plain-array.ts';
import { isCountedRun } from '../../../db/conditions/counted-runs.ts';

/** The tests that failed in one execution with one fingerprint. */
export interface FailureGroup {
  executionId: string;
  fingerprint: string;
  /** The text that the fingerprint is the hash of. */
  pattern: string;
  tests: number;
  /** The first 100, by file and title. */
  testIds: string[];
}

/**
 * An execution and its bases. A failing test counts only if it passed in the first base that ran it. If `bases` is
 * null, every failing test counts.
 */
export interface Judged {
  executionId: string;
  bases: readonly { id: string; week: string }[] | null;
}

/**
 * Returns the failures of these executions by fingerprint, ordered by descending number of tests, file and title. Reads
 * failing_results, and for the bases the index results_by_test.
 */
export async function listFailureGroupsOfExecutions(
  scope: Scope,
  judged: readonly Judged[],
): Promise<FailureGroup[]> {
  if (judged.length === 0) return [];
  const bases = judged.flatMap((one) =>
    (one.bases ?? []).map((base) => ({ ...base, headId: one.executionId })),
  );
  const rows = await scope.query<Omit<FailureGroup, 'testIds'> & { testIds: string }>(
    `WITH judged AS (
       SELECT * FROM unnest($2::uuid[], $3::boolean[]) AS judged (id, has_bases)
     ), bases AS (
       SELECT *
       FROM unnest($4::uuid[], $5::uuid[], $6::date[]) WITH ORDINALITY AS bases (head_id, id, week, place)
     ), failed_tests AS (
       SELECT judged.id AS execution_id,
              judged.has_bases,
              failing_results.fingerprint_id,
              failing_results.test_id
       FROM judged
       JOIN failing_results ON failing_results.organization_id = $1
                           AND failing_results.execution_id = judged.id
       WHERE failing_results.status IN ('failed', 'timedOut')
       GROUP BY judged.id, judged.has_bases,
                failing_results.fingerprint_id, failing_results.test_id
     )
     SELECT failed_tests.execution_id AS "executionId",
            ${fingerprintText('fingerprints.id')} AS fingerprint,
            fingerprints.pattern,
            count(*)::integer AS tests,
            (array_agg(failed_tests.test_id
               ORDER BY tests.file COLLATE "C", tests.title_path, failed_tests.test_id))[:100]::text AS "testIds"
     FROM failed_tests
     JOIN tests ON tests.organization_id = $1 AND tests.id = failed_tests.test_id
     JOIN fingerprints ON fingerprints.organization_id = $1
                      AND fingerprints.project_id = tests.project_id
                      AND fingerprints.id = failed_tests.fingerprint_id
     WHERE NOT failed_tests.has_bases
        OR (SELECT NOT bool_or(results.status IN ('failed', 'timedOut'))
            FROM bases
            JOIN results ON results.organization_id = $1
                        AND results.test_id = failed_tests.test_id
                        AND results.execution_id = bases.id
                        AND results.week = bases.week
            WHERE bases.head_id = failed_tests.execution_id
            GROUP BY bases.place
            -- Only the first base with a counted run of the test.
            HAVING ${isCountedRun('results.status')}
            ORDER BY bases.place
            LIMIT 1)
     GROUP BY failed_tests.execution_id, fingerprints.id, fingerprints.pattern
     ORDER BY count(*) DESC,
              min(tests.file COLLATE "C"),
              min(tests.title_path::text COLLATE "C"),
              fingerprints.id`,
    [
      scope.organizationId,
      toArrayLiteral(judged.map((one) => one.executionId)),
      toArrayLiteral(judged.map((one) => one.bases !== null)),
      toArrayLiteral(bases.map((base) => base.headId)),
      toArrayLiteral(bases.map((base) => base.id)),
      toArrayLiteral(bases.map((base) => base.week)),
    ],
  );
  return rows.map((row) => ({
    ...row,
    testIds: parseArrayLiteral(row.testIds.replaceAll('-', '')),
  }));
}
