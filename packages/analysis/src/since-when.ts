import type { ChangePoint } from './change-point.ts';
import { type HistoryRun, isPlainFailure, isUnexpected } from './history-run.ts';

/** The range of the default branch's commits in which a test went bad. */
export interface SinceWhen {
  kind: 'failing' | 'flaky';
  /** Null when the known history began bad. */
  lastGood: RunReference | null;
  firstBad: RunReference;
}

export interface RunReference {
  executionId: string;
  commit: string | null;
  at: number;
}

/**
 * Since when a test is bad, from its runs on the default branch, oldest first and without those of
 * infrastructure, and their latest change point; null when it is not, or no run there tells.
 *
 * - Where the share of unexpected runs rose at the change point: from the last expected run before it to the
 *   first unexpected one after. `failing` when more than half of the unexpected runs after it are failures
 *   without evidence of flakiness, else `flaky`. This holds for a test in any state: a second failure after
 *   100 clean runs is a change point before the test is called broken.
 * - A broken test is always `failing`. Where the change point is none, or of another trouble (the share fell,
 *   the test became flaky before it broke, or it was mended since by three good runs in a row), its failures
 *   are too fresh for one of their own: from the last run that passed, flaky or not, to the first of the
 *   failures at the end; and where the newest run passed, to the first of those that made it broken.
 */
export function sinceWhen(
  runs: readonly HistoryRun[],
  { change, brokenSince }: { change: ChangePoint | null; brokenSince: number | null },
): SinceWhen | null {
  const rise = change !== null && isRise(change) ? sinceChange(runs, change) : null;
  if (brokenSince === null) return rise;
  if (rise?.kind === 'failing' && !wasMendedSince(runs, change)) return rise;
  return sinceFailures(runs, brokenSince) ?? (rise && { ...rise, kind: 'failing' });
}

// As many as make a test broken by themselves, and as many good ones before as end another break.
const RUNS_IN_A_ROW = 3;

/** Whether the failures at the end are others than those of the change point. */
function wasMendedSince(runs: readonly HistoryRun[], change: ChangePoint | null): boolean {
  const firstBad = firstOfLastFailures(runs);
  const before = runs.slice(change?.index ?? 0, firstBad).slice(-RUNS_IN_A_ROW);
  const isMended = before.length === RUNS_IN_A_ROW && !before.some(isUnexpected);
  return isMended && runs.length - firstBad >= RUNS_IN_A_ROW;
}

/** As many as there are runs when the newest did not fail. */
function firstOfLastFailures(runs: readonly HistoryRun[]): number {
  return runs.findLastIndex((run) => !isPlainFailure(run)) + 1;
}

function isRise({ before, after }: ChangePoint): boolean {
  return after.unexpected * before.runs > before.unexpected * after.runs;
}

function sinceChange(runs: readonly HistoryRun[], change: ChangePoint): SinceWhen | null {
  const unexpected = runs.slice(change.index).filter(isUnexpected);
  const failures = unexpected.filter(isPlainFailure);
  const lastGood = runs.slice(0, change.index).findLast((run) => !isUnexpected(run));
  const kind = failures.length * 2 > unexpected.length ? 'failing' : 'flaky';
  return range(kind, lastGood, unexpected[0]);
}

function sinceFailures(runs: readonly HistoryRun[], brokenSince: number): SinceWhen | null {
  const first = firstOfLastFailures(runs);
  const firstBad =
    first < runs.length
      ? first
      : runs.findIndex((run) => run.at >= brokenSince && isPlainFailure(run));
  if (firstBad < 0) return null;
  const lastGood = runs.slice(0, firstBad).findLast(({ outcome }) => outcome === 'passed');
  return range('failing', lastGood, runs[firstBad]);
}

function range(
  kind: SinceWhen['kind'],
  lastGood: HistoryRun | undefined,
  firstBad: HistoryRun | undefined,
): SinceWhen | null {
  if (firstBad === undefined) return null;
  return {
    kind,
    lastGood: lastGood ? referenceTo(lastGood) : null,
    firstBad: referenceTo(firstBad),
  };
}

function referenceTo({ executionId, commit, at }: HistoryRun): RunReference {
  return { executionId, commit, at };
}
