import type { Deps } from '../deps.ts';

/** Gives up on shards that have not come within the time that the settings allow, in every organization. */
export async function interruptWaitingExecutions({ database, config, clock }: Deps): Promise<void> {
  await database.query(
    `UPDATE executions
     SET status = 'interrupted', updated_at = $1
     WHERE status = 'running'
       AND number IS NOT NULL
       AND updated_at < $2`,
    [clock.now(), new Date(clock.now().getTime() - config.shardTimeoutMs)],
  );
}

// Longer than a spool file usually waits for its next run; one that comes later is still recognised by its part.
const IDEMPOTENCY_DAYS = 14;

export async function forgetOldIdempotencyKeys({ database, clock }: Deps): Promise<void> {
  const before = new Date(clock.now().getTime() - IDEMPOTENCY_DAYS * 24 * 60 * 60 * 1000);
  await database.query('DELETE FROM idempotency_keys WHERE created_at < $1', [before]);
}
