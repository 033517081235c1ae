import { isTestWithId } from '../db/conditions/look-ups.ts';
import type { Scope } from '../db/scope.ts';
import { toArrayLiteral } from '../db/connections/plain-array.ts';

/**
 * The first `limit` of these tests by file, line (those without one last) and title: their ids, in that order. Looks
 * each test up by its id: as a plain join it would be planned by statistics, which do not include its tests right after
 * an upload.
 */
export async function listFirstByPlace(
  scope: Scope,
  { tests, limit }: { tests: readonly { testId: string; line: number | null }[]; limit: number },
): Promise<string[]> {
  const rows = await scope.query<{ testId: string }>(
    `SELECT replace(tests.id::text, '-', '') AS "testId"
     FROM unnest($2::uuid[], $3::integer[]) AS wanted (test_id, line)
     CROSS JOIN LATERAL (
       SELECT id, file, title_path
       FROM tests
       WHERE ${isTestWithId('wanted.test_id')}
       OFFSET 0
     ) AS tests
     ORDER BY tests.file COLLATE "C", wanted.line NULLS LAST,
              tests.title_path::text COLLATE "C", tests.id
     LIMIT $4`,
    [
      scope.organizationId,
      toArrayLiteral(tests.map(({ testId }) => testId)),
      toArrayLiteral(tests.map(({ line }) => line)),
      limit,
    ],
  );
  return rows.map(({ testId }) => testId);
}
