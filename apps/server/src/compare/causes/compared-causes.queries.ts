import { isTestWithId } from '../../db/conditions/look-ups.ts';
import { toArrayLiteral, parseArrayLiteral } from '../../db/connections/plain-array.ts';
import type { Scope } from '../../db/scope.ts';

/**
 * The fingerprints (32 hex digits) of all failed and flaky results of these executions, by result id. Reads a range of
 * the primary key of failing_results for each, which has the fingerprints. As parallel columns: transferring a row per
 * result costs more in the driver than reading it costs Postgres.
 */
export async function readFingerprints(
  scope: Scope,
  executionIds: readonly string[],
): Promise<Map<string, string>> {
  if (executionIds.length === 0) return new Map();
  const [row] = await scope.query<{ resultIds: string | null; fingerprintIds: string | null }>(
    `SELECT array_agg(result_id)::text AS "resultIds",
            replace(array_agg(fingerprint_id)::text, '-', '') AS "fingerprintIds"
     FROM failing_results
     WHERE organization_id = $1 AND execution_id = ANY ($2::uuid[])`,
    [scope.organizationId, toArrayLiteral(executionIds)],
  );
  const fingerprintIds = parseArrayLiteral(row?.fingerprintIds ?? null);
  return new Map(
    parseArrayLiteral(row?.resultIds ?? null).map((id, at) => [id, fingerprintIds[at] ?? '']),
  );
}

/** A test by its index in the question. Tests of one file have the same `file`. */
export interface PlacedTest {
  index: number;
  file: number;
}

/**
 * All of these tests in the order of file, line (those without one last) and title. Looks each test up by its id, as
 * `listFirstByPlace` does.
 */
export async function placeTests(
  scope: Scope,
  tests: readonly { testId: string; line: number | null }[],
): Promise<PlacedTest[]> {
  if (tests.length === 0) return [];
  const [row] = await scope.query<{ ordinals: string | null; files: string | null }>(
    // Sorted once: window and aggregates read a sorted subquery in its order.
    `SELECT array_agg(ordinal)::text AS ordinals, array_agg(file_number)::text AS files
     FROM (
       SELECT ordinal, dense_rank() OVER (ORDER BY file) AS file_number
       FROM (
         SELECT wanted.ordinal, tests.file COLLATE "C" AS file
         FROM unnest($2::uuid[], $3::integer[]) WITH ORDINALITY AS wanted (test_id, line, ordinal)
         CROSS JOIN LATERAL (
           SELECT file, title_path
           FROM tests
           WHERE ${isTestWithId('wanted.test_id')}
           OFFSET 0
         ) AS tests
         ORDER BY tests.file COLLATE "C", wanted.line NULLS LAST, tests.title_path::text COLLATE "C",
                  wanted.test_id
       ) AS sorted
     ) AS placed`,
    [
      scope.organizationId,
      toArrayLiteral(tests.map(({ testId }) => testId)),
      toArrayLiteral(tests.map(({ line }) => line)),
    ],
  );
  const files = parseArrayLiteral(row?.files ?? null);
  return parseArrayLiteral(row?.ordinals ?? null).map((ordinal, at) => ({
    index: Number(ordinal) - 1,
    file: Number(files[at]),
  }));
}
