import type { DeliveryDetail } from '@svc/contract/webhooks/deliveries';
import { spreadLine } from '../../../terminal/lines/spread-line.ts';
import { wrapCommand, wrapFacts, wrapText } from '../../../terminal/lines/wrapped-lines.ts';
import type { Look } from '../../../terminal/look.ts';
import { toTerminalLine, makeTerminalSafe } from '@svc/reporter-core/text/terminal-text';
import { formatFullTime } from '@svc/analysis/text/times';
import { formatBodyLines } from './body-lines.ts';
import {
  formatDeliveryStatus,
  formatOutcome,
  paintDelivery,
  formatUntil,
} from './delivery-words.ts';

/** One delivery, as `makeDeliverySafe` returns it. */
export interface ShownDelivery {
  delivery: DeliveryDetail;
  address: string;
  /** How many lines of each body. */
  limit: number;
  jsonCommand: string;
  redeliverCommand: string;
}

/** A delivery in full: its attempts, then request and answer of the newest one. */
export function formatDelivery(shown: ShownDelivery, look: Look): string[] {
  const { delivery, redeliverCommand } = shown;
  const { colors, columns, quiet } = look;
  return [
    ...formatHeadingLines(shown, look),
    ...formatAttemptLines(delivery, look),
    ...formatRequestLines(shown, look),
    ...formatAnswerLines(shown, look),
    ...(quiet || delivery.status === 'pending'
      ? []
      : ['', ...wrapCommand('Send it again:', redeliverCommand, columns).map(colors.dim)]),
  ];
}

function formatHeadingLines({ delivery, address }: ShownDelivery, look: Look): string[] {
  const { colors, columns, glyphs, now } = look;
  const status = formatDeliveryStatus(delivery, look);
  const { attempt, attemptsMost, nextAttemptAt, eventType, eventId, createdAt, id } = delivery;
  const attempts =
    delivery.status !== 'pending' ? String(attempt) : `${attempt} of ${attemptsMost}`;
  const facts = [
    `attempt ${attempts}`,
    ...(nextAttemptAt === null ? [] : [`next ${formatUntil(nextAttemptAt, now)}`]),
    `created ${formatFullTime(createdAt)}`,
  ];
  return [
    ...spreadLine(`${status}  ${eventType}`, '', look, (text) =>
      text.replace(status, () => paintDelivery(delivery, colors)(status)),
    ),
    ...wrapText(toTerminalLine(address).replaceAll('…', glyphs.ellipsis), columns),
    ...wrapFacts(facts, glyphs.dot, columns),
    ...wrapFacts([`delivery ${id}`, `event ${eventId}`], glyphs.dot, columns).map(colors.dim),
  ];
}

type Attempt = DeliveryDetail['attempts'][number];

function formatAttemptLines({ attempts, error }: DeliveryDetail, look: Look): string[] {
  const { columns, colors } = look;
  if (attempts.length === 0) {
    return error === null ? [] : ['', ...wrapText(toTerminalLine(error), columns).map(colors.red)];
  }
  const last = attempts.at(-1)?.error ?? null;
  // Set when a delivery ended without an attempt, such as when its webhook was turned off.
  const end = error === null || error === last ? [] : wrapText(toTerminalLine(error), columns);
  return [
    '',
    ...attempts.flatMap((attempt) => formatAttemptLine(attempt, look)),
    ...end.map(colors.red),
  ];
}

function formatAttemptLine(attempt: Attempt, look: Look): string[] {
  const outcome = formatOutcome(attempt);
  const paint = hasArrived(attempt) ? look.colors.green : look.colors.red;
  const left = `${String(attempt.number).padStart(2)}  ${outcome}`;
  return spreadLine(left, formatFullTime(attempt.at), look, (text) =>
    text.replace(outcome, () => paint(outcome)),
  );
}

function hasArrived({ responseStatus }: Attempt): boolean {
  return responseStatus !== null && responseStatus >= 200 && responseStatus < 300;
}

function formatRequestLines({ delivery, limit, jsonCommand }: ShownDelivery, look: Look): string[] {
  const { request } = delivery;
  return [
    '',
    look.colors.bold('Request'),
    ...formatHeaderLines(request.headers, look),
    ...formatBodyLines(
      request,
      { lines: limit, moreText: `: ${jsonCommand}`, characters: LONGEST_LINE },
      look,
    ).map(indentLine),
  ];
}

function formatAnswerLines({ delivery, limit, jsonCommand }: ShownDelivery, look: Look): string[] {
  const { response, responseStatus } = delivery;
  if (response === null) return [];
  return [
    '',
    look.colors.bold(`Answer ${responseStatus ?? ''}`.trim()),
    ...formatHeaderLines(response.headers, look),
    ...formatBodyLines(
      response,
      { lines: limit, moreText: `: ${jsonCommand}`, characters: LONGEST_LINE },
      look,
    ).map(indentLine),
  ];
}

function formatHeaderLines(headers: Record<string, string>, { columns, colors }: Look): string[] {
  const lines = Object.entries(makeTerminalSafe(headers)).flatMap(([name, value]) =>
    wrapText(toTerminalLine(`${name}: ${value}`), columns - INDENT.length),
  );
  return lines.map((line) => indentLine(colors.dim(line)));
}

const INDENT = '  ';
const LONGEST_LINE = 500;

function indentLine(line: string): string {
  return INDENT + line;
}
