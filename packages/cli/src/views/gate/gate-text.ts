import type { BlockingItem, ExcusedFailure, Gate, GateVerdict } from '@svc/contract/gate/gate';
import { spreadLine } from '../../format/lines/spread-line.ts';
import { commandLines, flowedLines, hangingLines } from '../../format/lines/wrapped-lines.ts';
import type { Colors, Look } from '../../format/look.ts';
import { terminalLine } from '@svc/reporter-core/text/terminal-text';
import { shortId } from '../../webhooks/short-id.ts';
import { moreLines } from '../more-lines.ts';
import { fingerprintsText } from '../fingerprints.ts';
import { resultPlace, resultTitle } from '../test-names.ts';
import {
  baseName,
  countsText,
  excuseText,
  expiringText,
  ONLY_NEW,
  VERDICT_WORDS,
  verdictGlyph,
  type ShownGate,
} from './gate-parts.ts';

/** The verdict on each execution, what blocks, and what is excused and why. */
export function gatesText(shown: readonly ShownGate[], look: Look): string[] {
  return shown.flatMap((one, index) =>
    index === 0 ? gateLines(one, look) : ['', ...gateLines(one, look)],
  );
}

function gateLines(shown: ShownGate, look: Look): string[] {
  const { gate, taken, limit, showCommand } = shown;
  const { blocking, excused, expiring, verdict } = gate;
  const { colors, columns, quiet } = look;
  return [
    ...(taken === undefined || quiet
      ? []
      : hangingLines(terminalLine(taken), columns).map(colors.dim)),
    ...headerLines(shown, look),
    ...blocking.slice(0, limit).flatMap((item) => blockingLines(item, gate, look)),
    ...cutLines(blocking, gate.counts.blocking, shown, look),
    ...excused.slice(0, limit).flatMap((item) => excusedLines(item, look)),
    ...cutLines(excused, gate.counts.excused, shown, look),
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
  const name = look.link(`${terminalLine(project)} #${executionNumber}`, url);
  const facts = [
    colors.bold(paint(`${verdictGlyph(verdict, look)} ${VERDICT_WORDS[verdict]}`)),
    colors.bold(name),
    ...(place === undefined ? [] : [terminalLine(place)]),
    countsText(gate),
    ...(gate.blocksOnlyNew ? [ONLY_NEW] : []),
  ];
  const why = undecided === null ? [] : hangingLines(terminalLine(undecided.why), columns);
  return [...flowedLines(facts, '  ', columns), ...why];
}

export function paintVerdict(verdict: GateVerdict, colors: Colors): (text: string) => string {
  if (verdict === 'pass') return colors.green;
  return verdict === 'fail' ? colors.red : colors.yellow;
}

function blockingLines(item: BlockingItem, { base }: Gate, look: Look): string[] {
  const { glyphs, colors, columns } = look;
  const { titlePath, variant, file, line, why } = item;
  const entryId = item.quarantineId ?? item.relatedEntry?.quarantineId;
  const mark = `${glyphs.failed} blocks`;
  const paint = (text: string, index: number) =>
    index === 0 ? text.replace(mark, () => colors.red(mark)) : text;
  if (titlePath === null) {
    return hangingLines(`${mark}   ${terminalLine(why)}`, columns).map(paint);
  }
  const title = resultTitle({ titlePath, variant }, glyphs);
  const place = file === null ? '' : resultPlace({ file, line });
  const fingerprints = fingerprintsText(item);
  const facts = [
    terminalLine(why).replace(/\.$/, ''),
    ...(item.onBase && base !== null ? [`failed in ${baseName(base)}, too`] : []),
    ...(fingerprints === null ? [] : [fingerprints]),
    ...(entryId === undefined ? [] : [`quarantine entry ${shortId(entryId)}`]),
  ];
  return [...spreadLine(`${mark}   ${title}`, place, look, paint), ...factLines(facts, look)];
}

function excusedLines(item: ExcusedFailure, look: Look): string[] {
  const { glyphs, colors } = look;
  const mark = `${glyphs.skipped} excused`;
  const title = resultTitle(item, glyphs);
  return [
    ...spreadLine(`${mark}  ${title}`, resultPlace(item), look, (text, index) =>
      index === 0 ? text.replace(mark, () => colors.yellow(mark)) : text,
    ),
    ...factLines([excuseText(item)], look),
  ];
}

function factLines(facts: readonly string[], { glyphs, colors, columns }: Look): string[] {
  return flowedLines(facts, glyphs.dot, columns - 2).map((line) => `  ${colors.dim(line)}`);
}

/** The answer lists at most 1,000 items; the counts have all. */
function cutLines(
  items: readonly unknown[],
  count: number,
  { limit, moreCommand }: Pick<ShownGate, 'limit' | 'moreCommand'>,
  look: Look,
): string[] {
  const total = { count: Math.max(count, items.length), isAtLeast: false };
  return moreLines({ items: items.slice(0, limit), total, moreCommand }, look);
}

/** How many items an answer has, for the `--limit` that shows them all. */
export function longestList({ blocking, excused }: Gate): number {
  return Math.max(blocking.length, excused.length);
}
