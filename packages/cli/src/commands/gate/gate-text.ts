import type { BlockingItem, Gate, GateVerdict } from '@svc/contract/gate/gate';
import { commandLines, flowedLines, hangingLines } from '../../terminal/lines/wrapped-lines.ts';
import type { Colors, Look } from '../../terminal/look.ts';
import { toTerminalLine } from '@svc/reporter-core/text/terminal-text';
import {
  countsText,
  expiringText,
  ONLY_NEW,
  VERDICT_WORDS,
  verdictGlyph,
  type ShownGate,
} from './gate-parts.ts';
import { blockingRowLines, excusedRowLines } from './gate-row-lines.ts';

/** The verdict on each execution, what blocks, and what is excused and why. */
export function gatesText(shown: readonly ShownGate[], look: Look): string[] {
  return shown.flatMap((one, index) =>
    index === 0 ? gateLines(one, look) : ['', ...gateLines(one, look)],
  );
}

function gateLines(shown: ShownGate, look: Look): string[] {
  const { gate, taken, showCommand } = shown;
  const { blocking, expiring, verdict } = gate;
  const { colors, columns, quiet } = look;
  return [
    ...(taken === undefined || quiet
      ? []
      : hangingLines(toTerminalLine(taken), columns).map(colors.dim)),
    ...headerLines(shown, look),
    ...blockingRowLines(shown, look),
    ...excusedRowLines(shown, look),
    ...expiring.flatMap((entry) =>
      hangingLines(`! ${expiringText(entry, look.now)}`, columns).map(colors.yellow),
    ),
    ...(quiet || verdict === 'pass' || blocking.length === 0
      ? []
      : commandLines(showLabel(blocking), showCommand, columns).map(colors.dim)),
  ];
}

/** An execution that is blocked without a failure may have no error to show, and still tells its CI run. */
function showLabel(blocking: readonly BlockingItem[]): string {
  const hasErrors = blocking.some(({ kind }) => kind === 'failure' || kind === 'file-error');
  return hasErrors ? 'Full errors:' : 'Details:';
}

function headerLines({ gate, place }: ShownGate, look: Look): string[] {
  const { colors, columns } = look;
  const { verdict, project, executionNumber, undecided, url } = gate;
  const paint = paintVerdict(verdict, colors);
  const name = look.link(`${toTerminalLine(project)} #${executionNumber}`, url);
  const facts = [
    colors.bold(paint(`${verdictGlyph(verdict, look)} ${VERDICT_WORDS[verdict]}`)),
    colors.bold(name),
    ...(place === undefined ? [] : [toTerminalLine(place)]),
    countsText(gate),
    ...(gate.blocksOnlyNew ? [ONLY_NEW] : []),
  ];
  const why = undecided === null ? [] : hangingLines(toTerminalLine(undecided.why), columns);
  return [...flowedLines(facts, '  ', columns), ...why];
}

export function paintVerdict(verdict: GateVerdict, colors: Colors): (text: string) => string {
  if (verdict === 'pass') return colors.green;
  return verdict === 'fail' ? colors.red : colors.yellow;
}

/** How many items an answer has, for the `--limit` that shows them all. */
export function longestList({ blocking, excused }: Gate): number {
  return Math.max(blocking.length, excused.length);
}

/** What became of a failed command; every text in it is safe for a terminal. */
export interface ShownRun {
  /** The exit status of the command. */
  status: number;
  /** The gate passes, so svc exits with 0. */
  isExcused: boolean;
  /** The answers, if the gate was asked. */
  gates: ShownGate[];
  /** Why svc exits as it does. */
  why: string;
}

/** The gate's answers, and the exit status with its reason. */
export function runText({ status, isExcused, gates, why }: ShownRun, look: Look): string[] {
  const { colors, columns } = look;
  const text = isExcused
    ? `svc: exit status 0 instead of ${status}: ${toTerminalLine(why)}`
    : `svc: exit status ${status}: ${toTerminalLine(why)}`;
  return [
    ...gatesText(gates, look),
    ...hangingLines(text, columns).map(isExcused ? colors.green : colors.yellow),
  ];
}
