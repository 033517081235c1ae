import { z } from 'zod';
import { classification } from '../executions/outcomes.ts';
import { buildPageSchema, pageParameters } from '../pages.ts';
import { deliveryStatus } from './deliveries.ts';
import { EVENT_TYPES } from '../zod-free/event-types.ts';

/** Maximum number of webhooks of an organization. */
export const WEBHOOKS_MOST = 100;

/** Format of deliveries: `standard` is the Standard Webhooks format, the others are messages for a chat. */
export const WEBHOOK_FORMATS = ['standard', 'slack', 'teams', 'discord'] as const;
export const webhookFormat = z.enum(WEBHOOK_FORMATS);
export type WebhookFormat = z.infer<typeof webhookFormat>;

const subscribedEvent = z.enum([...EVENT_TYPES, '*']);

// Not z.boolean(): REST would convert texts to it, and 'no' would be true.
const trueOrFalse = z.literal([true, false], { error: 'Expected true or false' });

const fields = {
  events: z
    .array(subscribedEvent)
    .min(1, { error: 'Name at least one event' })
    .max(20)
    .transform((events) => [...new Set(events)])
    .describe('Types of events to send; `*` for all'),
  description: z.string().trim().max(500),
  active: trueOrFalse,
  project: z
    .string()
    .min(1)
    .max(200)
    .nullable()
    .describe('Name of the project whose events are sent; null for all projects'),
  branch: z
    .string()
    .min(1)
    .max(1000)
    .nullable()
    .describe('Branch whose events are sent; null for all branches'),
  minSeverity: classification
    .nullable()
    .describe(
      'Least severe class of analyses to send, in the order REAL_BUG, HEALABLE, INFRA, KNOWN_FLAKE; null for all. Events without a class, including those of an unsure analysis, are always sent',
    ),
};

const url = z
  .string()
  .trim()
  .min(1)
  .max(2048)
  .describe('Address of the receiver: http or https, public, without credentials, port 80 or 443');

const secret = z
  .string()
  .min(1)
  .max(256)
  .describe(
    'Secret that signs deliveries, only for the format `standard`. After the prefix `whsec_` it is base64; any other text is used as UTF-8',
  );

export const PAUSE_REASONS = ['gone', 'failing'] as const;

/** A webhook as listed. Its secret, and the complete address of a chat, are never returned. */
export const webhook = z
  .object({
    id: z.uuid(),
    url: z
      .string()
      .describe(
        "Address of the receiver. The path of a chat's address is cut, because anyone who knows it can post: `https://hooks.slack.com/services/…`",
      ),
    format: webhookFormat,
    events: z.array(subscribedEvent),
    description: z.string(),
    active: z.boolean().describe('Whether it is on; only then are events sent'),
    pauseReason: z
      .enum(PAUSE_REASONS)
      .nullable()
      .describe(
        'Reason why the server turned the webhook off: `gone`, the receiver answered 410; `failing`, every delivery failed for 5 days. Null if a person turned it off, and while it is on',
      ),
    pausedAt: z.iso
      .datetime()
      .nullable()
      .describe('When the server turned the webhook off (ISO 8601); null as for `pauseReason`'),
    hasSecret: z.boolean(),
    previousSecretUntil: z.iso
      .datetime()
      .nullable()
      .describe(
        'Time until which deliveries are also signed with the previous secret (ISO 8601); null without a previous secret',
      ),
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
      .describe('Newest attempt; null if there was none'),
    consecutiveFailures: z
      .number()
      .int()
      .describe('Number of failed attempts since the last success'),
  })
  .meta({ id: 'Webhook' });
export type Webhook = z.infer<typeof webhook>;

/** Webhooks, newest first. */
export const webhookPage = buildPageSchema(webhook);

export const webhooksQuery = z.strictObject(pageParameters);
export type WebhooksQuery = z.infer<typeof webhooksQuery>;

export const webhookInput = z.strictObject({
  url,
  events: fields.events,
  secret: secret.optional(),
  format: webhookFormat
    .optional()
    .describe(
      'Format of the deliveries. Default: without a secret, the format of the chat to which the address certainly belongs; otherwise `standard`',
    ),
  description: fields.description.optional(),
  active: fields.active.optional(),
  project: fields.project.optional(),
  branch: fields.branch.optional(),
  minSeverity: fields.minSeverity.optional(),
});
export type WebhookInput = z.infer<typeof webhookInput>;

export const webhookQuery = z.strictObject({ id: z.string().max(200) });

/** Change of a webhook. An absent field does not change. */
export const webhookChange = z.strictObject({
  ...webhookQuery.shape,
  url: url.optional(),
  events: fields.events.optional(),
  secret: secret
    .nullable()
    .optional()
    .describe(
      'Secret that signs deliveries, only for the format `standard`; null removes it. After a change, the previous secret also signs for 24 hours',
    ),
  format: webhookFormat.optional(),
  description: fields.description.optional(),
  active: fields.active.optional(),
  project: fields.project.optional(),
  branch: fields.branch.optional(),
  minSeverity: fields.minSeverity.optional(),
});
export type WebhookChange = z.infer<typeof webhookChange>;

export const deletedWebhook = z.object({ id: z.uuid(), deleted: z.literal(true) });
