import { markdownInlineCode, markdownTable, markdownText } from '@svc/analysis/text/markdown';
import { UNICODE_GLYPHS } from '../../../terminal/glyphs.ts';
import { shortId } from '../../../wording/short-ids.ts';
import { markdownMore } from '../../../wording/more-lines.ts';
import { lastAttemptText, stateReason, stateText } from './webhook-state.ts';
import { eventsText, filterFacts, type WebhookList } from './webhooks-text.ts';

/** The webhooks to paste elsewhere. */
export function webhooksMarkdown(list: WebhookList, now: Date): string {
  if (list.items.length === 0) return 'No webhooks.';
  const rows = list.items.map((webhook) => [
    shortId(webhook.id),
    markdownText(stateText(webhook, { glyphs: UNICODE_GLYPHS })),
    markdownInlineCode(webhook.url),
    markdownText(eventsText(webhook.events)),
    markdownText(filterFacts(webhook).join(', ')),
    markdownText(
      [lastAttemptText(webhook, now), stateReason(webhook, now) ?? ''].filter(Boolean).join(', '),
    ),
    markdownText(webhook.description),
  ]);
  const header = ['id', 'state', 'address', 'events', 'only', 'last attempt', 'about'];
  return [markdownTable(header, rows), ...markdownMore(list)].join('\n\n');
}
