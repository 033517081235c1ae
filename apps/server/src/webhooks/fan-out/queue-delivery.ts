import type { Event } from '@svc/contract/webhooks/events';
import type { TransactionScope } from '../../db/scope.ts';
import type { Deps } from '../../deps.ts';
import type { Webhook } from '../../db/models/webhook.ts';
import { formatBody } from '../formats/format-body.ts';
import { insertDeliveries } from './new-deliveries.queries.ts';
import { buildWebhookBody } from './webhook-body.ts';

/** Queues one event for one webhook, also if it does not subscribe to the type. Returns the id of the delivery. */
export async function queueDelivery(
  { config, clock, random }: Pick<Deps, 'config' | 'clock' | 'random'>,
  scope: TransactionScope,
  { webhook, event }: { webhook: Pick<Webhook, 'id' | 'format'>; event: Event },
): Promise<string> {
  const id = random.id();
  const delivery = { id, webhookId: webhook.id, event, body: 0 };
  const bodies = [formatBody(webhook.format, buildWebhookBody(event, config.baseUrl))];
  await insertDeliveries(scope, { deliveries: [delivery], bodies, at: clock.now() });
  return id;
}
