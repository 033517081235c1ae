import type { BlockingItem, Gate, GateVerdict } from '@svc/contract/gate/gate';
import { wrapCommand, wrapFacts, wrapText } from '../../terminal/lines/wrapped-lines.ts';
import type { Colors, Look } from '../../terminal/look.ts';
import { toTerminalLine } from '@svc/reporter-core/text/terminal-text';
import { renderGate } from '@svc/analysis/markdown/gate-markdown';
import { formatGateCounts, formatGateVerdict, ONLY_NEW } from '@svc/analysis/gate/gate-words';
import { renderMarkdownCommand } from '@svc/analysis/text/markdown';
import { formatRemainingTime } from '@svc/analysis/text/times';
import { formatTestTitle } from '../../wording/test-names.ts';
import { formatBlockingRows, formatExcusedRows, type ShownGate } from './gate-row-lines.ts';

/** The verdict on each execution, what blocks, and what is excused and why. */
export function formatGates(shown: readonly ShownGate[], look: Look): string[] {
  return shown.flatMap((one, index) =>
    index === 0 ? formatGateLines(one, look) : ['', ...formatGateLines(one, look)],
  );
}

/** The same for a pull request. */
export function renderGatesMarkdown(shown: readonly ShownGate[]): string {
  return shown
    .map(({ gate, place, limit, moreCommand }) =>
      renderGate(gate, { place, limit, more: renderMarkdownCommand(moreCommand) }),
    )
    .join('\n\n');
}

function formatGateLines(shown: ShownGate, look: Look): string[] {
  const { gate, choiceNote, showCommand } = shown;
  const { blocking, expiring, verdict } = gate;
  const { colors, columns, quiet } = look;
  return [
    ...(choiceNote === undefined || quiet
      ? []
      : wrapText(toTerminalLine(choiceNote), columns).map(colors.dim)),
    ...formatHeaderLines(shown, look),
    ...formatBlockingRows(shown, look),
    ...formatExcusedRows(shown, look),
    ...expiring.flatMap((entry) =>
      wrapText(`! ${formatExpiringEntry(entry, look)}`, columns).map(colors.yellow),
    ),
    ...(quiet || verdict === 'pass' || blocking.length === 0
      ? []
      : wrapCommand(showLabel(blocking), showCommand, columns).map(colors.dim)),
  ];
}

/** `expires in 3 d: suggests as you type`; the title is that of a test whose failure was excused. */
function formatExpiringEntry(
  { title, variant, expiresAt }: Gate['expiring'][number],
  { glyphs, now }: Look,
): string {
  const name = formatTestTitle({ titlePath: [title], variant }, glyphs);
  return `expires in ${formatRemainingTime(expiresAt, now)}: ${name}`;
}

/** An execution that is blocked without a failure may have no error to show, and still tells its CI run. */
function showLabel(blocking: readonly BlockingItem[]): string {
  const hasErrors = blocking.some(({ kind }) => kind === 'failure' || kind === 'file-error');
  return hasErrors ? 'Full errors:' : 'Details:';
}

function formatHeaderLines({ gate, place }: ShownGate, look: Look): string[] {
  const { colors, columns } = look;
  const { verdict, project, executionNumber, undecided, url } = gate;
  const paint = paintVerdict(verdict, colors);
  const name = look.link(`${toTerminalLine(project)} #${executionNumber}`, url);
  const facts = [
    colors.bold(paint(formatGateVerdict(verdict, look.glyphs))),
    colors.bold(name),
    ...(place === undefined ? [] : [toTerminalLine(place)]),
    formatGateCounts(gate),
    ...(gate.blocksOnlyNew ? [ONLY_NEW] : []),
  ];
  const why = undecided === null ? [] : wrapText(toTerminalLine(undecided.why), columns);
  return [...wrapFacts(facts, '  ', columns), ...why];
}

export function paintVerdict(verdict: GateVerdict, colors: Colors): (text: string) => string {
  if (verdict === 'pass') return colors.green;
  return verdict === 'fail' ? colors.red : colors.yellow;
}

/** How many items an answer has, for the `--limit` that shows them all. */
export function computeLongestList({ blocking, excused }: Gate): number {
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
export function formatGatedRun({ status, isExcused, gates, why }: ShownRun, look: Look): string[] {
  const { colors, columns } = look;
  const text = isExcused
    ? `svc: exit status 0 instead of ${status}: ${toTerminalLine(why)}`
    : `svc: exit status ${status}: ${toTerminalLine(why)}`;
  return [
    ...formatGates(gates, look),
    ...wrapText(text, columns).map(isExcused ? colors.green : colors.yellow),
  ];
}
