import { setTimeout as sleep } from 'node:timers/promises';
import { buildBusyError } from '../../errors.ts';
import type { FairLimiter } from '../../limiters/fair-limiter.ts';

// Between attempts to take a key that an upload on another server has.
const RETRY_MS = 50;
const MAX_TRIES = 100;

/** Another server is storing an upload with one of the keys. */
export class KeyTakenError extends Error {}

/**
 * Runs uploads with the same execution key or idempotency key one after the other. They wait here because each
 * waiting upload in Postgres would hold a connection.
 * @throws SvcError SERVICE_UNAVAILABLE when the upload has to wait too long.
 */
export async function storeInTurn<Answer>(
  limiter: FairLimiter,
  keys: readonly string[],
  work: () => Promise<Answer>,
): Promise<Answer> {
  const [key, ...others] = keys;
  if (key === undefined) return retryUntilFree(work);
  const pass = await limiter.enter(key);
  try {
    return await storeInTurn(limiter, others, work);
  } finally {
    pass.release();
  }
}

async function retryUntilFree<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof KeyTakenError)) throw error;
      if (tries === MAX_TRIES) throw buildBusyError('an upload with the same key is under way');
      await sleep(RETRY_MS);
    }
  }
}
