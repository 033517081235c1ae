import { fittedText, paddedText, textColumns } from './fitted-text.ts';
import { flowedLines } from './wrapped-lines.ts';
import type { Look } from '../look.ts';

export interface Column<Row> {
  header: string;
  align: 'left' | 'right';
  /** Plain and safe text on one line. */
  text: (row: Row) => string;
  /** Colour or link, put around the padded text. */
  paint?: (padded: string, row: Row) => string;
  /** The column may shrink to this width before any column is dropped. Absent: it never shrinks. */
  minColumns?: number;
  /**
   * If there is not enough room, columns are dropped from the right; `first` ones before the others, `last` ones
   * after them.
   */
  leaves?: 'first' | 'last';
  /** On narrow terminals: the row's line with this column, default the first. */
  narrowLine?: 1 | 2;
  /**
   * The text for the second line, which has no header: with a unit, or undefined for nothing. Texts that do not fit
   * are dropped from the right.
   */
  narrowText?: (row: Row) => string | undefined;
}

// Below this no six columns fit, so each row takes two lines.
export const NARROW_COLUMNS = 56;
const GAP = '  ';
// The second line is aligned with the second cell if the first one is short; otherwise it needs the room.
const WIDEST_INDENT = 6;

/**
 * The rows as lines. If they are too wide, shrinking columns are cut in the middle, then columns are dropped from the
 * right. On a narrow terminal each row takes two lines, without a header.
 */
export function tableLines<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  look: Look,
): string[] {
  if (look.columns < NARROW_COLUMNS) return narrowLines(columns, rows, look);
  const shown = fittingColumns(
    columns.map((column) => measured(column, rows)),
    look.columns,
  );
  const header = shown.map(({ column, width }) => paddedText(column.header, width, column.align));
  return [
    look.colors.dim(header.join(GAP).trimEnd()),
    ...rows.map((row) => rowLine(shown, row, look)),
  ];
}

interface Measured<Row> {
  column: Column<Row>;
  width: number;
}

function measured<Row>(column: Column<Row>, rows: readonly Row[]): Measured<Row> {
  const width = rows.reduce(
    (widest, row) => Math.max(widest, textColumns(column.text(row))),
    column.header.length,
  );
  return { column, width };
}

/** The remaining columns with their widths. */
function fittingColumns<Row>(all: readonly Measured<Row>[], columns: number): Measured<Row>[] {
  let staying = all;
  while (staying.length > 1) {
    const fitted = shrunk(staying, columns);
    if (fitted !== undefined) return fitted;
    const leaving = nextToLeave(staying);
    staying = staying.filter((entry) => entry !== leaving);
  }
  return staying.slice(0, 1);
}

function nextToLeave<Row>(staying: readonly Measured<Row>[]): Measured<Row> | undefined {
  return (
    staying.findLast(({ column }) => column.leaves === 'first') ??
    staying.findLast(({ column }) => column.leaves === undefined) ??
    staying.at(-1)
  );
}

/** Shrinks the widest shrinking column first; undefined when that is not enough. */
function shrunk<Row>(
  shown: readonly Measured<Row>[],
  columns: number,
): Measured<Row>[] | undefined {
  const fitted = shown.map((entry) => ({ ...entry }));
  let excess = totalWidth(fitted) - columns;
  while (excess > 0) {
    const widest = fitted
      .filter(
        ({ column, width }) => width > Math.max(column.minColumns ?? width, column.header.length),
      )
      .toSorted((a, b) => b.width - a.width)[0];
    if (widest === undefined) return undefined;
    widest.width--;
    excess--;
  }
  return fitted;
}

function totalWidth(shown: readonly { width: number }[]): number {
  return shown.reduce((total, { width }) => total + width, GAP.length * (shown.length - 1));
}

function rowLine<Row>(shown: readonly Measured<Row>[], row: Row, look: Look): string {
  const cells = shown.map(({ column, width }, index) => {
    const text = fittedText(column.text(row), width, look.glyphs);
    const isLast = index === shown.length - 1 && column.align === 'left';
    const padded = isLast ? text : paddedText(text, width, column.align);
    return column.paint?.(padded, row) ?? padded;
  });
  return cells.join(GAP);
}

function narrowLines<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  look: Look,
): string[] {
  const first = columns
    .filter(({ narrowLine }) => narrowLine !== 2)
    .map((column) => measured(column, rows));
  const shown = fittingColumns(first, look.columns);
  const indent = ' '.repeat(Math.min(shown[0]?.width ?? 0, WIDEST_INDENT) + GAP.length);
  const second = columns.filter(({ narrowLine }) => narrowLine === 2);
  const room = look.columns - indent.length;
  return rows.flatMap((row) => {
    const facts = second.map((column) => (column.narrowText ?? column.text)(row));
    const present = facts.filter((fact) => fact !== undefined).filter((fact) => fact !== '');
    const [first = ''] = present;
    const isCut = textColumns(first) > room;
    const line = isCut ? first : (flowedLines(present, look.glyphs.dot, room)[0] ?? '');
    return [
      rowLine(shown, row, look),
      indent + look.colors.dim(fittedText(line, room, look.glyphs)),
    ];
  });
}
