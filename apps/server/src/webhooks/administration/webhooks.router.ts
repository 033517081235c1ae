import {
  deliveriesQuery,
  delivery,
  deliveryDetail,
  deliveryPage,
  deliveryQuery,
} from '@svc/contract/webhooks/deliveries';
import {
  deletedWebhook,
  webhook,
  webhookChange,
  webhookInput,
  webhookPage,
  webhookQuery,
  webhooksQuery,
} from '@svc/contract/webhooks/webhooks';
import { fullKeyProcedure, memberProcedure, router } from '../../http/trpc/trpc.ts';
import { createWebhook } from './create-webhook.ts';
import { deliverAgain, sendTest } from './deliver.service.ts';
import { openDelivery, pageOfDeliveries } from './deliveries.service.ts';
import { editWebhook } from './edit-webhook.ts';
import { deleteWebhook, openListedWebhook, pageOfWebhooks } from './webhooks.service.ts';

const tags = ['Webhooks'];
const MANAGERS = 'For API keys with the scope `full`, admins and owners.';

export const webhooksRouter = router({
  list: memberProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/ci/webhooks',
        tags,
        summary: 'Webhooks, newest first',
        description:
          'Neither secrets nor the whole addresses of chats are ever returned: they are stored encrypted.',
      },
    })
    .input(webhooksQuery)
    .output(webhookPage)
    .query(({ ctx, input }) => pageOfWebhooks(ctx.deps, ctx.scope, input)),

  get: memberProcedure
    .meta({
      openapi: { method: 'GET', path: '/ci/webhooks/{id}', tags, summary: 'One webhook' },
    })
    .input(webhookQuery)
    .output(webhook)
    .query(({ ctx, input }) => openListedWebhook(ctx.deps, ctx.scope, input.id)),

  create: fullKeyProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/ci/webhooks',
        tags,
        summary: 'Send events to an address',
        description:
          `${MANAGERS} Deliveries are POST requests in the Standard Webhooks format: the body is {type, timestamp, data}, and ` +
          '`webhook-id` stays the same over all attempts. With a secret, `webhook-signature` signs the exact bytes. An answer ' +
          'of 2xx within 15 seconds is a success. Other answers are repeated 9 times over three days, 410 turns the webhook ' +
          'off, as do 5 days of nothing but failures. The formats `slack`, `teams` and `discord` send a message that the ' +
          "incoming webhook of the chat accepts. 400 for an address that is private, unless the server's operator allows it.",
      },
    })
    .input(webhookInput)
    .output(webhook)
    .mutation(({ ctx, input }) => createWebhook(ctx.deps, ctx.scope, input)),

  edit: fullKeyProcedure
    .meta({
      openapi: {
        method: 'PATCH',
        path: '/ci/webhooks/{id}',
        tags,
        summary: 'Change a webhook, turn it on or off',
        description:
          `${MANAGERS} An absent field stays as it is. Beside a new secret, the one before signs for 24 hours; \`secret: null\` ` +
          'takes both off. A webhook that is turned off sends nothing, and what waited for its next attempt fails.',
      },
    })
    .input(webhookChange)
    .output(webhook)
    .mutation(({ ctx, input }) => editWebhook(ctx.deps, ctx.scope, input)),

  delete: fullKeyProcedure
    .meta({
      openapi: {
        method: 'DELETE',
        path: '/ci/webhooks/{id}',
        tags,
        summary: 'Permanently delete a webhook with its deliveries',
        description: MANAGERS,
      },
    })
    .input(webhookQuery)
    .output(deletedWebhook)
    .mutation(({ ctx, input }) => deleteWebhook(ctx.deps, ctx.scope, input.id)),

  test: fullKeyProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/ci/webhooks/{id}/test',
        tags,
        summary: 'Send a `webhook.test` event to one webhook',
        description: `${MANAGERS} Answers the delivery, which is sent within a second or two. 409 if the webhook is off.`,
      },
    })
    .input(webhookQuery)
    .output(delivery)
    .mutation(({ ctx, input }) => sendTest(ctx.deps, ctx.scope, input.id)),

  deliveries: memberProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/ci/webhooks/{id}/deliveries',
        tags,
        summary: 'What was sent to a webhook, newest first',
        description:
          'One item for each event, with its newest attempt. Bodies are cut at 4 KB here. Deliveries are kept for 30 days, and ' +
          'those about an execution until it is deleted.',
      },
    })
    .input(deliveriesQuery)
    .output(deliveryPage)
    .query(({ ctx, input }) => pageOfDeliveries(ctx.scope, input)),

  delivery: memberProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/ci/webhooks/{id}/deliveries/{deliveryId}',
        tags,
        summary: 'One delivery with all of its attempts',
        description: 'The body that was sent is whole, answers are cut at 64 KB.',
      },
    })
    .input(deliveryQuery)
    .output(deliveryDetail)
    .query(({ ctx, input }) => openDelivery(ctx.scope, input)),

  redeliver: fullKeyProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/ci/webhooks/{id}/deliveries/{deliveryId}/redeliver',
        tags,
        summary: 'Deliver an event again',
        description: `${MANAGERS} The same body under the same \`webhook-id\`, with all attempts. 409 if the webhook is off.`,
      },
    })
    .input(deliveryQuery)
    .output(delivery)
    .mutation(({ ctx, input }) => deliverAgain(ctx.scope, input)),
});
