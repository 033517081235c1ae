import type { Notice } from '@svc/contract/notices';
import type { Scope } from '../../db/scope.ts';
import { recordsOf, type RowOf } from '../../models/records.ts';
import { Webhook } from '../../models/webhook.ts';

/** At most one notice, about the webhooks that the server turned off. Ends when a person turns them on or off. */
export async function pausedWebhookNotices(scope: Scope): Promise<Notice[]> {
  const paused = await recordsOf(scope, Webhook).findAll({
    where: { active: false, pauseReason: ['gone', 'failing'] },
    order: [['pausedAt', 'DESC']],
  });
  const [newest, ...others] = paused;
  if (newest === undefined) return [];
  const more =
    others.length === 0 ? '' : ` ${others.length} more ${others.length === 1 ? 'is' : 'are'} off.`;
  return [
    {
      kind: 'webhook-paused',
      severity: 'warning',
      message: `${sentenceOf(newest)}${more}`,
    },
  ];
}

function sentenceOf({ shownUrl, pauseReason, pausedAt }: RowOf<Webhook>): string {
  const day = pausedAt === null ? '' : ` on ${pausedAt.toISOString().slice(0, 10)}`;
  const why =
    pauseReason === 'gone' ? 'its receiver answered that it is gone (410)' : 'it failed for 5 days';
  return `The webhook ${new URL(shownUrl).host} was turned off${day}: ${why}.`;
}
