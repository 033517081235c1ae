import type { WebhookFormat } from '@svc/contract/webhooks/webhooks';
import type { TransactionScope } from '../../db/scope.ts';
import type { Deps } from '../../deps.ts';
import type { Consumer } from '../../db/outbox/drain-outbox.ts';
import type { DueEvent } from '../../db/outbox/events.queries.ts';
import { formatBody } from '../formats/format-body.ts';
import {
  insertDeliveries,
  listSubscribers,
  type NewDelivery,
  type Subscriber,
} from './new-deliveries.queries.ts';
import { isWanted } from './wanted-events.ts';
import { buildWebhookBody } from './webhook-body.ts';

/**
 * Queues a delivery of each event for each active webhook that receives it, with the bytes that every attempt will
 * send. Calls `onQueued` after the commit.
 */
export function createFanOut(
  deps: Pick<Deps, 'config' | 'clock' | 'random'>,
  onQueued: () => void,
): Consumer {
  return {
    name: 'webhooks',
    take: async (scope, events) => {
      const subscribers = await listSubscribers(scope);
      const queued = await queueWanted(deps, scope, { events, subscribers });
      return queued === 0 ? undefined : onQueued;
    },
  };
}

async function queueWanted(
  { config, clock, random }: Pick<Deps, 'config' | 'clock' | 'random'>,
  scope: TransactionScope,
  { events, subscribers }: { events: readonly DueEvent[]; subscribers: readonly Subscriber[] },
): Promise<number> {
  const bodies: string[] = [];
  const deliveries: NewDelivery[] = [];
  for (const event of events) {
    const rendered = new Map<WebhookFormat, number>();
    for (const subscriber of subscribers) {
      if (!isWanted(subscriber, event)) continue;
      const { id: webhookId, format } = subscriber;
      const body =
        rendered.get(format) ??
        bodies.push(formatBody(format, buildWebhookBody(event, config.baseUrl))) - 1;
      rendered.set(format, body);
      deliveries.push({ id: random.id(), webhookId, event, body });
    }
  }
  if (deliveries.length > 0) await insertDeliveries(scope, { deliveries, bodies, at: clock.now() });
  return deliveries.length;
}
