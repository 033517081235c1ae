import { ConnectionError } from 'sequelize';
import type { Database } from './database.ts';

// Load balancers usually wait a few seconds for a probe. It gets an answer by this deadline, even if Postgres hangs.
const DEADLINE_MS = 1_500;

/** Checks whether the database answers, on a connection that is used only for this. */
export class Readiness {
  readonly #database: Database;
  #asked: Promise<void> | undefined;

  constructor(database: Database) {
    this.#database = database;
  }

  /**
   * Resolves when the database answers. Concurrent callers share one statement.
   * @throws ConnectionError when there is no answer, at the latest after the deadline.
   */
  ask(): Promise<void> {
    this.#asked ??= this.#ask().finally(() => {
      this.#asked = undefined;
    });
    return this.#asked;
  }

  async #ask(): Promise<void> {
    // The signal cancels a statement without an answer. A connection attempt continues in the background.
    const signal = AbortSignal.timeout(DEADLINE_MS);
    const answered = this.#database.of({ organizationId: PROBE, signal }).query('SELECT 1');
    answered.catch(() => undefined);
    await Promise.race([answered, rejectOnAbort(signal)]);
  }
}

const PROBE = 'readiness';

function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const error = new ConnectionError(new Error(`no answer within ${DEADLINE_MS} ms`));
    signal.addEventListener('abort', () => reject(error), { once: true });
  });
}
