import { setTimeout as sleep } from 'node:timers/promises';
import { computeRetryDelayMs } from './retry-delay.ts';
import type { UploadFailure } from '../../report/upload-failure.ts';
import { clock } from '../../clock.ts';

/** The outcome of one request. */
export type Try<Answer> =
  | {
      ok: true;
      answer: Answer;
      /**
       * Share of the key's writes that is left in this window, 0 to 1. Undefined if the server does not report it.
       */
      writesLeft?: number | undefined;
    }
  | {
      ok: false;
      failure: UploadFailure;
      /** Whether a retry may succeed. */
      again: boolean;
      /** The response header. */
      retryAfter: string | null;
    };

export interface RetryOptions {
  /** Epoch ms. Waits of `rateLimit` extend it. */
  deadlineAt: number;
  /** How long to retry without a response: the connection is refused, or no answer arrives. */
  unreachableBudgetMs: number;
  /** How long to retry after 5xx, closed connections and requests that time out; default: until the deadline. */
  errorBudgetMs?: number | undefined;
  /** Budget for waits when the rate limit is reached; default: until the deadline. */
  rateLimit?: RateLimitBudget | undefined;
  /** Called before each retry, except for waits of `rateLimit`. `untilAt`: when retrying ends, in epoch ms. */
  onRetry?: ((failure: UploadFailure, untilAt: number) => void) | undefined;
}

/** A separate budget for waits that a rate limit requests. Several requests share it. */
export class RateLimitBudget {
  /** Total wait so far. */
  waitedMs = 0;
  readonly #budgetMs: number;
  readonly #onWait: ((delayMs: number) => void) | undefined;

  constructor(budgetMs: number, onWait?: (delayMs: number) => void) {
    this.#budgetMs = budgetMs;
    this.#onWait = onWait;
  }

  /** Waits, or returns false if the budget is too small. */
  async wait(delayMs: number): Promise<boolean> {
    if (this.waitedMs + delayMs > this.#budgetMs) return false;
    this.waitedMs += delayMs;
    this.#onWait?.(delayMs);
    await sleep(delayMs);
    return true;
  }
}

/** The deadline for requests, in epoch ms. */
export function computeDeadline({ deadlineAt, rateLimit }: RetryOptions): number {
  return deadlineAt + (rateLimit?.waitedMs ?? 0);
}

/**
 * Retries until the request is accepted or refused, or no further try fits before the deadline. Stops immediately
 * if `Retry-After` does not fit: a shorter wait would only be refused again. `request` receives its deadline, in epoch
 * ms: after a server error the end of `errorBudgetMs`, otherwise the deadline of all.
 */
export async function retry<Answer>(
  request: (deadlineAt: number) => Promise<Try<Answer>>,
  options: RetryOptions,
): Promise<Try<Answer>> {
  const startedAt = clock.nowMs();
  let aliveAt = startedAt;
  let untilAt = computeDeadline(options);
  for (let tries = 1; ; tries++) {
    const outcome = await request(untilAt);
    if (outcome.ok || !outcome.again) return outcome;
    const now = clock.nowMs();
    const delayMs = computeRetryDelayMs(tries, outcome.retryAfter, { now, random: Math.random });
    if (outcome.failure.status === 429 && options.rateLimit !== undefined) {
      if (!(await options.rateLimit.wait(delayMs))) return outcome;
      aliveAt = clock.nowMs();
      untilAt = computeDeadline(options);
      continue;
    }
    if (outcome.failure.kind !== 'unreachable') aliveAt = now;
    const limitAt = computeRetryUntil(outcome.failure, options, { startedAt, aliveAt });
    const longestMs = limitAt - SHORTEST_TRY_MS - now;
    if (longestMs <= 0 || (outcome.retryAfter !== null && delayMs > longestMs)) return outcome;
    options.onRetry?.(outcome.failure, limitAt);
    // A server that has just started gets all the time for its answer.
    untilAt = outcome.failure.kind === 'unreachable' ? computeDeadline(options) : limitAt;
    // A random delay that is too long becomes the last one, so that a short budget is not cut shorter by chance.
    await sleep(Math.min(delayMs, longestMs));
  }
}

/** Epoch ms. A rate limit without its own budget has the whole time. */
function computeRetryUntil(
  { kind, status }: UploadFailure,
  options: RetryOptions,
  { startedAt, aliveAt }: { startedAt: number; aliveAt: number },
): number {
  const deadlineAt = computeDeadline(options);
  if (kind === 'unreachable') return Math.min(deadlineAt, aliveAt + options.unreachableBudgetMs);
  if (status === 429 || options.errorBudgetMs === undefined) return deadlineAt;
  return Math.min(deadlineAt, startedAt + options.errorBudgetMs);
}

/**
 * The failed try of a request without a response. Network errors are temporary. Wrong addresses, certificates and files
 * are permanent.
 */
export function buildFailedTry(failure: UploadFailure): Try<never> {
  const again = !LASTING.has(failure.kind);
  return { ok: false, failure, again, retryAfter: null };
}

const LASTING = new Set<UploadFailure['kind']>(['refused', 'untrusted', 'local']);

/** The timeout for a request of this size. Shorter if the budget is smaller. */
export function computeRequestTimeoutMs(
  bytes: number,
  deadlineAt: number,
  leastMs = REQUEST_TIMEOUT_MS,
): number {
  const timeoutMs = Math.max(leastMs, bytes / SLOWEST_BYTES_PER_MS);
  return Math.ceil(Math.min(timeoutMs, Math.max(1, deadlineAt - clock.nowMs())));
}

// A request with less time would be aborted before it can finish.
const SHORTEST_TRY_MS = 200;
// Enough for the slowest ingest measured, and leaves time for a second try in the budget.
export const REQUEST_TIMEOUT_MS = 15_000;
// 256 kbit/s. A slower connection is treated as unusable.
const SLOWEST_BYTES_PER_MS = 32;
