import type { Webhook } from '@svc/contract/webhooks/webhooks';
import type { Total } from '../../../asking/listing.ts';
import { spreadLine } from '../../../terminal/lines/spread-line.ts';
import { commandLines, flowedLines, hangingLines } from '../../../terminal/lines/wrapped-lines.ts';
import type { Look } from '../../../terminal/look.ts';
import { toTerminalLine } from '@svc/reporter-core/text/terminal-text';
import { shortId } from '../../../wording/short-ids.ts';
import { moreLines, markdownMore } from '../../../wording/more-lines.ts';
import {
  lastAttemptText,
  paintState,
  severityText,
  stateReason,
  stateText,
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
export function webhooksText(list: WebhookList, look: Look): string[] {
  if (list.items.length === 0) return look.quiet ? [] : noneLines(look);
  const blocks = list.items.map((webhook) => webhookLines(webhook, look));
  const lines = blocks.flatMap((block, index) => (index === 0 ? block : ['', ...block]));
  const more = moreLines(list, look);
  return more.length === 0 ? lines : [...lines, '', ...more];
}

/** State and address on one line, with the short id. */
export function webhookHeading(webhook: Webhook, look: Look): string[] {
  const state = stateText(webhook, look);
  const paint = paintState(webhook, look.colors);
  const address = toTerminalLine(webhook.url).replaceAll('…', look.glyphs.ellipsis);
  return spreadLine(`${state}  ${address}`, shortId(webhook.id), look, (text, line) =>
    line === 0 ? text.replace(state, () => paint(state)) : text,
  );
}

export function eventsText(events: Webhook['events']): string {
  return events.includes('*') ? 'all events' : events.join(', ');
}

function webhookLines(webhook: Webhook, look: Look): string[] {
  const { colors, glyphs, now } = look;
  const columns = look.columns - INDENT.length;
  const reason = stateReason(webhook, now);
  const facts = [lastAttemptText(webhook, now), ...(reason === undefined ? [] : [reason])];
  const isPaused = webhook.pauseReason !== null;
  const lines = [
    ...flowedLines(subscriptionFacts(webhook), glyphs.dot, columns),
    ...flowedLines(isPaused ? facts.slice(1) : facts, glyphs.dot, columns).map(
      reason === undefined ? colors.dim : paintState(webhook, colors),
    ),
    ...(isPaused
      ? commandLines('turn it on:', `svc webhooks update ${shortId(webhook.id)} --on`, columns)
      : []),
  ];
  return [...webhookHeading(webhook, look), ...lines.map((line) => INDENT + line)];
}

const INDENT = '  ';

function subscriptionFacts(webhook: Webhook): string[] {
  const { format, events, description } = webhook;
  const facts = [
    format === 'standard' ? '' : format,
    eventsText(events),
    ...filterFacts(webhook),
    toTerminalLine(description),
  ];
  return facts.filter((fact) => fact !== '');
}

/** Which of these events it sends: `branch main`. */
function filterFacts({ project, branch, minSeverity }: Webhook): string[] {
  const facts = [
    project === null ? '' : `project ${toTerminalLine(project)}`,
    branch === null ? '' : `branch ${toTerminalLine(branch)}`,
    minSeverity === null ? '' : severityText(minSeverity),
  ];
  return facts.filter((fact) => fact !== '');
}

function noneLines({ columns }: Look): string[] {
  return [
    'No webhooks.',
    ...hangingLines('Send failed executions to an address:', columns),
    '  svc webhooks create https://example.com/hook --event execution.failed',
  ];
}

/** The webhooks to paste elsewhere. */
export function webhooksMarkdown(list: WebhookList, now: Date): string {
  if (list.items.length === 0) return 'No webhooks.';
  const rows = list.items.map((webhook) => [
    shortId(webhook.id),
    escapeMarkdown(stateText(webhook, { glyphs: UNICODE_GLYPHS })),
    renderMarkdownInlineCode(webhook.url),
    escapeMarkdown(eventsText(webhook.events)),
    escapeMarkdown(filterFacts(webhook).join(', ')),
    escapeMarkdown(
      [lastAttemptText(webhook, now), stateReason(webhook, now) ?? ''].filter(Boolean).join(', '),
    ),
    escapeMarkdown(webhook.description),
  ]);
  const header = ['id', 'state', 'address', 'events', 'only', 'last attempt', 'about'];
  return [renderMarkdownTable(header, rows), ...markdownMore(list)].join('\n\n');
}
