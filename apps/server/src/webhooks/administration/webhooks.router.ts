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
import { statusTable } from '../../http/trpc/status-table.ts';
import { createWebhook } from './create-webhook.ts';
import { deliverAgain, sendTest } from './send-again.ts';
import { openDelivery, readDeliveriesPage } from './deliveries.service.ts';
import { editWebhook } from './edit-webhook.ts';
import { deleteWebhook, openListedWebhook, readWebhooksPage } from './webhooks.service.ts';

const tags = ['Webhooks'];
const MANAGERS = 'Requires an API key with the scope `full`, an admin or an owner.';

export const webhooksRouter = router({
  list: memberProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/ci/webhooks',
        tags,
        summary: 'List webhooks, newest first',
        description:
          'Secrets, and the complete addresses of chats, are never returned; they are stored encrypted.',
      },
    })
    .input(webhooksQuery)
    .output(webhookPage)
    .query(({ ctx, input }) => readWebhooksPage(ctx.deps, ctx.scope, input)),

  get: memberProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/ci/webhooks/{id}',
        tags,
        summary: 'Get a webhook',
        description: 'The secret, and the complete address of a chat, are never returned.',
      },
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
        description: [
          `${MANAGERS} Deliveries are POST requests in the Standard Webhooks format: the body is {type, timestamp, data}, and ` +
            '`webhook-id` is the same in all attempts. With a secret, `webhook-signature` signs the exact bytes. The formats ' +
            '`slack`, `teams` and `discord` send a message that the incoming webhook of the chat accepts.',
          'The receiver must answer within 15 seconds:\n\n' +
            '| answer of the receiver | effect |\n' +
            '| --- | --- |\n' +
            '| 2xx | The event is delivered |\n' +
            '| 410 | The webhook is turned off |\n' +
            '| other, or none | The delivery is retried up to 9 times over three days. After 5 days in which every delivery failed, the webhook is turned off |',
          statusTable([
            [
              400,
              "The address is private, and the server's operator does not allow it",
              'Use a public address',
            ],
            [
              400,
              'The secret cannot sign, or the format has no signature',
              'Correct or omit `secret`',
            ],
            [400, 'The project does not exist', 'Check `project`'],
            [409, 'The organization has 100 webhooks', 'Delete a webhook first'],
          ]),
        ].join('\n\n'),
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
        description: [
          `${MANAGERS} An absent field does not change. After a change of the secret, the previous one also signs for 24 hours; ` +
            '`secret: null` removes both. A webhook that is off sends nothing, and its pending deliveries fail.',
          statusTable([
            [
              400,
              'The address, secret or project is not allowed, or a chat would become another format without a new `url`',
              'Correct the field',
            ],
            [404, 'The webhook does not exist', 'Check the id'],
            [
              409,
              'The stored address or secret cannot be decrypted',
              'Send `url`, and `secret` if the webhook has one',
            ],
          ]),
        ].join('\n\n'),
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
        summary: 'Delete a webhook permanently',
        description: `${MANAGERS} Deletes the webhook with its deliveries.`,
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
        summary: 'Send a `webhook.test` event',
        description: [
          `${MANAGERS} Returns the delivery, which is sent to this webhook within about two seconds.`,
          statusTable([
            [404, 'The webhook does not exist', 'Check the id'],
            [409, 'The webhook is off', 'Turn it on first'],
          ]),
        ].join('\n\n'),
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
        summary: 'List deliveries of a webhook, newest first',
        description:
          'Lists one item for each event, with its newest attempt. Bodies are cut at 4,096 characters. Deliveries are kept for ' +
          '30 days; those about an execution only until it is deleted.',
      },
    })
    .input(deliveriesQuery)
    .output(deliveryPage)
    .query(({ ctx, input }) => readDeliveriesPage(ctx.scope, input)),

  delivery: memberProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/ci/webhooks/{id}/deliveries/{deliveryId}',
        tags,
        summary: 'Get a delivery with all its attempts',
        description:
          'The body of the request is complete. Bodies of responses are cut at 65,536 characters.',
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
        description: [
          `${MANAGERS} Sends the same body with the same \`webhook-id\`, with the full number of attempts.`,
          statusTable([
            [
              404,
              'The webhook or delivery does not exist',
              'Check the ids; deliveries are kept for 30 days',
            ],
            [409, 'The webhook is off', 'Turn it on first'],
          ]),
        ].join('\n\n'),
      },
    })
    .input(deliveryQuery)
    .output(delivery)
    .mutation(({ ctx, input }) => deliverAgain(ctx.scope, input)),
});
