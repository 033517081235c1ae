import type { TransactionScope } from '../../db/scope.ts';
import type { PartIdentity } from '../../executions/index.ts';

/**
 * Whether another part of the execution has results of one of these tests, with the same leg, environment and shard
 * number and, without shards, the same job. Parts with other tests, such as those of other packages, are no such part.
 * Reads the uploads of the execution by their primary key, and the results by the index of tests.
 * @param testIds a sample of the part's tests: legs of a matrix run the same tests.
 */
export async function hasLookAlikePart(
  scope: TransactionScope,
  part: PartIdentity & {
    executionId: string;
    week: string;
    testIds: readonly string[];
    /** When the part began, if it may turn out to be the second try of a job that did not pass; else null. */
    mayFollow: Date | null;
  },
): Promise<boolean> {
  if (part.testIds.length === 0) return false;
  const others = await scope.query<{ uploadIds: string[] }>(
    `SELECT array_agg(upload_id::text) AS "uploadIds"
     FROM execution_uploads
     WHERE organization_id = $1
       AND execution_id = $2
       AND group_id = $3
       AND part_id <> $4
       AND shard_index IS NOT DISTINCT FROM $5
     GROUP BY part_id
     HAVING $6::timestamptz IS NULL
         OR bool_and(passed)
         OR bool_and(open)
         OR max(received_at) > $6`,
    [scope.organizationId, part.executionId, part.groupId, part.partId, part.index, part.mayFollow],
  );
  if (others.length === 0) return false;
  const [row] = await scope.query<{ found: boolean }>(
    `SELECT EXISTS (
       SELECT 1 FROM results
       WHERE organization_id = $1
         AND test_id = ANY ($2::uuid[])
         AND execution_id = $3
         AND week = $4
         AND upload_id = ANY ($5::bigint[])) AS found`,
    [
      scope.organizationId,
      part.testIds,
      part.executionId,
      part.week,
      others.flatMap(({ uploadIds }) => uploadIds),
    ],
  );
  return row?.found === true;
}
