import { setTimeout as sleep } from 'node:timers/promises';
import { retryDelayMs } from './retry-delay.ts';
import type { UploadFailure } from './upload-failure.ts';

/** How one request ended. */
export type Try<Answer> =
  | {
      ok: true;
      answer: Answer;
      /** Which share of its writes the key has left in this window, 0 to 1; undefined where the server does not say. */
      writesLeft?: number | undefined;
    }
  | {
      ok: false;
      failure: UploadFailure;
      /** Whether the same request may succeed a moment later. */
      again: boolean;
      /** The header of the answer. */
      retryAfter: string | null;
    };

export interface RetryOptions {
  /** Epoch ms. Time that `rateLimit` has waited comes on top. */
  deadlineAt: number;
  /** How long to keep trying without a sign of life: nobody listens, or nothing comes. */
  unreachableBudgetMs: number;
  /** How long to wait when the rate limit is reached; default: as long as the deadline allows. */
  rateLimit?: RateLimitBudget | undefined;
}

/** A budget of its own for the waits that a rate limit asks for. Several requests share it. */
export class RateLimitBudget {
  /** How long was waited so far. */
  waitedMs = 0;
  readonly #budgetMs: number;
  readonly #onWait: ((delayMs: number) => void) | undefined;

  constructor(budgetMs: number, onWait?: (delayMs: number) => void) {
    this.#budgetMs = budgetMs;
    this.#onWait = onWait;
  }

  /** Waits so long, unless the budget is too small for it. */
  async wait(delayMs: number): Promise<boolean> {
    if (this.waitedMs + delayMs > this.#budgetMs) return false;
    this.waitedMs += delayMs;
    this.#onWait?.(delayMs);
    await sleep(delayMs);
    return true;
  }
}

/** Until when requests may go on, in epoch ms. */
export function deadlineOf({ deadlineAt, rateLimit }: RetryOptions): number {
  return deadlineAt + (rateLimit?.waitedMs ?? 0);
}

/**
 * Tries until it is accepted, refused, or no further try fits before the deadline. A `Retry-After`
 * that does not fit ends it at once, since waiting for less would only be refused again.
 */
export async function retry<Answer>(
  request: () => Promise<Try<Answer>>,
  options: RetryOptions,
): Promise<Try<Answer>> {
  let aliveAt = Date.now();
  for (let tries = 1; ; tries++) {
    const outcome = await request();
    if (outcome.ok || !outcome.again) return outcome;
    const now = Date.now();
    const delayMs = retryDelayMs(tries, outcome.retryAfter, { now, random: Math.random });
    if (outcome.failure.status === 429 && options.rateLimit !== undefined) {
      if (!(await options.rateLimit.wait(delayMs))) return outcome;
      aliveAt = Date.now();
      continue;
    }
    if (outcome.failure.kind !== 'unreachable') aliveAt = now;
    const limitAt =
      outcome.failure.kind === 'unreachable'
        ? Math.min(deadlineOf(options), aliveAt + options.unreachableBudgetMs)
        : deadlineOf(options);
    if (now + delayMs + SHORTEST_TRY_MS > limitAt) return outcome;
    await sleep(delayMs);
  }
}

/** For a request that ended without an answer: faults of the network pass; wrong addresses, certificates and files stay. */
export function failedTry(failure: UploadFailure): Try<never> {
  const again = !LASTING.has(failure.kind);
  return { ok: false, failure, again, retryAfter: null };
}

const LASTING = new Set<UploadFailure['kind']>(['refused', 'untrusted', 'local']);

/** How long a request of this size may take: less only where the budget is less. */
export function requestTimeoutMs(
  bytes: number,
  deadlineAt: number,
  leastMs = REQUEST_TIMEOUT_MS,
): number {
  const timeoutMs = Math.max(leastMs, bytes / SLOWEST_BYTES_PER_MS);
  return Math.ceil(Math.min(timeoutMs, Math.max(1, deadlineAt - Date.now())));
}

// With less than this left a request would only be cut off.
const SHORTEST_TRY_MS = 200;
// Long enough for the slowest ingest that was measured with room to spare, and still leaves a second try in the budget.
const REQUEST_TIMEOUT_MS = 15_000;
// 256 kbit/s: a line slower than that is as good as none.
const SLOWEST_BYTES_PER_MS = 32;
