import type { Scope } from '../../db/scope.ts';

/**
 * Lets this upload run beside the organization's others or, `alone`, after those under way and before
 * all that follow. Taken first, so that whoever waits here holds nothing that another waits for.
 */
export async function lockUploads(
  { database, transaction, organizationId }: Scope,
  alone: boolean,
): Promise<void> {
  const lock = alone ? 'pg_advisory_xact_lock' : 'pg_advisory_xact_lock_shared';
  await database.query(`SELECT ${lock}(hashtextextended($1, 1))`, [organizationId], transaction);
}

/** False when the execution has this part already. Waits for an upload that is just bringing it. */
export async function addShard(
  { database, transaction, organizationId }: Scope,
  shard: {
    executionId: string;
    shardId: string;
    groupId: string;
    sameCode: string | null;
    index: number | null;
    total: number | null;
    at: Date;
  },
): Promise<boolean> {
  const added = await database.query<{ added: number }>(
    `INSERT INTO execution_shards
       (organization_id, execution_id, shard_id, group_id, same_code, shard_index, shard_total, received_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
     ON CONFLICT (organization_id, execution_id, shard_id) DO NOTHING
     RETURNING 1 AS added`,
    [
      organizationId,
      shard.executionId,
      shard.shardId,
      shard.groupId,
      shard.sameCode,
      shard.index,
      shard.total,
      shard.at,
    ],
    transaction,
  );
  return added.length > 0;
}

export async function isMerged(
  { database, transaction, organizationId }: Scope,
  executionId: string,
): Promise<boolean> {
  const rows = await database.query<{ merged: boolean }>(
    'SELECT merged FROM executions WHERE organization_id = $1 AND id = $2',
    [organizationId, executionId],
    transaction,
  );
  return rows[0]?.merged === true;
}

/**
 * Parts expected and received, without those of the merged group, which bring what others bring too. A
 * group without shards expects what it has.
 */
export async function countShards(
  { database, transaction, organizationId }: Scope,
  executionId: string,
  mergedGroupId: string,
): Promise<{ expected: number; received: number }> {
  const [row] = await database.query<{ expected: number; received: number }>(
    `WITH shard_groups AS (
       SELECT greatest(max(shard_total), count(*)) AS expected, count(*) AS received
       FROM execution_shards
       WHERE organization_id = $1 AND execution_id = $2 AND group_id <> $3
       GROUP BY group_id
     )
     SELECT coalesce(sum(expected), 0)::integer AS expected,
            coalesce(sum(received), 0)::integer AS received
     FROM shard_groups`,
    [organizationId, executionId, mergedGroupId],
    transaction,
  );
  return row ?? { expected: 0, received: 0 };
}
