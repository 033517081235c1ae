import type { Webhook } from '@svc/contract/webhooks/webhooks';
import type { Total } from '../../../asking/listing.ts';
import { spreadLine } from '../../../terminal/lines/spread-line.ts';
import { wrapCommand, wrapFacts, wrapText } from '../../../terminal/lines/wrapped-lines.ts';
import type { Look } from '../../../terminal/look.ts';
import { toTerminalLine } from '@svc/reporter-core/text/terminal-text';
import { shortenId } from '../../../wording/short-ids.ts';
import { formatMoreLines, renderMarkdownMore } from '../../../wording/more-lines.ts';
import {
  formatLastAttempt,
  paintState,
  formatSeverity,
  explainState,
  formatState,
} from './webhook-state.ts';
import {
  renderMarkdownInlineCode,
  renderMarkdownTable,
  escapeMarkdown,
} from '@svc/analysis/text/markdown';
import { UNICODE_GLYPHS } from '../../../terminal/glyphs.ts';

/** The result of `svc webhooks`; every text in it is safe for a terminal. */
export interface WebhookList {
  items: readonly Webhook[];
  total: Total;
  moreCommand: string;
}

/** A few lines for each webhook, with an empty line between two of them. */
export function formatWebhooks(list: WebhookList, look: Look): string[] {
  if (list.items.length === 0) return look.quiet ? [] : formatNoneLines(look);
  const blocks = list.items.map((webhook) => formatWebhookLines(webhook, look));
  const lines = blocks.flatMap((block, index) => (index === 0 ? block : ['', ...block]));
  const more = formatMoreLines(list, look);
  return more.length === 0 ? lines : [...lines, '', ...more];
}

/** State and address on one line, with the short id. */
export function formatWebhookHeading(webhook: Webhook, look: Look): string[] {
  const state = formatState(webhook, look);
  const paint = paintState(webhook, look.colors);
  const address = toTerminalLine(webhook.url).replaceAll('…', look.glyphs.ellipsis);
  return spreadLine(`${state}  ${address}`, shortenId(webhook.id), look, (text, line) =>
    line === 0 ? text.replace(state, () => paint(state)) : text,
  );
}

export function formatEvents(events: Webhook['events']): string {
  return events.includes('*') ? 'all events' : events.join(', ');
}

function formatWebhookLines(webhook: Webhook, look: Look): string[] {
  const { colors, glyphs, now } = look;
  const columns = look.columns - INDENT.length;
  const reason = explainState(webhook, now);
  const facts = [formatLastAttempt(webhook, now), ...(reason === undefined ? [] : [reason])];
  const isPaused = webhook.pauseReason !== null;
  const lines = [
    ...wrapFacts(formatSubscriptionFacts(webhook), glyphs.dot, columns),
    ...wrapFacts(isPaused ? facts.slice(1) : facts, glyphs.dot, columns).map(
      reason === undefined ? colors.dim : paintState(webhook, colors),
    ),
    ...(isPaused
      ? wrapCommand('turn it on:', `svc webhooks update ${shortenId(webhook.id)} --on`, columns)
      : []),
  ];
  return [...formatWebhookHeading(webhook, look), ...lines.map((line) => INDENT + line)];
}

const INDENT = '  ';

function formatSubscriptionFacts(webhook: Webhook): string[] {
  const { format, events, description } = webhook;
  const facts = [
    format === 'standard' ? '' : format,
    formatEvents(events),
    ...formatFilterFacts(webhook),
    toTerminalLine(description),
  ];
  return facts.filter((fact) => fact !== '');
}

/** Which of these events it sends: `branch main`. */
function formatFilterFacts({ project, branch, minSeverity }: Webhook): string[] {
  const facts = [
    project === null ? '' : `project ${toTerminalLine(project)}`,
    branch === null ? '' : `branch ${toTerminalLine(branch)}`,
    minSeverity === null ? '' : formatSeverity(minSeverity),
  ];
  return facts.filter((fact) => fact !== '');
}

function formatNoneLines({ columns }: Look): string[] {
  return [
    'No webhooks.',
    ...wrapText('Send failed executions to an address:', columns),
    '  svc webhooks create https://example.com/hook --event execution.failed',
  ];
}

/** The webhooks to paste elsewhere. */
export function renderWebhooksMarkdown(list: WebhookList, now: Date): string {
  if (list.items.length === 0) return 'No webhooks.';
  const rows = list.items.map((webhook) => [
    shortenId(webhook.id),
    escapeMarkdown(formatState(webhook, { glyphs: UNICODE_GLYPHS })),
    renderMarkdownInlineCode(webhook.url),
    escapeMarkdown(formatEvents(webhook.events)),
    escapeMarkdown(formatFilterFacts(webhook).join(', ')),
    escapeMarkdown(
      [formatLastAttempt(webhook, now), explainState(webhook, now) ?? '']
        .filter(Boolean)
        .join(', '),
    ),
    escapeMarkdown(webhook.description),
  ]);
  const header = ['id', 'state', 'address', 'events', 'only', 'last attempt', 'about'];
  return [renderMarkdownTable(header, rows), ...renderMarkdownMore(list)].join('\n\n');
}
