import { countTestsPerCause, TITLE_CHARACTERS } from '@svc/analysis/causes/shown-tests';
import {
  buildBlockingRows,
  buildExcusedRows,
  isNotable,
  countGateRows,
  type GateRow,
} from '@svc/analysis/causes/gate-rows';
import type { BlockingItem, ExcusedFailure, Gate, GateCause } from '@svc/contract/gate/gate';
import { shortenLine, toTerminalLine } from '@svc/reporter-core/text/terminal-text';
import { spreadLine } from '../../terminal/lines/spread-line.ts';
import { commandLines, flowedLines, hangingLines } from '../../terminal/lines/wrapped-lines.ts';
import type { Look } from '../../terminal/look.ts';
import { shortId } from '../../wording/short-ids.ts';
import { causeLines } from '../../wording/cause-lines.ts';
import { fingerprintsText, shortFingerprint } from '../../wording/fingerprints.ts';
import { resultPlace, resultTitle } from '../../wording/test-names.ts';
import { baseName, excuseText, type ShownGate, cutText } from './gate-parts.ts';

/** What blocks: a line for each cause with its first tests, and for each failure that has a cause of its own. */
export function blockingRowLines(shown: ShownGate, look: Look): string[] {
  const { gate } = shown;
  return rowLines(buildBlockingRows(gate), {
    count: countGateRows(gate).blocking,
    total: gate.counts.blocking,
    shown,
    look,
    mark: { text: `${look.glyphs.failed} blocks   `, paint: look.colors.red },
    linesOf: (item) => blockingLines(item, gate, look),
    linesInCause: blockedInCause,
    causeFacts: (cause) => blockingCauseFacts(cause, gate),
  });
}

/** The same of what is excused, and why. */
export function excusedRowLines(shown: ShownGate, look: Look): string[] {
  const { gate } = shown;
  return rowLines(buildExcusedRows(gate), {
    count: countGateRows(gate).excused,
    total: gate.counts.excused,
    shown,
    look,
    mark: { text: `${look.glyphs.skipped} excused  `, paint: look.colors.yellow },
    linesOf: (item) => excusedLines(item, look),
    linesInCause: (item, inner) => [
      ...nameLines(item, inner),
      ...factLines([excuseText(item)], inner),
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

function rowLines<Item>(rows: readonly GateRow<Item>[], of: Rows<Item>): string[] {
  const { count, total, look, mark, linesInCause } = of;
  const { limit, moreCommand } = of.shown;
  const most = countTestsPerCause(rows, limit);
  const lines = rows.slice(0, limit).flatMap((row) => {
    if (row.kind === 'test') return of.linesOf(row.item);
    const { cause, items } = row;
    const group = { cause, items, most, facts: of.causeFacts(cause) };
    return causeLines(group, { mark: mark.text, linesOf: linesInCause }, look).map((line, at) =>
      at === 0 ? line.replace(mark.text, () => mark.paint(mark.text)) : line,
    );
  });
  return [...lines, ...cutRows(rows, { count, total, limit, moreCommand }, look)];
}

/** `and 3 more causes. More: svc …` below a list that is cut; nothing with `-q`. */
function cutRows<Item>(
  rows: readonly GateRow<Item>[],
  { moreCommand, ...counts }: { count: number; total: number; limit: number; moreCommand: string },
  look: Look,
): string[] {
  const cut = cutText(rows, counts);
  if (cut === undefined || look.quiet) return [];
  const lines = cut.endsWith(':')
    ? commandLines(cut, moreCommand, look.columns)
    : hangingLines(cut, look.columns);
  return lines.map((line) => look.colors.dim(line));
}

function blockingLines(item: BlockingItem, { base }: Gate, look: Look): string[] {
  const { glyphs, colors, columns } = look;
  const { titlePath, variant, file, line, why } = item;
  const entryId = item.quarantineId ?? item.relatedEntry?.quarantineId;
  const mark = `${glyphs.failed} blocks`;
  const paint = (text: string, index: number) =>
    index === 0 ? text.replace(mark, () => colors.red(mark)) : text;
  if (titlePath === null) {
    return hangingLines(`${mark}   ${toTerminalLine(why)}`, columns).map(paint);
  }
  const title = shortenLine(resultTitle({ titlePath, variant }, glyphs), TITLE_CHARACTERS);
  const place = file === null ? '' : shortenLine(resultPlace({ file, line }));
  const fingerprints = fingerprintsText(item);
  const facts = [
    toTerminalLine(why).replace(/\.$/, ''),
    ...(item.onBase && base !== null ? [`failed in ${baseName(base)}, too`] : []),
    ...(fingerprints === null ? [] : [fingerprints]),
    ...(entryId === undefined ? [] : [`quarantine entry ${shortId(entryId)}`]),
  ];
  return [...spreadLine(`${mark}   ${title}`, place, look, paint), ...factLines(facts, look)];
}

/** A failure below its cause. What is said of it alone is that its test has an entry of the quarantine. */
function blockedInCause(item: BlockingItem, look: Look): string[] {
  const name = nameLines(item, look);
  if (!isNotable(item)) return name;
  const entryId = item.quarantineId ?? item.relatedEntry?.quarantineId ?? '';
  const why = toTerminalLine(item.why).replace(/\.$/, '');
  return [...name, ...factLines([why, `quarantine entry ${shortId(entryId)}`], look)];
}

function nameLines(
  { titlePath, variant, file, line }: BlockingItem | ExcusedFailure,
  look: Look,
): string[] {
  const title = resultTitle({ titlePath: titlePath ?? [], variant }, look.glyphs);
  const place = file === null ? '' : resultPlace({ file, line });
  return spreadLine(shortenLine(title), shortenLine(place), look);
}

/** `failed in #40 of main, too`, where the base has some of these failures. */
function blockingCauseFacts(
  { failures, onBase, fingerprint }: GateCause,
  { base }: Gate,
): string[] {
  const which = onBase === failures ? 'all' : onBase;
  return [
    ...(onBase > 0 && base !== null ? [`${which} failed in ${baseName(base)}, too`] : []),
    ...(fingerprint === null ? [] : [`fingerprint ${shortFingerprint(fingerprint)}`]),
  ];
}

function excusedLines(item: ExcusedFailure, look: Look): string[] {
  const { glyphs, colors } = look;
  const mark = `${glyphs.skipped} excused`;
  const title = shortenLine(resultTitle(item, glyphs), TITLE_CHARACTERS);
  return [
    ...spreadLine(`${mark}  ${title}`, shortenLine(resultPlace(item)), look, (text, index) =>
      index === 0 ? text.replace(mark, () => colors.yellow(mark)) : text,
    ),
    ...factLines([excuseText(item)], look),
  ];
}

function factLines(facts: readonly string[], { glyphs, colors, columns }: Look): string[] {
  return flowedLines(facts, glyphs.dot, columns - 2).map((line) => `  ${colors.dim(line)}`);
}
