import { NodeAwayError } from './node-away-error.ts';
import type { OutageWatch } from './database.ts';

export interface OutageLog {
  info(message: string): void;
  warn(message: string): void;
}

// While a database goes down, some connections fail and others still answer.
const CALM_MS = 5_000;

const DATABASE = 'the database';

interface OpenOutage {
  since: number;
  failures: number;
  failedAt: number;
}

/**
 * Logs once that the database, or a node of a cluster, is unreachable, and once that it is back. A line per failed request
 * would fill the log exactly when a full disk may be the cause.
 */
export class Outage implements OutageWatch {
  readonly #log: OutageLog;
  /** Keyed by the name of the database or the node that does not answer. */
  readonly #open = new Map<string, OpenOutage>();

  constructor(log: OutageLog) {
    this.#log = log;
  }

  noteFailure(error: Error): void {
    const now = performance.now();
    const isNode = error instanceof NodeAwayError;
    const what = isNode ? `the node ${error.node} of the cluster` : DATABASE;
    const open = this.#open.get(what);
    if (open !== undefined) {
      open.failures++;
      open.failedAt = now;
      return;
    }
    this.#open.set(what, { since: now, failures: 1, failedAt: now });
    const [message] = error.message.split('\n');
    this.#log.warn(
      `svc: ${what} cannot be reached: ${message}. ${isNode ? 'Requests of its organizations get' : 'Requests get'} 503 until it answers.`,
    );
  }

  noteAnswer(): void {
    for (const [what, { since, failures, failedAt }] of this.#open) {
      if (performance.now() - failedAt < CALM_MS) continue;
      this.#open.delete(what);
      const seconds = ((failedAt - since) / 1_000).toFixed(1);
      this.#log.info(
        `svc: ${what} answers again; it could not be reached for ${seconds} s, and ${failures === 1 ? 'one try' : `${failures} tries`} failed`,
      );
    }
  }
}
