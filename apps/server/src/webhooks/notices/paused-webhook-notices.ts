import { formatNumber } from '@svc/contract/zod-free/amounts';
import { shortenText } from '@svc/contract/zod-free/shorten-text';
import type { Notice } from '@svc/contract/notices';
import type { Scope } from '../../db/scope.ts';
import { recordsOf, type RowOf } from '../../db/models/records.ts';
import { Webhook } from '../../db/models/webhook.ts';

// `2 Oct 2026`, as the dashboard writes dates.
const DAY = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});

// A notice is one or two lines.
const NAME_LENGTH = 80;

/** At most one notice, about the webhooks that the server turned off. Ends when a person turns them on or off. */
export async function listPausedWebhookNotices(scope: Scope): Promise<Notice[]> {
  const paused = await recordsOf(scope, Webhook).findAll({
    where: { active: false, pauseReason: ['gone', 'failing'] },
    order: [['pausedAt', 'DESC']],
  });
  const [newest, ...others] = paused;
  if (newest === undefined) return [];
  const more =
    others.length === 0
      ? ''
      : ` ${formatNumber(others.length)} more ${others.length === 1 ? 'is' : 'are'} off.`;
  return [
    {
      kind: 'webhook-paused',
      severity: 'warning',
      message: `${describePausedWebhook(newest)}${more}`,
    },
  ];
}

function describePausedWebhook({
  description,
  shownUrl,
  pauseReason,
  pausedAt,
}: RowOf<Webhook>): string {
  const day = pausedAt === null ? '' : ` on ${DAY.format(pausedAt)}`;
  const why =
    pauseReason === 'gone' ? 'the receiver answered 410 (gone)' : '5 days of nothing but failures';
  const name = shortenText(toPlainName(description === '' ? shownUrl : description), NAME_LENGTH, {
    keep: 'ends',
  });
  return `The webhook “${name}” was turned off${day}: ${why}.`;
}

/** Removes line breaks, and characters that change the direction of the sentence around the name. */
function toPlainName(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Bidi_Control}]+/gu, ' ');
}
