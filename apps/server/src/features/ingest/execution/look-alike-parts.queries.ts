import type { TransactionScope } from '../../../db/scope.ts';
import type { PartIdentity } from '../../../execution-life-cycle/parts/part-identity.ts';

/**
 * Whether another part of the execution has results of one of these tests, with the same leg, environment and shard
 * number and, without shards, the same job. Parts with other tests, such as those of other packages, are no such part.
 * Reads the shards of the execution by their primary key, and the results by the index of tests.
 * @param testIds a sample of the part's tests: legs of a matrix run the same tests.
 */
export async function hasLookAlikePart(
  scope: TransactionScope,
  part: PartIdentity & { executionId: string; week: string; testIds: readonly string[] },
): Promise<boolean> {
  if (part.testIds.length === 0) return false;
  const others = await scope.query<{ shardId: string }>(
    `SELECT shard_id AS "shardId"
     FROM execution_shards
     WHERE organization_id = $1
       AND execution_id = $2
       AND group_id = $3
       AND part_id <> $4
       AND shard_index IS NOT DISTINCT FROM $5`,
    [scope.organizationId, part.executionId, part.groupId, part.partId, part.index],
  );
  if (others.length === 0) return false;
  const [row] = await scope.query<{ found: boolean }>(
    `SELECT EXISTS (
       SELECT FROM results
       WHERE organization_id = $1
         AND test_id = ANY ($2::uuid[])
         AND execution_id = $3
         AND week = $4
         AND shard_id = ANY ($5::bigint[])) AS found`,
    [
      scope.organizationId,
      part.testIds,
      part.executionId,
      part.week,
      others.map(({ shardId }) => shardId),
    ],
  );
  return row?.found === true;
}
