import type { Delivery, DeliveryQuery } from '@svc/contract/webhooks/deliveries';
import type { Scope } from '../../db/scope.ts';
import type { Deps } from '../../deps.ts';
import { SvcError } from '../../errors.ts';
import { queueDelivery } from '../fan-out/queue-delivery.ts';
import { makeDueAgain, putFirst } from './deliveries.queries.ts';
import { toDelivery, readDelivery } from './deliveries.service.ts';
import { unblock, type ListedWebhook } from './webhooks.queries.ts';
import { readLockedWebhook } from './webhooks.service.ts';

/**
 * Queues a `webhook.test` event for one webhook, regardless of its subscription.
 * @throws SvcError NOT_FOUND as `readWebhook`; CONFLICT when it is off.
 */
export async function sendTest(deps: Deps, scope: Scope, id: string): Promise<Delivery> {
  return scope.transaction(async (scope) => {
    const webhook = await readLockedWebhook(scope, id);
    refuseInactive(webhook);
    await unblock(scope, webhook.id);
    const deliveryId = await queueDelivery(deps, scope, {
      webhook,
      event: {
        id: deps.random.id(),
        type: 'webhook.test',
        createdAt: deps.clock.now(),
        data: {
          webhookId: webhook.id,
          message: 'A test of this webhook. Events of your tests arrive the same way.',
        },
      },
    });
    await putFirst(scope, deliveryId);
    return toDelivery(await readDelivery(scope, { id, deliveryId }));
  });
}

/**
 * Delivers an event again, with all attempts.
 * @throws SvcError NOT_FOUND as `readDelivery`; CONFLICT when the webhook is off.
 */
export async function deliverAgain(scope: Scope, query: DeliveryQuery): Promise<Delivery> {
  return scope.transaction(async (scope) => {
    const webhook = await readLockedWebhook(scope, query.id);
    refuseInactive(webhook);
    await unblock(scope, webhook.id);
    const { id } = await readDelivery(scope, query);
    await makeDueAgain(scope, id);
    await putFirst(scope, id);
    return toDelivery(await readDelivery(scope, query));
  });
}

function refuseInactive({ active, shownUrl }: Pick<ListedWebhook, 'active' | 'shownUrl'>): void {
  if (active) return;
  throw new SvcError('CONFLICT', `The webhook '${shownUrl}' is off.`, {
    hint: 'Turn it on first.',
  });
}
