import { setTimeout as sleep } from 'node:timers/promises';
import type { SvcClient } from '@svc/client';
import type { Delivery } from '@svc/contract/webhooks/deliveries';

/** One attempt may take 15 s, and the server looks for due deliveries every second or two. */
const LONGEST_WAIT_MS = 20_000;
const FIRST_PAUSE_MS = 150;
// A key has some hundred reads a minute.
const LONGEST_PAUSE_MS = 1000;

/**
 * Asks for the delivery until it has one more attempt than `queued`, or 20 s are over. Returns early when the next
 * attempt is later than that, or when the delivery failed without one.
 */
export async function waitForAttempt(
  client: SvcClient,
  webhookId: string,
  queued: Delivery,
): Promise<Delivery> {
  const deadline = Date.now() + LONGEST_WAIT_MS;
  let delivery = queued;
  let pauseMs = FIRST_PAUSE_MS;
  while (isExpected(delivery, queued, deadline)) {
    await sleep(pauseMs);
    pauseMs = Math.min(pauseMs * 1.5, LONGEST_PAUSE_MS);
    delivery = await client.webhooks.delivery.query({ id: webhookId, deliveryId: queued.id });
  }
  return delivery;
}

/** Whether the delivery has an attempt that `queued` had not. */
export function isAttempted(delivery: Delivery, queued: Delivery): boolean {
  return delivery.attempt > queued.attempt;
}

function isExpected(delivery: Delivery, queued: Delivery, deadline: number): boolean {
  if (isAttempted(delivery, queued) || delivery.nextAttemptAt === null) return false;
  return Date.now() < deadline && Date.parse(delivery.nextAttemptAt) < deadline;
}
