import { z } from 'zod';
import { classification } from '../executions/outcomes.ts';
import { pageOf, pageParameters } from '../pages.ts';
import { deliveryStatus } from './deliveries.ts';
import { EVENT_TYPES } from '../zod-free/event-types.ts';

/** How many webhooks an organization may have. */
export const WEBHOOKS_MOST = 100;

/** The shape of what is sent: `standard` is the Standard Webhooks format, the others are messages for a chat. */
export const WEBHOOK_FORMATS = ['standard', 'slack', 'teams', 'discord'] as const;
export const webhookFormat = z.enum(WEBHOOK_FORMATS);
export type WebhookFormat = z.infer<typeof webhookFormat>;

const subscribedEvent = z.enum([...EVENT_TYPES, '*']);

// Not z.boolean(), which REST would also read from texts: 'no' would be true.
const trueOrFalse = z.literal([true, false], { error: 'Expected true or false' });

const fields = {
  events: z
    .array(subscribedEvent)
    .min(1, { error: 'Name at least one event' })
    .max(20)
    .transform((events) => [...new Set(events)])
    .describe('`*` for all'),
  description: z.string().trim().max(500),
  active: trueOrFalse,
  project: z
    .string()
    .min(1)
    .max(200)
    .nullable()
    .describe('Only events of this project; null for all'),
  branch: z
    .string()
    .min(1)
    .max(1000)
    .nullable()
    .describe('Only events of executions on this branch; null for all'),
  minSeverity: classification
    .nullable()
    .describe(
      'Only analyses with this class or a more severe one, in the order REAL_BUG, HEALABLE, INFRA, KNOWN_FLAKE; events without a class, also those of an unsure analysis, always pass',
    ),
};

const url = z
  .string()
  .trim()
  .min(1)
  .max(2048)
  .describe('http or https, a public address, no credentials, port 80 or 443');

const secret = z
  .string()
  .min(1)
  .max(256)
  .describe(
    'Signs deliveries. After `whsec_` it is base64; any other text is used as UTF-8. Only for the format `standard`',
  );

export const PAUSE_REASONS = ['gone', 'failing'] as const;

/** A webhook as listed. Neither its secret nor, for a chat, its whole address is ever returned. */
export const webhook = z
  .object({
    id: z.uuid(),
    url: z
      .string()
      .describe(
        'The address of a chat lets everybody write who knows it, so its path is cut: `https://hooks.slack.com/services/…`',
      ),
    format: webhookFormat,
    events: z.array(subscribedEvent),
    description: z.string(),
    active: z.boolean(),
    pauseReason: z
      .enum(PAUSE_REASONS)
      .nullable()
      .describe(
        'Why the server turned it off: `gone`, the receiver answered 410; `failing`, nothing arrived for 5 days. Null if a person did, and while it is on',
      ),
    pausedAt: z.iso.datetime().nullable(),
    hasSecret: z.boolean(),
    previousSecretUntil: z.iso
      .datetime()
      .nullable()
      .describe('Until then, the secret before signs too; null without one'),
    project: fields.project,
    branch: fields.branch,
    minSeverity: fields.minSeverity,
    createdAt: z.iso.datetime(),
    createdBy: z.string().nullable(),
    updatedAt: z.iso.datetime(),
    lastDelivery: z
      .object({
        at: z.iso.datetime(),
        status: deliveryStatus,
        responseStatus: z.number().int().nullable(),
      })
      .nullable()
      .describe('The newest attempt'),
    consecutiveFailures: z.number().int().describe('Attempts since the last that arrived'),
  })
  .meta({ id: 'Webhook' });
export type Webhook = z.infer<typeof webhook>;

/** Newest first. */
export const webhookPage = pageOf(webhook);

export const webhooksQuery = z.strictObject(pageParameters);
export type WebhooksQuery = z.infer<typeof webhooksQuery>;

export const webhookInput = z.strictObject({
  url,
  events: fields.events,
  secret: secret.optional(),
  format: webhookFormat
    .optional()
    .describe(
      'Default: without a secret, that of the chat whose address it plainly is; otherwise `standard`',
    ),
  description: fields.description.optional(),
  active: fields.active.optional(),
  project: fields.project.optional(),
  branch: fields.branch.optional(),
  minSeverity: fields.minSeverity.optional(),
});
export type WebhookInput = z.infer<typeof webhookInput>;

export const webhookQuery = z.strictObject({ id: z.string().max(200) });

/** A change of a webhook. An absent field stays as it is. */
export const webhookChange = z.strictObject({
  ...webhookQuery.shape,
  url: url.optional(),
  events: fields.events.optional(),
  secret: secret
    .nullable()
    .optional()
    .describe('Null takes the secret off. Beside a new one, the one before signs for 24 hours'),
  format: webhookFormat.optional(),
  description: fields.description.optional(),
  active: fields.active.optional(),
  project: fields.project.optional(),
  branch: fields.branch.optional(),
  minSeverity: fields.minSeverity.optional(),
});
export type WebhookChange = z.infer<typeof webhookChange>;

export const deletedWebhook = z.object({ id: z.uuid(), deleted: z.literal(true) });
