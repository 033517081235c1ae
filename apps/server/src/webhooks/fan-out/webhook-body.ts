import type { Event, WebhookBody } from '@svc/contract/webhooks/events';

/** An event as webhooks receive it: with the address of its page in the dashboard. */
export function buildWebhookBody({ type, createdAt, data }: Event, baseUrl: string): WebhookBody {
  const url =
    'executionId' in data
      ? `${baseUrl}/executions/${data.executionId}`
      : `${baseUrl}/settings/webhooks`;
  // The union of events does not narrow by itself: type and data belong together.
  return { type, timestamp: createdAt.toISOString(), data: { ...data, url } } as WebhookBody;
}
