import { z } from 'zod';
import { pageOf, pageParameters } from '../pages.ts';
import { eventType } from './events.ts';

/** How many characters of a body a list shows. */
export const LISTED_BODY_LENGTH = 4096;

/** How many characters of a body one delivery shows. Bodies of requests and stored answers are not longer. */
export const SHOWN_BODY_LENGTH = 65_536;

export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed'] as const;
export const deliveryStatus = z
  .enum(DELIVERY_STATUSES)
  .describe('`pending`: another attempt follows; `failed`: none does');
export type DeliveryStatus = z.infer<typeof deliveryStatus>;

const headers = z.record(z.string(), z.string());

const sentRequest = z.object({
  headers: headers.describe('Empty before the first attempt'),
  body: z.string(),
  truncated: z.boolean().describe('Whether `body` is cut'),
});

const receivedResponse = z.object({
  headers,
  body: z.string(),
  truncated: z.boolean().describe('Whether `body` is cut'),
});

const outcomeFields = {
  responseStatus: z.number().int().nullable().describe('Null without an answer'),
  error: z.string().nullable().describe('Why there was no answer, such as a time-out'),
  durationMs: z.number().int().nullable(),
};

/** One event for one webhook, with its newest attempt. */
export const delivery = z
  .object({
    id: z.uuid(),
    eventId: z.uuid().describe('The header `webhook-id`, the same over all attempts'),
    eventType,
    status: deliveryStatus,
    attempt: z.number().int().describe('How many attempts there were'),
    attemptsMost: z.number().int().describe('How many there are, if none arrives'),
    ...outcomeFields,
    request: sentRequest,
    response: receivedResponse.nullable().describe('Null without an answer'),
    createdAt: z.iso.datetime(),
    lastAttemptAt: z.iso.datetime().nullable(),
    nextAttemptAt: z.iso
      .datetime()
      .nullable()
      .describe('Null if none follows, and while an attempt is under way'),
  })
  .meta({ id: 'WebhookDelivery' });
export type Delivery = z.infer<typeof delivery>;

/** Newest first. */
export const deliveryPage = pageOf(delivery);

export const deliveriesQuery = z.strictObject({
  id: z.string().max(200),
  status: z.array(deliveryStatus).min(1).max(10).optional().describe('Repeatable'),
  event: z.array(eventType).min(1).max(20).optional().describe('Repeatable'),
  ...pageParameters,
});
export type DeliveriesQuery = z.infer<typeof deliveriesQuery>;

export const deliveryQuery = z.strictObject({
  id: z.string().max(200),
  deliveryId: z.string().max(200),
});
export type DeliveryQuery = z.infer<typeof deliveryQuery>;

/** A delivery with all of its attempts, the oldest first; at most 50. */
export const deliveryDetail = z
  .object({
    ...delivery.shape,
    attempts: z.array(
      z.object({
        number: z.number().int().describe('From 1'),
        at: z.iso.datetime(),
        ...outcomeFields,
        request: z.object({ headers }),
        response: receivedResponse.nullable(),
      }),
    ),
  })
  .meta({ id: 'WebhookDeliveryDetail' });
export type DeliveryDetail = z.infer<typeof deliveryDetail>;
