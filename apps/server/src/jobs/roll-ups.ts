import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../db/database.ts';
import { rollUp } from '../rollups/roll-up.ts';

// An upload is in every answer within a second: this long until it is noticed, the rest to look at it.
const PAUSE_MS = 250;
// Uploads go first: under a load that never ends, roll-ups take half of one connection's time.
const REST_PER_WORK = 1;

/** Rolls up what changed, again and again until it is stopped. */
export function startRollUps(database: Database, onError: (error: unknown) => void) {
  const stopping = new AbortController();
  const running = keepRollingUp(database, onError, stopping.signal);
  return {
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}

async function keepRollingUp(
  database: Database,
  onError: (error: unknown) => void,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const startedAt = performance.now();
    try {
      await rollUp(database, onError);
    } catch (error) {
      onError(error);
    }
    const workedMs = performance.now() - startedAt;
    const restMs = Math.max(PAUSE_MS, REST_PER_WORK * workedMs);
    await sleep(restMs, undefined, { signal, ref: false }).catch(() => undefined);
  }
}
