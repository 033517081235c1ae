import { ConnectionError } from 'sequelize';
import type { Database } from './database.ts';

// A probe of a load balancer usually waits a few seconds; it gets its answer after two, whatever Postgres does.
const DEADLINE_MS = 1_500;

/** Asks the database whether it answers, on a connection that nothing else uses. */
export class Readiness {
  readonly #database: Database;
  #asked: Promise<void> | undefined;

  constructor(database: Database) {
    this.#database = database;
  }

  /**
   * Resolves when the database answers. Whoever asks while somebody else does gets the same answer,
   * so that many probes are one statement.
   * @throws ConnectionError when it does not, at the latest after the deadline.
   */
  ask(): Promise<void> {
    this.#asked ??= this.#ask().finally(() => {
      this.#asked = undefined;
    });
    return this.#asked;
  }

  async #ask(): Promise<void> {
    // The signal ends a statement that gets no answer; a connection that is still being made goes on without us.
    const signal = AbortSignal.timeout(DEADLINE_MS);
    const answered = this.#database.of({ organizationId: PROBE, signal }).query('SELECT 1');
    answered.catch(() => undefined);
    await Promise.race([answered, rejectionOf(signal)]);
  }
}

const PROBE = 'readiness';

function rejectionOf(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const error = new ConnectionError(new Error(`no answer within ${DEADLINE_MS} ms`));
    signal.addEventListener('abort', () => reject(error), { once: true });
  });
}
