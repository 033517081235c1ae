import type { TransactionScope } from '../../db/scope.ts';

/** Expires the next artifacts that arrived before this time; returns how many. Reads the index artifacts_by_age. */
export async function expireOldest(
  scope: TransactionScope,
  { before, at, limit }: { before: Date; at: Date; limit: number },
): Promise<number> {
  const rows = await scope.query(
    `UPDATE artifacts
     SET state = 'expired', expires_at = $3
     WHERE organization_id = $1
       AND id = ANY (ARRAY(
         SELECT id
         FROM artifacts
         WHERE organization_id = $1 AND created_at < $2 AND state <> 'expired'
         ORDER BY created_at
         LIMIT $4))
     RETURNING id`,
    [scope.organizationId, before, at, limit],
  );
  return rows.length;
}
