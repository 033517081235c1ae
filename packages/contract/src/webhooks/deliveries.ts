import { z } from 'zod';
import { buildPageSchema, pageParameters } from '../pages.ts';
import { eventType } from './events.ts';

/** Maximum number of characters of a body in a list. */
export const LISTED_BODY_LENGTH = 4096;

/** Maximum number of characters of a body in one delivery. Request bodies and stored responses are not longer. */
export const SHOWN_BODY_LENGTH = 65_536;

export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed'] as const;
export const deliveryStatus = z
  .enum(DELIVERY_STATUSES)
  .describe(
    'Status of the delivery. `pending`: another attempt follows. `delivered`: the receiver accepted it. `failed`: no attempt follows',
  );
export type DeliveryStatus = z.infer<typeof deliveryStatus>;

const headers = z.record(z.string(), z.string());

const sentRequest = z.object({
  headers: headers.describe('Headers of the request; empty before the first attempt'),
  body: z.string(),
  truncated: z.boolean().describe('True if `body` is cut off'),
});

const receivedResponse = z.object({
  headers,
  body: z.string(),
  truncated: z.boolean().describe('True if `body` is cut off'),
});

const outcomeFields = {
  responseStatus: z
    .number()
    .int()
    .nullable()
    .describe('HTTP status of the response; null without a response'),
  error: z
    .string()
    .nullable()
    .describe('Reason why there was no response, such as a timeout; null if there was one'),
  durationMs: z.number().int().nullable(),
};

/** One event for one webhook, with its newest attempt. */
export const delivery = z
  .object({
    id: z.uuid(),
    eventId: z
      .uuid()
      .describe('Id of the event, sent as the header `webhook-id`; the same in all attempts'),
    eventType,
    status: deliveryStatus,
    attempt: z.number().int().describe('Number of attempts so far'),
    attemptsMost: z
      .number()
      .int()
      .describe('Number of attempts if all fail, including those before a redelivery'),
    ...outcomeFields,
    request: sentRequest,
    response: receivedResponse
      .nullable()
      .describe('Response of the newest attempt; null without a response'),
    createdAt: z.iso.datetime(),
    lastAttemptAt: z.iso.datetime().nullable(),
    nextAttemptAt: z.iso
      .datetime()
      .nullable()
      .describe(
        'Time of the next attempt (ISO 8601); null if none follows, and while an attempt is in progress',
      ),
  })
  .meta({ id: 'WebhookDelivery' });
export type Delivery = z.infer<typeof delivery>;

/** Deliveries, newest first. */
export const deliveryPage = buildPageSchema(delivery);

export const deliveriesQuery = z.strictObject({
  id: z.string().max(200),
  status: z
    .array(deliveryStatus)
    .min(1)
    .max(10)
    .optional()
    .describe('Statuses that a delivery may have; repeatable'),
  event: z
    .array(eventType)
    .min(1)
    .max(20)
    .optional()
    .describe('Types of events to list; repeatable'),
  ...pageParameters,
});
export type DeliveriesQuery = z.infer<typeof deliveriesQuery>;

export const deliveryQuery = z.strictObject({
  id: z.string().max(200),
  deliveryId: z.string().max(200),
});
export type DeliveryQuery = z.infer<typeof deliveryQuery>;

/** A delivery with its attempts, oldest first; at most 50. */
export const deliveryDetail = z
  .object({
    ...delivery.shape,
    attempts: z.array(
      z.object({
        number: z.number().int().describe('Number of the attempt, from 1'),
        at: z.iso.datetime(),
        ...outcomeFields,
        request: z.object({ headers }),
        response: receivedResponse.nullable(),
      }),
    ),
  })
  .meta({ id: 'WebhookDeliveryDetail' });
export type DeliveryDetail = z.infer<typeof deliveryDetail>;
