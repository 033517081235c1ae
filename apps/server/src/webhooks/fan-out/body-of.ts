import type { Event, WebhookBody } from '@svc/contract/webhooks/events';

/** The body of an event with the address of its page in the dashboard, which starts with `baseUrl`. */
export function bodyOf({ type, createdAt, data }: Omit<Event, 'id'>, baseUrl: string): WebhookBody {
  const url =
    'executionId' in data
      ? `${baseUrl}/executions/${data.executionId}`
      : `${baseUrl}/settings/webhooks`;
  // TypeScript does not see that the data still belongs to the type.
  return { type, timestamp: createdAt.toISOString(), data: { ...data, url } } as WebhookBody;
}
