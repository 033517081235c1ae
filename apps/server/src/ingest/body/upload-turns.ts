import { setTimeout as sleep } from 'node:timers/promises';
import { FairQueue } from '../../db/connections/fair-queue.ts';
import { busy } from '../../errors.ts';

// Enough for fifty shards that end in the same second and are stored one after the other.
const WAIT_MS = 30_000;
const WAITING_PER_KEY = 200;

// Between attempts to take a key that an upload on another server has.
const RETRY_MS = 50;
const MAX_TRIES = 100;

/** Another server is storing an upload with one of the keys. */
export class KeyTakenError extends Error {}

/**
 * Runs uploads with the same execution key or idempotency key one after the other. They wait here because each
 * waiting upload in Postgres would hold a connection.
 */
class UploadTurns {
  readonly #queue = new FairQueue({
    places: Infinity,
    placesPerGroup: 1,
    waitMs: WAIT_MS,
    waitingPerGroup: WAITING_PER_KEY,
  });

  /** @throws SvcError SERVICE_UNAVAILABLE when the upload has to wait too long. */
  async take<Answer>(keys: readonly string[], work: () => Promise<Answer>): Promise<Answer> {
    const [key, ...others] = keys;
    if (key === undefined) return whenFree(work);
    const leave = await this.#queue.enter(key);
    try {
      return await this.take(others, work);
    } finally {
      leave();
    }
  }
}

async function whenFree<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof KeyTakenError)) throw error;
      if (tries === MAX_TRIES) throw busy('an upload with the same key is under way');
      await sleep(RETRY_MS);
    }
  }
}

const OF_SERVER = new WeakMap<WeakKey, UploadTurns>();

/** The turns of one server in this process. `server` is an object that only this server has. */
export function uploadTurnsOf(server: WeakKey): UploadTurns {
  const turns = OF_SERVER.get(server) ?? new UploadTurns();
  OF_SERVER.set(server, turns);
  return turns;
}
