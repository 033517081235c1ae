import type { Delivery } from '@svc/contract/webhooks/deliveries';
import { wrapCommand, wrapText } from '../../../terminal/lines/wrapped-lines.ts';
import type { Look } from '../../../terminal/look.ts';
import type { Progress } from './wait-for-attempt.ts';
import { formatBodyLines } from './body-lines.ts';
import { formatOutcome, formatUntil } from './delivery-words.ts';

/** What came of one delivery that somebody asked for. */
export interface ShownOutcome {
  delivery: Delivery;
  progress: Progress;
  /** Whether svc waited for the outcome. */
  hasWaited: boolean;
  /** The event, if it is not obvious. */
  event: string | undefined;
  showCommand: string;
}

const ANSWER = { lines: 5, moreText: '', characters: 200 };

/** Whether the delivery arrived, and otherwise what the receiver answered. */
export function formatDeliveryOutcome(shown: ShownOutcome, look: Look): string[] {
  const { delivery, showCommand } = shown;
  const { colors, columns, quiet } = look;
  const [sentence, paint] = formatOutcomeSentence(shown, look);
  const lines = wrapText(sentence, columns).map(paint);
  if (delivery.status === 'delivered' && shown.progress === 'attempted') return lines;
  return [
    ...lines,
    ...(shown.progress === 'attempted' ? formatAnswerLines(delivery, look) : []),
    ...wrapText(formatNextAttempt(shown, look.now), columns),
    ...(quiet ? [] : wrapCommand('See it:', showCommand, columns).map(colors.dim)),
  ];
}

function formatOutcomeSentence(
  { delivery, progress, hasWaited, event }: ShownOutcome,
  { colors, glyphs }: Look,
): [string, (text: string) => string] {
  const name = event === undefined ? '' : `${event} `;
  if (progress !== 'attempted' && delivery.status === 'pending') {
    const words = !hasWaited ? 'queued' : progress === 'sent' ? 'no answer yet' : 'not sent yet';
    return [`${glyphs.running} ${name}${words}`, colors.yellow];
  }
  const outcome = formatOutcome(delivery);
  return delivery.status === 'delivered'
    ? [`${glyphs.passed} ${name}delivered: ${outcome}`, colors.green]
    : [`${glyphs.failed} ${name}not delivered: ${outcome}`, colors.red];
}

function formatAnswerLines({ response }: Delivery, look: Look): string[] {
  if (response === null || response.body.trim() === '') return [];
  return formatBodyLines(response, ANSWER, look).map((line) => `  ${line}`);
}

function formatNextAttempt({ delivery, progress, hasWaited }: ShownOutcome, now: Date): string {
  const { attempt, attemptsMost, nextAttemptAt, status } = delivery;
  if (status === 'failed') return 'No further attempt follows.';
  if (status === 'delivered') return '';
  if (!hasWaited) return 'It is sent within a second or two.';
  if (progress === 'sent') return 'The receiver did not answer within 20 s.';
  if (nextAttemptAt === null) return '';
  const when = formatUntil(nextAttemptAt, now);
  if (progress === 'attempted') {
    return `Attempt ${attempt} of ${attemptsMost}. The next one follows ${when}.`;
  }
  return when === 'now'
    ? 'The server did not send it within 20 s.'
    : `Earlier deliveries to this receiver failed, so it is sent ${when}.`;
}
