import type { OutageWatch } from './database.ts';

export interface OutageLog {
  info(message: string): void;
  warn(message: string): void;
}

// While a database goes down, some connections fail and others still answer.
const CALM_MS = 5_000;

/**
 * Logs once that the database is unreachable, and once that it is back. A line per failed request would fill the log
 * exactly when a full disk may be the cause.
 */
export class Outage implements OutageWatch {
  readonly #log: OutageLog;
  #since: number | null = null;
  #failures = 0;
  #failedAt = 0;

  constructor(log: OutageLog) {
    this.#log = log;
  }

  noteFailure(error: Error): void {
    this.#failures++;
    this.#failedAt = performance.now();
    if (this.#since !== null) return;
    this.#since = performance.now();
    this.#log.warn(
      `svc: the database cannot be reached: ${error.message}. Requests get 503 until it answers.`,
    );
  }

  noteAnswer(): void {
    if (this.#since === null || performance.now() - this.#failedAt < CALM_MS) return;
    const seconds = ((this.#failedAt - this.#since) / 1_000).toFixed(1);
    this.#log.info(
      `svc: the database answers again; it could not be reached for ${seconds} s, and ${this.#failures} tries failed`,
    );
    this.#since = null;
    this.#failures = 0;
  }
}
