import { setTimeout as sleep } from 'node:timers/promises';
import type { SvcClient } from '@svc/client';
import type { Delivery } from '@svc/contract/webhooks/deliveries';
import type { World } from '../../../world.ts';

// One attempt may take 15 s, and the server looks for due deliveries every second or two.
const LONGEST_WAIT_MS = 20_000;
const FIRST_PAUSE_MS = 150;
// A key has some hundred reads a minute.
const LONGEST_PAUSE_MS = 1000;
// Between this machine's clock and the server's.
const CLOCKS_DIFFER_MS = 30_000;

/**
 * How far a delivery is: `queued`, `sent` while the receiver has not answered, or `attempted` once the outcome is
 * known.
 */
export type Progress = 'queued' | 'sent' | 'attempted';

/** What happened to the delivery since it was `queued`. */
export function deriveProgress(delivery: Delivery, queued: Delivery): Progress {
  if (delivery.lastAttemptAt !== queued.lastAttemptAt) return 'attempted';
  return delivery.attempt > queued.attempt ? 'sent' : 'queued';
}

/**
 * Asks for the delivery until it was attempted since it was `queued`, or 20 s are over. Returns early when the next
 * attempt is later than that, or when the delivery failed without one.
 */
export async function waitForAttempt(
  client: SvcClient,
  { webhookId, queued, world }: { webhookId: string; queued: Delivery; world: World },
): Promise<Delivery> {
  const { clock } = world;
  const startedAt = clock.now();
  const startedMs = performance.now();
  let delivery = queued;
  let pauseMs = FIRST_PAUSE_MS;
  while (
    isExpected(delivery, { queued, startedAt }) &&
    performance.now() - startedMs <= LONGEST_WAIT_MS
  ) {
    await sleep(pauseMs);
    pauseMs = Math.min(pauseMs * 1.5, LONGEST_PAUSE_MS);
    delivery = await client.webhooks.delivery.query({ id: webhookId, deliveryId: queued.id });
  }
  return delivery;
}

function isExpected(
  delivery: Delivery,
  { queued, startedAt }: { queued: Delivery; startedAt: Date },
): boolean {
  const { status, nextAttemptAt } = delivery;
  if (status !== 'pending' || deriveProgress(delivery, queued) === 'attempted') return false;
  if (nextAttemptAt === null) return true;
  return Date.parse(nextAttemptAt) - startedAt.getTime() < LONGEST_WAIT_MS + CLOCKS_DIFFER_MS;
}
