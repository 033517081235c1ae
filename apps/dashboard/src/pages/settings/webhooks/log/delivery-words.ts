import type { Delivery, DeliveryDetail } from '@svc/contract/webhooks/deliveries';
import type { GlyphStatus } from '../../../../components/status/status-glyph.tsx';
import { formatDuration } from '../../../../format/duration.ts';
import { formatAgo } from '../../../../format/time.ts';
import { isDueSoon } from './poll-wait.ts';

export interface AnswerWords {
  glyph: GlyphStatus;
  words: string;
}

type Attempt = Pick<DeliveryDetail['attempts'][number], 'responseStatus' | 'error'>;

/** What the receiver answered: `204`, `timed out`, `no answer`. */
export function attemptAnswer({ responseStatus, error }: Attempt): AnswerWords {
  if (error?.startsWith('timed out') === true) return { glyph: 'timedOut', words: 'timed out' };
  if (responseStatus === null) return { glyph: 'failed', words: 'no answer' };
  const hasArrived = responseStatus >= 200 && responseStatus < 300 && error === null;
  return { glyph: hasArrived ? 'passed' : 'failed', words: String(responseStatus) };
}

/** What the words read of a delivery. `durationMs` is null until the first attempt is over. */
type Progress = Pick<
  Delivery,
  'status' | 'responseStatus' | 'error' | 'durationMs' | 'nextAttemptAt'
>;

/** The answer of a delivery's newest attempt; until the first one is over, what the delivery waits for. */
export function deliveryAnswer(delivery: Progress, now: Date): AnswerWords {
  if (delivery.durationMs !== null) return attemptAnswer(delivery);
  if (delivery.status === 'failed') return { glyph: 'skipped', words: 'not sent' };
  return isDueSoon(delivery, now)
    ? { glyph: 'running', words: 'sending' }
    : { glyph: 'notRun', words: 'waiting' };
}

/** When the next attempt is: `retry in 22 min`, `in a moment`; nothing after the last one. */
export function nextWords(delivery: Progress, now: Date): string {
  const { status, durationMs, nextAttemptAt } = delivery;
  if (status === 'failed') return 'no more attempts';
  if (status === 'delivered') return '';
  if (nextAttemptAt === null) return durationMs === null ? '' : 'sending again';
  if (isDueSoon(delivery, now)) return durationMs === null ? '' : 'retry in a moment';
  const when = formatAgo(new Date(nextAttemptAt), now);
  return durationMs === null ? when : `retry ${when}`;
}

/** How a test goes: `The test arrived: 204 in 151 ms.` */
export function testSentence(delivery: Progress, now: Date): string {
  const { status, error, durationMs } = delivery;
  if (durationMs === null && status === 'pending') return 'The test is on its way.';
  const { words } = deliveryAnswer(delivery, now);
  if (status === 'delivered') return `The test arrived: ${words} in ${formatDuration(durationMs)}.`;
  const why = error === null || words === 'timed out' ? words : `${words}, ${error}`;
  const next = nextWords(delivery, now);
  return `The test failed: ${why}.${next === '' ? '' : ` ${capitalized(next)}.`}`;
}

function capitalized(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
