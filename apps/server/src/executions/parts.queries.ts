import type { Result } from '@svc/contract/executions/executions';
import type { Scope } from '../db/scope.ts';
import { toArrayLiteral } from '../db/connections/plain-array.ts';
import type { ExecutionPlace } from './results.queries.ts';

export type Part = NonNullable<Result['part']>;

/** Lists those of these parts that have a shard number or a leg, by the `shardId` of their results. */
export async function listParts(
  scope: Scope,
  { executionId }: ExecutionPlace,
  shardIds: readonly string[],
): Promise<Map<string, Part>> {
  const rows = await scope.query<{
    shardId: string;
    index: number | null;
    total: number | null;
    leg: string | null;
  }>(
    `SELECT shard_id AS "shardId", shard_index AS index, shard_total AS total, leg
     FROM execution_shards
     WHERE organization_id = $1
       AND execution_id = $2
       AND shard_id = ANY ($3::bigint[])
       AND (shard_index IS NOT NULL OR leg IS NOT NULL)`,
    [scope.organizationId, executionId, toArrayLiteral(shardIds)],
  );
  return new Map(
    rows.map(({ shardId, index, total, leg }) => [
      shardId,
      { shard: index === null || total === null ? null : { index, total }, leg },
    ]),
  );
}
