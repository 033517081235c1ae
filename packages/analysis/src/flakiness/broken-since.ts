import { type HistoryRun, isPlainFailure } from './history-run.ts';

/**
 * The first of the failures that made a test broken; null when the test is not broken now. Broken means: its last 3
 * runs on the default branch failed, or 6 of its last 10 runs on any branch did (of all its runs, while it has fewer
 * than 10). A failure with evidence of flakiness does not count, and ends a row of three as a pass does.
 *
 * `runs` are oldest first and without infrastructure failures. The result stays the same failure as long as either
 * rule holds.
 */
export function findBrokenSince(runs: readonly HistoryRun[]): HistoryRun | null {
  let since: HistoryRun | null = null;
  let row: Row = { length: 0, from: null };
  let failuresOfWindow = 0;
  for (const [index, run] of runs.entries()) {
    const left = runs[index - WINDOW];
    failuresOfWindow +=
      Number(isPlainFailure(run)) - Number(left !== undefined && isPlainFailure(left));
    if (run.onDefaultBranch) row = advanceRow(row, run);
    if (row.length >= FAILURES_IN_A_ROW) since ??= row.from;
    else if (failuresOfWindow < FAILURES_OF_WINDOW) since = null;
    else since ??= findFirstFailure(runs, index - WINDOW + 1);
  }
  return since;
}

const FAILURES_IN_A_ROW = 3;
const FAILURES_OF_WINDOW = 6;
const WINDOW = 10;

interface Row {
  length: number;
  /** Its first failure; null in an empty row. */
  from: HistoryRun | null;
}

function advanceRow(row: Row, run: HistoryRun): Row {
  if (!isPlainFailure(run)) return { length: 0, from: null };
  return { length: row.length + 1, from: row.from ?? run };
}

function findFirstFailure(runs: readonly HistoryRun[], from: number): HistoryRun | null {
  return runs.slice(Math.max(0, from)).find(isPlainFailure) ?? null;
}
