import { toArrayLiteral } from '../../../db/connections/plain-array.ts';
import type { TransactionScope } from '../../../db/scope.ts';
import type { ResultPair, StoredAt, Uploads } from './retried-parts.queries.ts';

/** Deletes the later result of each pair. Its artifacts go to the earlier one. */
export async function deleteReplacedResults(
  scope: TransactionScope,
  place: StoredAt,
  pairs: readonly ResultPair[],
): Promise<void> {
  if (pairs.length === 0) return;
  await scope.query(
    `UPDATE artifacts
     SET result_id = pair.earlier_id, attempt = NULL
     FROM ${PAIRS}
     WHERE artifacts.organization_id = $1
       AND artifacts.execution_id = $2
       AND artifacts.result_id = pair.later_id
       AND $3::date IS NOT NULL`,
    buildPairBind(scope, place, pairs),
  );
  await deleteResults(scope, place, pairs);
}

/** Deletes the files of the earlier uploads that the later ones have too. */
export async function deleteSupersededFiles(
  scope: TransactionScope,
  { executionId, week }: StoredAt,
  { earlier, later }: { earlier: Uploads; later: Uploads },
): Promise<void> {
  await scope.query(
    `DELETE FROM execution_files
     WHERE organization_id = $1
       AND execution_id = $2
       AND week = $3
       AND upload_id = ANY ($4::bigint[])
       AND EXISTS (
         SELECT 1
         FROM execution_files AS newer
         WHERE newer.organization_id = $1
           AND newer.execution_id = $2
           AND newer.week = $3
           AND newer.upload_id = ANY ($5::bigint[])
           AND newer.file = execution_files.file
           AND newer.variant IS NOT DISTINCT FROM execution_files.variant)`,
    [
      scope.organizationId,
      executionId,
      week,
      toArrayLiteral(earlier.uploadIds),
      toArrayLiteral(later.uploadIds),
    ],
  );
}

/** Deletes the later results, with what is left of their attempts and failures. */
export async function deleteResults(
  scope: TransactionScope,
  { executionId, week }: StoredAt,
  pairs: readonly ResultPair[],
): Promise<void> {
  const laterIds = toArrayLiteral(pairs.map(({ laterId }) => laterId));
  await scope.query(
    `DELETE FROM failing_results
     WHERE organization_id = $1 AND execution_id = $2 AND result_id = ANY ($3::uuid[])`,
    [scope.organizationId, executionId, laterIds],
  );
  for (const [table, id] of [
    ['attempts', 'result_id'],
    ['results', 'id'],
  ]) {
    await scope.query(
      `DELETE FROM ${table}
       WHERE organization_id = $1 AND execution_id = $2 AND week = $3 AND ${id} = ANY ($4::uuid[])`,
      [scope.organizationId, executionId, week, laterIds],
    );
  }
}

/** The values of statements with PAIRS. */
export function buildPairBind(
  { organizationId }: TransactionScope,
  { executionId, week }: StoredAt,
  pairs: readonly ResultPair[],
): unknown[] {
  const earlierIds = toArrayLiteral(pairs.map(({ earlierId }) => earlierId));
  const laterIds = toArrayLiteral(pairs.map(({ laterId }) => laterId));
  return [organizationId, executionId, week, earlierIds, laterIds];
}

export const PAIRS = 'unnest($4::uuid[], $5::uuid[]) AS pair (earlier_id, later_id)';
