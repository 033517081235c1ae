import { capitalize } from '@svc/contract/zod-free/capitalize';
import type { Delivery, DeliveryDetail } from '@svc/contract/webhooks/deliveries';
import type { GlyphStatus } from '../../../../components/status/status-glyph.tsx';
import { formatDuration } from '../../../../format/duration.ts';
import { formatAgo, formatTime } from '../../../../format/time.ts';
import { isDueSoon } from './poll-wait.ts';

const MINUTE_MS = 60_000;
// A new delivery is due at once. One that is due later waits for its endpoint.
const HELD_BACK_MS = 1_000;

export interface AnswerWords {
  glyph: GlyphStatus;
  words: string;
}

type Attempt = Pick<DeliveryDetail['attempts'][number], 'responseStatus' | 'error'>;

/** What the receiver answered: `204`, `timed out`, `no answer`. */
export function describeAttemptAnswer({ responseStatus, error }: Attempt): AnswerWords {
  if (error?.startsWith('timed out') === true) return { glyph: 'timedOut', words: 'timed out' };
  if (responseStatus === null) return { glyph: 'failed', words: 'no answer' };
  const hasArrived = responseStatus >= 200 && responseStatus < 300 && error === null;
  return { glyph: hasArrived ? 'passed' : 'failed', words: String(responseStatus) };
}

/** What the words read of a delivery. `durationMs` is null until the first attempt is over. */
type Progress = Pick<
  Delivery,
  'status' | 'responseStatus' | 'error' | 'durationMs' | 'nextAttemptAt' | 'createdAt'
>;

/** The answer of a delivery's newest attempt; until the first one is over, what the delivery waits for. */
export function describeDeliveryAnswer(delivery: Progress, now: Date): AnswerWords {
  if (delivery.durationMs !== null) return describeAttemptAnswer(delivery);
  if (delivery.status === 'failed') return { glyph: 'skipped', words: 'not sent' };
  return computeHeldBackUntil(delivery, now) === null && isDueSoon(delivery, now)
    ? { glyph: 'running', words: 'sending' }
    : { glyph: 'notRun', words: 'waiting' };
}

/** When the next attempt is: `retry in 22 min`, `in a moment`; nothing after the last one. */
export function describeNextAttempt(delivery: Progress, now: Date): string {
  const { status, durationMs, nextAttemptAt } = delivery;
  if (status === 'failed') return 'no more attempts';
  if (status === 'delivered') return '';
  if (nextAttemptAt === null) return durationMs === null ? '' : 'sending again';
  if (isDueSoon(delivery, now)) {
    if (durationMs !== null) return 'retry in a moment';
    return computeHeldBackUntil(delivery, now) === null ? '' : 'in a moment';
  }
  const when = formatAgo(new Date(nextAttemptAt), now);
  return durationMs === null ? when : `retry ${when}`;
}

/** How a test goes: `The test arrived: 204 in 151 ms.` */
export function describeTestDelivery(delivery: Progress, now: Date): string {
  const { status, error, durationMs } = delivery;
  if (durationMs === null && status === 'pending') {
    const until = computeHeldBackUntil(delivery, now);
    if (until === null) return 'The test is on its way.';
    return `The test waits until ${formatTime(until)}, because earlier deliveries failed.`;
  }
  const { words } = describeDeliveryAnswer(delivery, now);
  if (status === 'delivered') return `The test arrived: ${words} in ${formatDuration(durationMs)}.`;
  const why = error === null || words === 'timed out' ? words : `${words}, ${error}`;
  const next = describeNextAttempt(delivery, now);
  return `The test failed: ${why}.${next === '' ? '' : ` ${capitalize(next)}.`}`;
}

/**
 * Until when a delivery without an attempt waits because earlier ones to its endpoint failed, rounded up to the minute;
 * null if it does not wait.
 */
function computeHeldBackUntil({ nextAttemptAt, createdAt }: Progress, now: Date): Date | null {
  if (nextAttemptAt === null) return null;
  const at = Date.parse(nextAttemptAt);
  // Compared with the server's own time too: the clock of the browser may be slow.
  if (at <= now.getTime() || at - Date.parse(createdAt) < HELD_BACK_MS) return null;
  return new Date(Math.ceil(at / MINUTE_MS) * MINUTE_MS);
}
