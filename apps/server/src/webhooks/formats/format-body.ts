import type { WebhookBody } from '@svc/contract/webhooks/events';
import type { WebhookFormat } from '@svc/contract/webhooks/webhooks';
import { standardBody } from './standard-body.ts';

/** The JSON that a webhook of this format receives: the exact text of every attempt. */
export function formatBody(format: WebhookFormat, event: WebhookBody): string {
  if (format === 'standard') return standardBody(event);
  throw new Error(`The format ${format} is not supported yet`);
}
