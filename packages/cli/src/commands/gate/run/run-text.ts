import { hangingLines } from '../../../terminal/lines/wrapped-lines.ts';
import type { Look } from '../../../terminal/look.ts';
import { terminalLine } from '@svc/reporter-core/text/terminal-text';
import type { ShownGate } from '../gate-parts.ts';
import { gatesText } from '../gate-text.ts';

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
    ? `svc: exit status 0 instead of ${status}: ${terminalLine(why)}`
    : `svc: exit status ${status}: ${terminalLine(why)}`;
  return [
    ...gatesText(gates, look),
    ...hangingLines(text, columns).map(isExcused ? colors.green : colors.yellow),
  ];
}
