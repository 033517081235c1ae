import type { DeliveryDetail } from '@svc/contract/webhooks/deliveries';
import { spreadLine } from '../../../terminal/lines/spread-line.ts';
import { commandLines, flowedLines, hangingLines } from '../../../terminal/lines/wrapped-lines.ts';
import type { Look } from '../../../terminal/look.ts';
import { toTerminalLine, makeTerminalSafe } from '@svc/reporter-core/text/terminal-text';
import { formatFullTime } from '@svc/analysis/text/times';
import { bodyLines } from './body-lines.ts';
import { deliveryStatusText, outcomeText, paintDelivery, untilText } from './delivery-words.ts';

/** One delivery, as `safeDelivery` returns it. */
export interface ShownDelivery {
  delivery: DeliveryDetail;
  address: string;
  /** How many lines of each body. */
  limit: number;
  jsonCommand: string;
  redeliverCommand: string;
}

/** A delivery in full: its attempts, then request and answer of the newest one. */
export function deliveryText(shown: ShownDelivery, look: Look): string[] {
  const { delivery, redeliverCommand } = shown;
  const { colors, columns, quiet } = look;
  return [
    ...headingLines(shown, look),
    ...attemptLines(delivery, look),
    ...requestLines(shown, look),
    ...answerLines(shown, look),
    ...(quiet || delivery.status === 'pending'
      ? []
      : ['', ...commandLines('Send it again:', redeliverCommand, columns).map(colors.dim)]),
  ];
}

function headingLines({ delivery, address }: ShownDelivery, look: Look): string[] {
  const { colors, columns, glyphs, now } = look;
  const status = deliveryStatusText(delivery, look);
  const { attempt, attemptsMost, nextAttemptAt, eventType, eventId, createdAt, id } = delivery;
  const attempts =
    delivery.status !== 'pending' ? String(attempt) : `${attempt} of ${attemptsMost}`;
  const facts = [
    `attempt ${attempts}`,
    ...(nextAttemptAt === null ? [] : [`next ${untilText(nextAttemptAt, now)}`]),
    `created ${formatFullTime(createdAt)}`,
  ];
  return [
    ...spreadLine(`${status}  ${eventType}`, '', look, (text) =>
      text.replace(status, () => paintDelivery(delivery, colors)(status)),
    ),
    ...hangingLines(toTerminalLine(address).replaceAll('…', glyphs.ellipsis), columns),
    ...flowedLines(facts, glyphs.dot, columns),
    ...flowedLines([`delivery ${id}`, `event ${eventId}`], glyphs.dot, columns).map(colors.dim),
  ];
}

type Attempt = DeliveryDetail['attempts'][number];

function attemptLines({ attempts, error }: DeliveryDetail, look: Look): string[] {
  const { columns, colors } = look;
  if (attempts.length === 0) {
    return error === null
      ? []
      : ['', ...hangingLines(toTerminalLine(error), columns).map(colors.red)];
  }
  const last = attempts.at(-1)?.error ?? null;
  // Set when a delivery ended without an attempt, such as when its webhook was turned off.
  const end = error === null || error === last ? [] : hangingLines(toTerminalLine(error), columns);
  return ['', ...attempts.flatMap((attempt) => attemptLine(attempt, look)), ...end.map(colors.red)];
}

function attemptLine(attempt: Attempt, look: Look): string[] {
  const outcome = outcomeText(attempt);
  const paint = hasArrived(attempt) ? look.colors.green : look.colors.red;
  const left = `${String(attempt.number).padStart(2)}  ${outcome}`;
  return spreadLine(left, formatFullTime(attempt.at), look, (text) =>
    text.replace(outcome, () => paint(outcome)),
  );
}

function hasArrived({ responseStatus }: Attempt): boolean {
  return responseStatus !== null && responseStatus >= 200 && responseStatus < 300;
}

function requestLines({ delivery, limit, jsonCommand }: ShownDelivery, look: Look): string[] {
  const { request } = delivery;
  return [
    '',
    look.colors.bold('Request'),
    ...headerLines(request.headers, look),
    ...bodyLines(
      request,
      { lines: limit, moreText: `: ${jsonCommand}`, characters: LONGEST_LINE },
      look,
    ).map(indented),
  ];
}

function answerLines({ delivery, limit, jsonCommand }: ShownDelivery, look: Look): string[] {
  const { response, responseStatus } = delivery;
  if (response === null) return [];
  return [
    '',
    look.colors.bold(`Answer ${responseStatus ?? ''}`.trim()),
    ...headerLines(response.headers, look),
    ...bodyLines(
      response,
      { lines: limit, moreText: `: ${jsonCommand}`, characters: LONGEST_LINE },
      look,
    ).map(indented),
  ];
}

function headerLines(headers: Record<string, string>, { columns, colors }: Look): string[] {
  const lines = Object.entries(makeTerminalSafe(headers)).flatMap(([name, value]) =>
    hangingLines(toTerminalLine(`${name}: ${value}`), columns - INDENT.length),
  );
  return lines.map((line) => indented(colors.dim(line)));
}

const INDENT = '  ';
const LONGEST_LINE = 500;

function indented(line: string): string {
  return INDENT + line;
}
