import type { Webhook as WebhookAnswer, WebhookFormat } from '@svc/contract/webhooks/webhooks';
import type { ListedWebhook } from './webhooks.queries.ts';

/** A webhook in the contract's shape. */
export function webhookAnswerOf(row: ListedWebhook, now: Date): WebhookAnswer {
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

/** The address that answers show. That of a chat is cut after the first part of its path: the rest is a secret. */
export function shownUrlOf(url: string, format: WebhookFormat): string {
  if (format === 'standard') return url;
  const { origin, pathname } = new URL(url);
  const [, first = ''] = pathname.split('/');
  return `${origin}/${first === '' ? '' : `${first}/`}…`;
}
