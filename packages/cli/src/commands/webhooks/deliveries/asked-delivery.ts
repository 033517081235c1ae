import type { SvcClient } from '@svc/client';
import type { Delivery } from '@svc/contract/webhooks/deliveries';
import type { Webhook } from '@svc/contract/webhooks/webhooks';
import type { Invocation } from '../../../invocation/invocation.ts';
import { CommandError } from '../../../errors/exit.ts';
import type { Answer } from '../../../terminal/answer.ts';
import { formatDeliveryOutcome, type ShownOutcome } from './outcome-text.ts';
import { shortenId } from '../../../wording/short-ids.ts';
import { deriveProgress, waitForAttempt } from './wait-for-attempt.ts';
import { makeDeliverySafe } from './delivery-words.ts';

export interface WaitFlags {
  /** False for `--no-wait`. */
  wait: boolean;
}

export interface AskedDelivery {
  client: SvcClient;
  webhook: Webhook;
  /** As the server answered the request for it. */
  queued: Delivery;
  /** Whether the answer names the event. */
  namesEvent: boolean;
}

/** Waits until the delivery was attempted, and answers what came of it. Exit status 1 if it did not arrive. */
export async function answerDelivery(
  { printer, world }: Invocation,
  { client, webhook, queued, namesEvent }: AskedDelivery,
  { wait }: WaitFlags,
): Promise<Answer> {
  printer.activity.describe('waiting for the receiver');
  const delivery = wait
    ? await waitForAttempt(client, { webhookId: webhook.id, queued, world })
    : queued;
  const progress = deriveProgress(delivery, queued);
  const hasArrived = progress === 'attempted' && delivery.status === 'delivered';
  const shown: ShownOutcome = {
    delivery: makeDeliverySafe(delivery),
    progress,
    hasWaited: wait,
    event: namesEvent ? delivery.eventType : undefined,
    showCommand: `svc webhooks deliveries ${shortenId(webhook.id)} ${shortenId(delivery.id)}`,
  };
  return {
    data: delivery,
    text: (look) => formatDeliveryOutcome(shown, { ...look, now: world.clock.now() }),
    exitStatus: !wait || hasArrived ? 0 : 1,
  };
}

/** @throws CommandError for a webhook that is off: the server would refuse to send. */
export function refuseInactive({ active, id, url }: Webhook): void {
  if (active) return;
  throw new CommandError(`the webhook ${url} is off`, `svc webhooks update ${shortenId(id)} --on`);
}
