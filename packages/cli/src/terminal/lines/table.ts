import { chooseKeptPart, fitText, padText, measureText, type KeptPart } from './fitted-text.ts';
import { wrapFacts } from './wrapped-lines.ts';
import type { Look } from '../look.ts';

export interface Column<Row> {
  header: string;
  /** Default: left. */
  align?: 'right';
  /** Plain and safe text on one line. */
  text: (row: Row) => string;
  /** Colour or link, put around the padded text. */
  paint?: (padded: string, row: Row) => string;
  /** The column may shrink to this width before a column is dropped. Absent: it never shrinks. */
  minColumns?: number;
  /** Columns that leave `first` are dropped before this one shrinks below this width. Default: `minColumns`. */
  goodColumns?: number;
  /** Which part of a text that is too long is shown, if the texts then still differ. Default: both ends. */
  kept?: KeptPart;
  /**
   * If there is not enough room, columns are dropped from the right; `first` ones before the others, `last` ones
   * after them.
   */
  leaves?: 'first' | 'last';
  /**
   * On narrow terminals the row's second line, which has no header, has the column's text: the same, or another one with
   * a unit, or nothing. Texts that do not fit are dropped from the right. Absent: the column is on the first line.
   */
  below?: 'same' | 'nothing' | ((row: Row) => string | undefined) | undefined;
}

// Below this no six columns fit, so each row takes two lines.
export const NARROW_COLUMNS = 56;
const GAP = '  ';
// The second line is aligned with the second cell if the first one is short; otherwise it needs the room.
const WIDEST_INDENT = 6;

/**
 * The rows as lines, without the columns that are undefined. If they are too wide, columns that leave first shrink and are dropped, then the others. On a
 * narrow terminal each row takes two lines, without a header.
 */
export function formatTable<Row>(
  all: readonly (Column<Row> | undefined)[],
  rows: readonly Row[],
  look: Look,
): string[] {
  const columns = all.filter((column) => column !== undefined);
  if (look.columns < NARROW_COLUMNS) return formatNarrowLines(columns, rows, look);
  const shown = fitColumns(
    columns.map((column) => measureColumn(column, rows)),
    look.columns,
  );
  const header = shown.map(({ column, width }) => padText(column.header, width, column.align));
  return [look.colors.dim(header.join(GAP).trimEnd()), ...formatRowLines(shown, rows, look)];
}

interface Measured<Row> {
  column: Column<Row>;
  width: number;
}

function measureColumn<Row>(column: Column<Row>, rows: readonly Row[]): Measured<Row> {
  const width = rows.reduce(
    (widest, row) => Math.max(widest, measureText(column.text(row))),
    column.header.length,
  );
  return { column, width };
}

/** The remaining columns with their widths. */
function fitColumns<Row>(all: readonly Measured<Row>[], columns: number): Measured<Row>[] {
  let staying = all;
  while (staying.length > 1) {
    const mayLeave = staying.some(({ column }) => column.leaves === 'first');
    const fitted = shrinkColumns(
      staying,
      columns,
      mayLeave ? computeGoodColumns : computeMinColumns,
    );
    if (fitted !== undefined) return fitted;
    const leaving = pickNextToLeave(staying);
    staying = staying.filter((entry) => entry !== leaving);
  }
  return staying.slice(0, 1);
}

function pickNextToLeave<Row>(staying: readonly Measured<Row>[]): Measured<Row> | undefined {
  return (
    staying.findLast(({ column }) => column.leaves === 'first') ??
    staying.findLast(({ column }) => column.leaves === undefined) ??
    staying.at(-1)
  );
}

function computeMinColumns<Row>({ column, width }: Measured<Row>): number {
  return Math.max(column.minColumns ?? width, column.header.length);
}

function computeGoodColumns<Row>(entry: Measured<Row>): number {
  return Math.max(entry.column.goodColumns ?? 0, computeMinColumns(entry));
}

/** Shrinks the columns that leave first, then the others, each time the widest; undefined when that is not enough. */
function shrinkColumns<Row>(
  shown: readonly Measured<Row>[],
  columns: number,
  leastOf: (entry: Measured<Row>) => number,
): Measured<Row>[] | undefined {
  const fitted = shown.map((entry) => ({ ...entry, least: leastOf(entry) }));
  for (let excess = computeTotalWidth(fitted) - columns; excess > 0; excess--) {
    const shrinking = fitted.filter(({ width, least }) => width > least);
    const optional = shrinking.filter(({ column }) => column.leaves === 'first');
    const [widest] = (optional.length > 0 ? optional : shrinking).toSorted(
      (a, b) => b.width - a.width,
    );
    if (widest === undefined) return undefined;
    widest.width--;
  }
  return fitted;
}

function computeTotalWidth(shown: readonly { width: number }[]): number {
  return shown.reduce((total, { width }) => total + width, GAP.length * (shown.length - 1));
}

function formatRowLines<Row>(
  shown: readonly Measured<Row>[],
  rows: readonly Row[],
  look: Look,
): string[] {
  const cut = shown.map(({ column, width }) => {
    const texts = rows.map((row) => column.text(row));
    return { column, width, kept: chooseKeptPart(texts, width, look.glyphs, column.kept) };
  });
  return rows.map((row) => {
    const cells = cut.map(({ column, width, kept }, index) => {
      const text = fitText(column.text(row), width, look.glyphs, kept);
      const isLast = index === shown.length - 1 && column.align === undefined;
      const padded = isLast ? text : padText(text, width, column.align);
      return column.paint?.(padded, row) ?? padded;
    });
    return cells.join(GAP);
  });
}

function formatNarrowLines<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  look: Look,
): string[] {
  const first = columns
    .filter(({ below }) => below === undefined)
    .map((column) => measureColumn(column, rows));
  const shown = fitColumns(first, look.columns);
  const indent = ' '.repeat(Math.min(shown[0]?.width ?? 0, WIDEST_INDENT) + GAP.length);
  const room = look.columns - indent.length;
  const lines = formatRowLines(shown, rows, look);
  return rows.flatMap((row, index) => {
    const facts = columns.map(({ below, text }) => {
      if (below === undefined || below === 'nothing') return undefined;
      return below === 'same' ? text(row) : below(row);
    });
    const present = facts.filter((fact) => fact !== undefined).filter((fact) => fact !== '');
    const [first = ''] = present;
    const isCut = measureText(first) > room;
    const line = isCut ? first : (wrapFacts(present, look.glyphs.dot, room)[0] ?? '');
    return [lines[index] ?? '', indent + look.colors.dim(fitText(line, room, look.glyphs))];
  });
}
