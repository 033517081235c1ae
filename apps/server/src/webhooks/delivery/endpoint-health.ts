import type { Random } from '../../random.ts';
import type { Answer } from '../sending/send-request.ts';
import { computeRequestedDelay, addJitter } from './retry-schedule.ts';

/** How the newest requests to an endpoint went. */
export interface EndpointHealth {
  consecutiveFailures: number;
  /** When the first of these failures was. */
  failingSince: Date | null;
  /** Seconds until requests may be sent again. 0 if they may be sent. */
  blockedSeconds: number;
}

export interface EndpointAnswer extends Pick<Answer, 'status' | 'error' | 'retryAfterSeconds'> {
  at: Date;
  /** Whether it answers the single request that a blocked endpoint gets. */
  isProbe: boolean;
}

/** After this many failures in a row, an endpoint is blocked: it gets only one request at a time, a probe, after each block. */
export const FAILURES_TO_BLOCK = 5;

const SHORTEST_BLOCK_SECONDS = 5;
const LONGEST_BLOCK_SECONDS = 600;
const DAY_MS = 24 * 60 * 60 * 1000;
const FAILING_MS = 5 * DAY_MS;
const SILENCE_MS = 2 * DAY_MS;

export const HEALTHY: EndpointHealth = {
  consecutiveFailures: 0,
  failingSince: null,
  blockedSeconds: 0,
};

/**
 * The health after an answer. A probe that arrives ends the block, one that fails doubles it, from 5 s to 10 min. Other
 * requests were sent before the block, and make it neither shorter nor longer. 429 and 503 with `Retry-After` begin a
 * block at once.
 */
export function computeHealthAfter(
  before: EndpointHealth,
  answer: EndpointAnswer,
  random: Random,
): EndpointHealth {
  if (isArrival(answer)) {
    return { ...HEALTHY, blockedSeconds: answer.isProbe ? 0 : before.blockedSeconds };
  }
  const consecutiveFailures = before.consecutiveFailures + 1;
  const ownBlock =
    consecutiveFailures >= FAILURES_TO_BLOCK && (answer.isProbe || before.blockedSeconds <= 0)
      ? addJitter(computeBlockAfter(consecutiveFailures), random)
      : 0;
  return {
    consecutiveFailures,
    failingSince: before.failingSince ?? answer.at,
    blockedSeconds: Math.max(
      ownBlock,
      computeRequestedBlock(answer),
      // The block of a probe only kept other requests back while it was sent.
      answer.isProbe ? 0 : before.blockedSeconds,
    ),
  };
}

/** Whether a delivery arrived: the answer is 2xx, and ended in time. */
export function isArrival({ status, error }: Pick<Answer, 'status' | 'error'>): boolean {
  return error === null && status !== null && status >= 200 && status < 300;
}

/** True if the last attempt is more than 2 days ago. No retry waits that long, so earlier failures no longer count. */
export function isAfterSilence(
  { lastAttemptAt }: { lastAttemptAt: Date | null },
  at: Date,
): boolean {
  return lastAttemptAt !== null && at.getTime() - lastAttemptAt.getTime() > SILENCE_MS;
}

/** True if no delivery has arrived for 5 days. */
export function isFailingForDays({ failingSince }: EndpointHealth, at: Date): boolean {
  return failingSince !== null && at.getTime() - failingSince.getTime() >= FAILING_MS;
}

function computeBlockAfter(failures: number): number {
  const seconds = SHORTEST_BLOCK_SECONDS * 2 ** (failures - FAILURES_TO_BLOCK);
  return Math.min(seconds, LONGEST_BLOCK_SECONDS);
}

function computeRequestedBlock({ status, retryAfterSeconds }: EndpointAnswer): number {
  return status === 429 || status === 503 ? computeRequestedDelay(retryAfterSeconds) : 0;
}
