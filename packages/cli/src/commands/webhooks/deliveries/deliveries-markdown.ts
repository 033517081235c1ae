import {
  renderMarkdownCode,
  renderMarkdownTable,
  escapeMarkdown,
} from '@svc/analysis/text/markdown';
import { formatFullTime, formatRelativeTime } from '@svc/analysis/text/times';
import { UNICODE_GLYPHS } from '../../../terminal/glyphs.ts';
import { shortId } from '../../../wording/short-ids.ts';
import { markdownMore } from '../../../wording/more-lines.ts';
import { bodyText } from './body-lines.ts';
import { attemptText, type DeliveryList } from './deliveries-text.ts';
import type { ShownDelivery } from './delivery-text.ts';
import { deliveryStatusText, outcomeText } from './delivery-words.ts';

const LOOK = { glyphs: UNICODE_GLYPHS };

/** The deliveries to paste elsewhere. */
export function deliveriesMarkdown(list: DeliveryList, now: Date): string {
  if (list.items.length === 0) return 'No deliveries.';
  const rows = list.items.map((delivery) =>
    [
      shortId(delivery.id),
      deliveryStatusText(delivery, LOOK),
      delivery.eventType,
      outcomeText(delivery),
      attemptText(delivery),
      formatRelativeTime(delivery.lastAttemptAt ?? delivery.createdAt, now),
    ].map(escapeMarkdown),
  );
  const header = ['id', 'status', 'event', 'answer', 'attempt', 'when'];
  return [renderMarkdownTable(header, rows), ...markdownMore(list)].join('\n\n');
}

/** One delivery: its attempts, and the bodies of request and answer. Headers may hold what is not for others. */
export function deliveryMarkdown({ delivery, limit }: ShownDelivery): string {
  const { eventType, attempts, request, response, responseStatus } = delivery;
  const rows = attempts.map((attempt) => [
    String(attempt.number),
    formatFullTime(attempt.at),
    escapeMarkdown(outcomeText(attempt)),
  ]);
  return [
    `### ${deliveryStatusText(delivery, LOOK)}: ${escapeMarkdown(eventType)}`,
    ...(rows.length === 0 ? [] : [renderMarkdownTable(['attempt', 'at', 'answer'], rows)]),
    ...folded('Request', request.body, limit),
    ...(response === null ? [] : folded(`Answer ${responseStatus ?? ''}`, response.body, limit)),
  ].join('\n\n');
}

function folded(summary: string, body: string, limit: number): string[] {
  if (body.trim() === '') return [];
  const lines = bodyText(body).split('\n');
  const cut = lines.length > limit ? [`… ${lines.length - limit} more lines`] : [];
  const code = renderMarkdownCode([...lines.slice(0, limit), ...cut].join('\n'));
  return [`<details><summary>${summary.trim()}</summary>`, code, '</details>'];
}
