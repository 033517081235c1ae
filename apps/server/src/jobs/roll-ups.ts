import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../db/database.ts';
import { rollUp } from '../rollups/roll-up.ts';

// Every answer includes an upload within a second: this long until the change is noticed, the rest for the roll-up.
const PAUSE_MS = 250;
// Uploads take precedence: under constant load, roll-ups use half of one connection's time.
const REST_PER_WORK = 1;

/** Rolls up changed executions in a loop until stopped. */
export function startRollUps(database: Database, onError: (error: unknown) => void) {
  const stopping = new AbortController();
  let isWorking = false;
  const work = async () => {
    isWorking = true;
    await rollUp(database, onError)
      .catch(onError)
      .finally(() => (isWorking = false));
  };
  const running = repeat(work, stopping.signal);
  return {
    name: 'roll-ups',
    isRunning: () => isWorking,
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}

async function repeat(work: () => Promise<void>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const startedAt = performance.now();
    await work();
    const workedMs = performance.now() - startedAt;
    const restMs = Math.max(PAUSE_MS, REST_PER_WORK * workedMs);
    await sleep(restMs, undefined, { signal, ref: false }).catch(() => undefined);
  }
}
