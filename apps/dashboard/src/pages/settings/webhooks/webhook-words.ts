import { shortenText } from '@svc/contract/zod-free/shorten-text';
import type { Classification } from '@svc/contract/executions/outcomes';
import type { Webhook, WebhookFormat } from '@svc/contract/webhooks/webhooks';
import type { GlyphStatus } from '../../../components/status/status-glyph.tsx';
import { formatNumber } from '../../../format/count.ts';
import { formatDate } from '../../../format/time.ts';

export const FORMAT_NAMES: Record<WebhookFormat, string> = {
  standard: 'Standard Webhooks',
  slack: 'Slack',
  teams: 'Microsoft Teams',
  discord: 'Discord',
};

// Fits a line of the title of the log.
const NAME_LENGTH = 80;

/** What people call a webhook: its description, or else its address. At most 80 characters. */
export function formatWebhookName({
  description,
  url,
}: Pick<Webhook, 'description' | 'url'>): string {
  return shortenText(description === '' ? url : description, NAME_LENGTH);
}

/** Whether the webhook works: `active`, `failing, 3 in a row`, `off`. */
export function describeWebhookStatus({
  active,
  consecutiveFailures,
}: Pick<Webhook, 'active' | 'consecutiveFailures'>): { glyph: GlyphStatus; words: string } {
  if (!active) return { glyph: 'skipped', words: 'off' };
  if (consecutiveFailures === 0) return { glyph: 'passed', words: 'active' };
  return { glyph: 'failed', words: `failing, ${formatNumber(consecutiveFailures)} in a row` };
}

/** Why the server turned the webhook off, and when; null if it did not. */
export function describePause({
  pauseReason,
  pausedAt,
}: Pick<Webhook, 'pauseReason' | 'pausedAt'>): string | null {
  if (pauseReason === null) return null;
  const when = pausedAt === null ? '' : ` on ${formatDate(new Date(pausedAt))}`;
  const why = {
    gone: 'the receiver answered 410 (gone)',
    failing: '5 days of nothing but failures',
  }[pauseReason];
  return `Turned off${when}: ${why}`;
}

/** Which classes pass a filter: `REAL_BUG only`, `INFRA or more severe`. */
export function formatMinSeverity(minSeverity: Classification): string {
  return minSeverity === 'REAL_BUG' ? 'REAL_BUG only' : `${minSeverity} or more severe`;
}

/** The facts of a webhook in one line: its chat or whether it signs, and its filters. */
export function buildWebhookFacts(
  webhook: Pick<Webhook, 'format' | 'hasSecret' | 'project' | 'branch' | 'minSeverity'>,
): string[] {
  const { format, hasSecret, project, branch, minSeverity } = webhook;
  return [
    format === 'standard' ? (hasSecret ? 'signed' : 'not signed') : FORMAT_NAMES[format],
    ...(project === null ? [] : [`only ${project}`]),
    ...(branch === null ? [] : [`branch ${branch}`]),
    ...(minSeverity === null ? [] : [formatMinSeverity(minSeverity)]),
  ];
}
