import type { Deps } from '../deps.ts';

/**
 * Interrupts running executions without an upload for longer than the shard timeout, in every organization. Marks
 * them as changed, because they may speak for their branch from then on.
 */
export async function interruptWaitingExecutions({ database, config, clock }: Deps): Promise<void> {
  await database.query(
    `WITH ended AS (
       UPDATE executions
       SET status = 'interrupted', updated_at = $1
       WHERE status = 'running'
         AND number IS NOT NULL
         AND updated_at < $2
       RETURNING organization_id, id
     )
     INSERT INTO execution_changes (organization_id, execution_id, changed_at)
     SELECT organization_id, id, clock_timestamp() FROM ended
     ON CONFLICT (organization_id, execution_id) DO UPDATE SET changed_at = excluded.changed_at`,
    [clock.now(), new Date(clock.now().getTime() - config.shardTimeoutMs)],
  );
}

// Longer than a spool file usually waits for the next run. A later one is still recognized by its part.
const IDEMPOTENCY_DAYS = 14;

export async function forgetOldIdempotencyKeys({ database, clock }: Deps): Promise<void> {
  const before = new Date(clock.now().getTime() - IDEMPOTENCY_DAYS * 24 * 60 * 60 * 1000);
  await database.query('DELETE FROM idempotency_keys WHERE created_at < $1', [before]);
}
