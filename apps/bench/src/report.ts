/* oxlint-disable no-console -- a command whose answer is what it prints */

/** A measured figure with its target. */
export interface BenchRow {
  bench: string;
  figure: string;
  value: number;
  unit: string;
  /** Undefined for a figure that only explains others. */
  target?: { atLeast: number } | { atMost: number };
}

/** Prints a table for people, then the same rows as one line of JSON. */
export function printRows(rows: readonly BenchRow[]): void {
  console.table(
    rows.map((row) => ({
      bench: row.bench,
      figure: row.figure,
      value: roundFigure(row.value),
      unit: row.unit,
      target: formatTarget(row),
      reached: formatReached(row),
    })),
  );
  console.log(JSON.stringify(rows));
}

export function printLines(lines: readonly string[]): void {
  console.log(lines.join('\n'));
}

export function printProgress(text: string): void {
  console.error(text);
}

/** The percentile `share` (0 to 1) of the sorted values, by nearest rank. */
export function computePercentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

/** False for a figure without a target. */
export function isMissed({ target, value }: BenchRow): boolean {
  if (target === undefined) return false;
  const holds = 'atLeast' in target ? value >= target.atLeast : value <= target.atMost;
  return !holds;
}

function formatTarget({ target }: BenchRow): string {
  if (target === undefined) return '';
  return 'atLeast' in target ? `>= ${target.atLeast}` : `<= ${target.atMost}`;
}

function formatReached(row: BenchRow): string {
  if (row.target === undefined) return '';
  return isMissed(row) ? 'NO' : 'yes';
}

function roundFigure(value: number): number {
  return Math.abs(value) >= 100 ? Math.round(value) : Math.round(value * 100) / 100;
}

/** Formats rows as lines. The first column is aligned to the left, the others to the right. */
export function alignColumns(rows: readonly string[][]): string[] {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  return rows.map((row) =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  '),
  );
}
