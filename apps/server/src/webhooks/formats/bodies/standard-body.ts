import type { WebhookBody } from '@svc/contract/webhooks/events';

/** The body of Standard Webhooks. Other fields of `event` are not sent. @see https://www.standardwebhooks.com */
export function buildStandardBody({ type, timestamp, data }: WebhookBody) {
  return { type, timestamp, data };
}
