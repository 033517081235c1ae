import { setTimeout as sleep } from 'node:timers/promises';
import { retryDelayMs } from './retry-delay.ts';
import type { UploadFailure } from './upload-failure.ts';

/** How one request ended. */
export type Try<Answer> =
  | { ok: true; answer: Answer }
  | {
      ok: false;
      failure: UploadFailure;
      /** Whether the same request may succeed a moment later. */
      again: boolean;
      /** The header of the answer. */
      retryAfter: string | null;
    };

export interface RetryOptions {
  deadlineAt: number;
  /** How long to keep trying an address where nobody listens. */
  unreachableBudgetMs: number;
}

/**
 * Tries until it is accepted, refused, or no further try fits before the deadline. A `Retry-After`
 * that does not fit ends it at once, since waiting for less would only be refused again.
 */
export async function retry<Answer>(
  request: () => Promise<Try<Answer>>,
  { deadlineAt, unreachableBudgetMs }: RetryOptions,
): Promise<Try<Answer>> {
  const startedAt = Date.now();
  for (let tries = 1; ; tries++) {
    const outcome = await request();
    if (outcome.ok || !outcome.again) return outcome;
    const now = Date.now();
    const delayMs = retryDelayMs(tries, outcome.retryAfter, { now, random: Math.random });
    const limitAt =
      outcome.failure.kind === 'unreachable'
        ? Math.min(deadlineAt, startedAt + unreachableBudgetMs)
        : deadlineAt;
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
