import {
  renderMarkdownCode,
  renderMarkdownTable,
  escapeMarkdown,
} from '@svc/analysis/text/markdown';
import { formatFullTime, formatRelativeTime } from '@svc/analysis/text/times';
import { UNICODE_GLYPHS } from '../../../terminal/glyphs.ts';
import { shortenId } from '../../../wording/short-ids.ts';
import { renderMarkdownMore } from '../../../wording/more-lines.ts';
import { formatBody } from './body-lines.ts';
import { formatAttempt, type DeliveryList } from './deliveries-text.ts';
import type { ShownDelivery } from './delivery-text.ts';
import { formatDeliveryStatus, formatOutcome } from './delivery-words.ts';

const LOOK = { glyphs: UNICODE_GLYPHS };

/** The deliveries to paste elsewhere. */
export function renderDeliveriesMarkdown(list: DeliveryList, now: Date): string {
  if (list.items.length === 0) return 'No deliveries.';
  const rows = list.items.map((delivery) =>
    [
      shortenId(delivery.id),
      formatDeliveryStatus(delivery, LOOK),
      delivery.eventType,
      formatOutcome(delivery),
      formatAttempt(delivery),
      formatRelativeTime(delivery.lastAttemptAt ?? delivery.createdAt, now),
    ].map(escapeMarkdown),
  );
  const header = ['id', 'status', 'event', 'answer', 'attempt', 'when'];
  return [renderMarkdownTable(header, rows), ...renderMarkdownMore(list)].join('\n\n');
}

/** One delivery: its attempts, and the bodies of request and answer. Headers may hold what is not for others. */
export function renderDeliveryMarkdown({ delivery, limit }: ShownDelivery): string {
  const { eventType, attempts, request, response, responseStatus } = delivery;
  const rows = attempts.map((attempt) => [
    String(attempt.number),
    formatFullTime(attempt.at),
    escapeMarkdown(formatOutcome(attempt)),
  ]);
  return [
    `### ${formatDeliveryStatus(delivery, LOOK)}: ${escapeMarkdown(eventType)}`,
    ...(rows.length === 0 ? [] : [renderMarkdownTable(['attempt', 'at', 'answer'], rows)]),
    ...renderFolded('Request', request.body, limit),
    ...(response === null
      ? []
      : renderFolded(`Answer ${responseStatus ?? ''}`, response.body, limit)),
  ].join('\n\n');
}

function renderFolded(summary: string, body: string, limit: number): string[] {
  if (body.trim() === '') return [];
  const lines = formatBody(body).split('\n');
  const cut = lines.length > limit ? [`… ${lines.length - limit} more lines`] : [];
  const code = renderMarkdownCode([...lines.slice(0, limit), ...cut].join('\n'));
  return [`<details><summary>${summary.trim()}</summary>`, code, '</details>'];
}
