import type { Delivery } from '@svc/contract/webhooks/deliveries';

const MINUTE_MS = 60_000;
const SOON_POLL_MS = 2_000;
const LATER_POLL_MS = 30_000;

/**
 * In how many ms to ask again for deliveries: every 2 s while an attempt is under way or due within a minute, every 30 s
 * while the next one is later. False if no delivery waits.
 */
export function pollMs(
  deliveries: readonly Pick<Delivery, 'status' | 'nextAttemptAt'>[],
  now: Date,
): number | false {
  const pending = deliveries.filter(({ status }) => status === 'pending');
  if (pending.length === 0) return false;
  return pending.some((delivery) => isDueSoon(delivery, now)) ? SOON_POLL_MS : LATER_POLL_MS;
}

/** Whether the next attempt of a delivery that is pending is under way or due within a minute. */
export function isDueSoon({ nextAttemptAt }: Pick<Delivery, 'nextAttemptAt'>, now: Date): boolean {
  return nextAttemptAt === null || Date.parse(nextAttemptAt) - now.getTime() < MINUTE_MS;
}
