import type { Execution } from '@svc/contract/executions/executions';
import { flowedLines } from '../../format/lines/wrapped-lines.ts';
import type { Look } from '../../format/look.ts';
import { NARROW_COLUMNS, type Column } from '../../format/lines/table.ts';

/** What distinguishes a run from the first whole one of a clean tree in CI, all of whose files could run. */
export type RunMark = 'local' | 'partial' | 'dirty' | 're-run' | 'file error';

/** The facts that marks are made of. */
export interface MarkedRun {
  fromCi: boolean;
  /** Why not every test could run; empty when every test could. */
  partial: readonly string[];
  /** The work tree had uncommitted changes. */
  dirty: boolean;
}

export function marksOf({ fromCi, partial, dirty }: MarkedRun): RunMark[] {
  return [
    ...(fromCi ? [] : (['local'] as const)),
    ...(partial.length > 0 ? (['partial'] as const) : []),
    ...(dirty ? (['dirty'] as const) : []),
  ];
}

export function executionMarks({
  attempt,
  ci,
  git,
  partial,
  hasFileErrors,
}: Pick<Execution, 'attempt' | 'ci' | 'git' | 'partial' | 'hasFileErrors'>): RunMark[] {
  const fromCi = ci.provider !== undefined || ci.runId !== undefined;
  const marks = marksOf({ fromCi, partial, dirty: git.dirty === true });
  return [
    ...marks,
    ...(attempt > 1 ? (['re-run'] as const) : []),
    ...(hasFileErrors ? (['file error'] as const) : []),
  ];
}

/** `local, partial, dirty`. */
export function marksText(marks: readonly RunMark[]): string {
  return marks.join(', ');
}

/** A column for the marks, or none if no row has any. Narrower terminals have room for letters only. */
export function markColumns<Row>(
  rows: readonly Row[],
  marksOfRow: (row: Row) => RunMark[],
  { columns, colors }: Look,
): Column<Row>[] {
  if (rows.every((row) => marksOfRow(row).length === 0)) return [];
  const words = (row: Row) => marksText(marksOfRow(row));
  return [
    {
      header: 'RUN',
      align: 'left',
      text: columns < WORDS_COLUMNS ? (row) => marksOfRow(row).map(letterOf).join('') : words,
      paint: colors.yellow,
      narrowLine: 2,
      narrowText: words,
    },
  ];
}

/** What the letters of the column mean, in as few lines as possible; nothing where the column has words. */
export function markLegend<Row>(
  rows: readonly Row[],
  marksOfRow: (row: Row) => RunMark[],
  { columns, glyphs, colors, quiet }: Look,
): string[] {
  if (quiet || columns >= WORDS_COLUMNS || columns < NARROW_COLUMNS) return [];
  const present = new Set(rows.flatMap(marksOfRow));
  const meanings = MARKS.filter((mark) => present.has(mark)).map(
    (mark) => `${letterOf(mark)} ${MEANINGS[mark]}`,
  );
  return flowedLines(meanings, glyphs.dot, columns).map((line) => colors.dim(line));
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

function letterOf(mark: RunMark): string {
  return mark.charAt(0).toUpperCase();
}
