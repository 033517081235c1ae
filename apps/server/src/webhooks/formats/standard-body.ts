import type { WebhookBody } from '@svc/contract/webhooks/events';

/** The body of Standard Webhooks. Extra fields of `event` are not sent. @see https://www.standardwebhooks.com */
export function standardBody({ type, timestamp, data }: WebhookBody): string {
  return JSON.stringify({ type, timestamp, data });
}
