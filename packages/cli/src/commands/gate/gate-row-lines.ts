import { countTestsPerCause, TITLE_CHARACTERS } from '@svc/analysis/causes/shown-tests';
import {
  buildBlockingRows,
  buildExcusedRows,
  isNotable,
  countGateRows,
  type GateRow,
} from '@svc/analysis/gate/gate-rows';
import type { BlockingItem, ExcusedFailure, Gate, GateCause } from '@svc/contract/gate/gate';
import { shortenLine, toTerminalLine } from '@svc/reporter-core/text/terminal-text';
import { spreadLine } from '../../terminal/lines/spread-line.ts';
import { wrapCommand, wrapFacts, wrapText } from '../../terminal/lines/wrapped-lines.ts';
import type { Look } from '../../terminal/look.ts';
import { shortenId } from '../../wording/short-ids.ts';
import { formatCauseLines } from '../../wording/cause-lines.ts';
import {
  formatFingerprints,
  shortenFingerprint,
} from '@svc/analysis/fingerprint/fingerprint-words';
import { formatTestPlace, formatTestTitle } from '../../wording/test-names.ts';
import type { IdentifiedTest } from '@svc/analysis/text/test-names';
import { formatBaseName, formatCutRows, formatExcuse } from '@svc/analysis/gate/gate-words';

/** The answer on one execution; every text in it is safe for a terminal. */
export interface ShownGate {
  gate: Gate;
  /** Branch and commit, if they are known. */
  place: string | undefined;
  /** Which execution was chosen, if the reference was ambiguous. */
  choiceNote: string | undefined;
  limit: number;
  /** Shows more items. */
  moreCommand: string;
  /** Shows the errors of the failures. */
  showCommand: string;
}

/** What blocks: a line for each cause with its first tests, and for each failure that has a cause of its own. */
export function formatBlockingRows(shown: ShownGate, look: Look): string[] {
  const { gate } = shown;
  return formatRowLines(buildBlockingRows(gate), {
    count: countGateRows(gate).blocking,
    total: gate.counts.blocking,
    shown,
    look,
    mark: { text: `${look.glyphs.failed} blocks   `, paint: look.colors.red },
    linesOf: (item) => formatBlockingLines(item, gate, look),
    linesInCause: formatBlockedInCause,
    causeFacts: (cause) => formatBlockingCauseFacts(cause, gate),
  });
}

/** The same of what is excused, and why. */
export function formatExcusedRows(shown: ShownGate, look: Look): string[] {
  const { gate } = shown;
  return formatRowLines(buildExcusedRows(gate), {
    count: countGateRows(gate).excused,
    total: gate.counts.excused,
    shown,
    look,
    mark: { text: `${look.glyphs.skipped} excused  `, paint: look.colors.yellow },
    linesOf: (item) => formatExcusedLines(item, look),
    linesInCause: (item, inner) => [
      ...formatNameLines(item, inner),
      ...formatFactLines([formatExcuse(item)], inner),
    ],
    causeFacts: () => [],
  });
}

interface Rows<Item> {
  /** How many entries there are; the answer may name fewer. */
  count: number;
  /** How many failures and problems there are. */
  total: number;
  shown: Pick<ShownGate, 'limit' | 'moreCommand'>;
  look: Look;
  mark: { text: string; paint: (text: string) => string };
  linesOf: (item: Item) => string[];
  linesInCause: (item: Item, look: Look) => string[];
  causeFacts: (cause: GateCause) => string[];
}

function formatRowLines<Item extends IdentifiedTest>(
  rows: readonly GateRow<Item>[],
  of: Rows<Item>,
): string[] {
  const { count, total, look, mark, linesInCause } = of;
  const { limit, moreCommand } = of.shown;
  const most = countTestsPerCause(rows, limit);
  const lines = rows.slice(0, limit).flatMap((row) => {
    if (row.kind === 'test') return of.linesOf(row.item);
    const { cause, items } = row;
    const group = { cause, items, most, facts: of.causeFacts(cause) };
    return formatCauseLines(group, { mark: mark.text, linesOf: linesInCause }, look).map(
      (line, at) => (at === 0 ? line.replace(mark.text, () => mark.paint(mark.text)) : line),
    );
  });
  return [...lines, ...cutRows(rows, { count, total, limit, moreCommand }, look)];
}

/** `and 3 more causes. More: svc …` below a list that is cut; nothing with `-q`. */
function cutRows<Item extends IdentifiedTest>(
  rows: readonly GateRow<Item>[],
  { moreCommand, ...counts }: { count: number; total: number; limit: number; moreCommand: string },
  look: Look,
): string[] {
  const cut = formatCutRows(rows, counts);
  if (cut === undefined || look.quiet) return [];
  const lines = cut.endsWith(':')
    ? wrapCommand(cut, moreCommand, look.columns)
    : wrapText(cut, look.columns);
  return lines.map((line) => look.colors.dim(line));
}

function formatBlockingLines(item: BlockingItem, { base }: Gate, look: Look): string[] {
  const { glyphs, colors, columns } = look;
  const { titlePath, variant, file, line, why } = item;
  const entryId = item.quarantineId ?? item.relatedEntry?.quarantineId;
  const mark = `${glyphs.failed} blocks`;
  const paint = (text: string, index: number) =>
    index === 0 ? text.replace(mark, () => colors.red(mark)) : text;
  if (titlePath === null) {
    return wrapText(`${mark}   ${toTerminalLine(why)}`, columns).map(paint);
  }
  const title = shortenLine(formatTestTitle({ titlePath, variant }, glyphs), TITLE_CHARACTERS);
  const place = file === null ? '' : shortenLine(formatTestPlace({ file, line }));
  const fingerprints = formatFingerprints(item);
  const facts = [
    toTerminalLine(why).replace(/\.$/, ''),
    ...(item.onBase && base !== null ? [`failed in ${formatBaseName(base)}, too`] : []),
    ...(fingerprints === null ? [] : [fingerprints]),
    ...(entryId === undefined ? [] : [`quarantine entry ${shortenId(entryId)}`]),
  ];
  return [...spreadLine(`${mark}   ${title}`, place, look, paint), ...formatFactLines(facts, look)];
}

/** A failure below its cause. What is said of it alone is that its test has an entry of the quarantine. */
function formatBlockedInCause(item: BlockingItem, look: Look): string[] {
  const name = formatNameLines(item, look);
  if (!isNotable(item)) return name;
  const entryId = item.quarantineId ?? item.relatedEntry?.quarantineId ?? '';
  const why = toTerminalLine(item.why).replace(/\.$/, '');
  return [...name, ...formatFactLines([why, `quarantine entry ${shortenId(entryId)}`], look)];
}

function formatNameLines(
  { titlePath, variant, file, line }: BlockingItem | ExcusedFailure,
  look: Look,
): string[] {
  const title = formatTestTitle({ titlePath: titlePath ?? [], variant }, look.glyphs);
  const place = file === null ? '' : formatTestPlace({ file, line });
  return spreadLine(shortenLine(title), shortenLine(place), look);
}

/** `failed in #40 of main, too`, where the base has some of these failures. */
function formatBlockingCauseFacts(
  { failures, onBase, fingerprint }: GateCause,
  { base }: Gate,
): string[] {
  const which = onBase === failures ? 'all' : onBase;
  return [
    ...(onBase > 0 && base !== null ? [`${which} failed in ${formatBaseName(base)}, too`] : []),
    ...(fingerprint === null ? [] : [`fingerprint ${shortenFingerprint(fingerprint)}`]),
  ];
}

function formatExcusedLines(item: ExcusedFailure, look: Look): string[] {
  const { glyphs, colors } = look;
  const mark = `${glyphs.skipped} excused`;
  const title = shortenLine(formatTestTitle(item, glyphs), TITLE_CHARACTERS);
  return [
    ...spreadLine(`${mark}  ${title}`, shortenLine(formatTestPlace(item)), look, (text, index) =>
      index === 0 ? text.replace(mark, () => colors.yellow(mark)) : text,
    ),
    ...formatFactLines([formatExcuse(item)], look),
  ];
}

function formatFactLines(facts: readonly string[], { glyphs, colors, columns }: Look): string[] {
  return wrapFacts(facts, glyphs.dot, columns - 2).map((line) => `  ${colors.dim(line)}`);
}
