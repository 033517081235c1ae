import { formatRunMarks, type RunMark } from '@svc/analysis/compare/run-marks';
import { wrapFacts } from '../terminal/lines/wrapped-lines.ts';
import { NARROW_COLUMNS, type Column } from '../terminal/lines/table.ts';
import type { Look } from '../terminal/look.ts';

/** A column for the marks, or none if no row has any. Narrower terminals have room for letters only. */
export function buildMarkColumns<Row>(
  rows: readonly Row[],
  marksOfRow: (row: Row) => RunMark[],
  { columns, colors }: Look,
): Column<Row>[] {
  if (rows.every((row) => marksOfRow(row).length === 0)) return [];
  const words = (row: Row) => formatRunMarks(marksOfRow(row));
  return [
    {
      header: 'RUN',
      text: columns < WORDS_COLUMNS ? (row) => marksOfRow(row).map(toMarkLetter).join('') : words,
      paint: colors.yellow,
      below: words,
    },
  ];
}

/** What the letters of the column mean, in as few lines as possible; nothing where the column has words. */
export function formatMarkLegend<Row>(
  rows: readonly Row[],
  marksOfRow: (row: Row) => RunMark[],
  { columns, glyphs, colors, quiet }: Look,
): string[] {
  if (quiet || columns >= WORDS_COLUMNS || columns < NARROW_COLUMNS) return [];
  const present = new Set(rows.flatMap(marksOfRow));
  const meanings = MARKS.filter((mark) => present.has(mark)).map(
    (mark) => `${toMarkLetter(mark)} ${MEANINGS[mark]}`,
  );
  return wrapFacts(meanings, glyphs.dot, columns).map((line) => colors.dim(line));
}

// Narrower tables would lose their last columns.
const WORDS_COLUMNS = 100;

const MARKS: readonly RunMark[] = ['local', 'partial', 'dirty', 're-run', 'file error'];

const MEANINGS: Record<RunMark, string> = {
  local: 'local',
  partial: 'partial: not every test could run',
  dirty: 'dirty: uncommitted changes',
  're-run': 're-run: its time covers only what ran again',
  'file error': 'file error: a file failed to load or to set up',
};

function toMarkLetter(mark: RunMark): string {
  return mark.charAt(0).toUpperCase();
}
