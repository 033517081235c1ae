import type { Webhook as WebhookAnswer, WebhookFormat } from '@svc/contract/webhooks/webhooks';
import type { ListedWebhook } from './webhooks.queries.ts';

/** A webhook in the contract's shape. */
export function toWebhookAnswer(row: ListedWebhook, now: Date): WebhookAnswer {
  const { previousSecretUntil: until } = row;
  return {
    id: row.id,
    url: row.shownUrl,
    format: row.format,
    events: row.events,
    description: row.description,
    active: row.active,
    pauseReason: row.pauseReason,
    pausedAt: row.pausedAt?.toISOString() ?? null,
    hasSecret: row.hasSecret,
    previousSecretUntil: until !== null && until > now ? until.toISOString() : null,
    project: row.project,
    branch: row.branch,
    minSeverity: row.minSeverity,
    createdAt: row.createdAt.toISOString(),
    createdBy: row.createdBy,
    updatedAt: row.updatedAt.toISOString(),
    lastDelivery:
      row.lastAttemptAt === null || row.lastStatus === null
        ? null
        : {
            at: row.lastAttemptAt.toISOString(),
            status: row.lastStatus,
            responseStatus: row.lastResponseStatus,
          },
    consecutiveFailures: row.consecutiveFailures,
  };
}

/** First path segments of chats' addresses. The rest of the path is a secret. */
const KNOWN_BEGINNINGS = ['api', 'services', 'webhookb2', 'workflows'];

/** The address that answers show. The address of a chat is cut, because it permits anyone who has it to write. */
export function toShownUrl(url: string, format: WebhookFormat): string {
  if (format === 'standard') return url;
  const { origin, pathname } = new URL(url);
  const [, first = ''] = pathname.split('/');
  return `${origin}/${KNOWN_BEGINNINGS.includes(first) ? `${first}/` : ''}…`;
}
