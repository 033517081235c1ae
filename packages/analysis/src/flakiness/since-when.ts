import { findBrokenSince } from './broken-since.ts';
import type { ChangePoint } from './change-point.ts';
import { type HistoryRun, isPlainFailure, isUnexpected } from './history-run.ts';

/** The range of the default branch's commits in which a test went bad. */
export interface SinceWhen {
  kind: 'failing' | 'flaky';
  /** `low`: neither a change point nor three failures after three passes support it. */
  confidence: 'high' | 'low';
  /** Null when the known history began bad. */
  lastGood: RunReference | null;
  firstBad: RunReference;
  /** The first of the passes at the end, flaky ones included; null for `flaky`, and when the newest run failed. */
  goodAgain: RunReference | null;
  /** Failures from the first bad run on; for `flaky`, flaky runs too. */
  badRuns: number;
  /** Counted runs from the first bad one on. */
  runs: number;
}

export interface RunReference {
  executionId: string;
  commit: string | null;
  at: number;
}

/**
 * Finds the commits between which a test became bad, from its runs on the default branch (oldest first, without
 * infrastructure failures) and their latest change point; null when it is not bad there. Runs on other branches do not
 * count: a test whose state is broken because of them can be flaky here, or not bad.
 *
 * - If the share of unexpected runs rose at the change point: from the last expected run before it to the first
 *   unexpected one after it. `failing` when more than half of the unexpected runs after it are failures without
 *   evidence of flakiness, otherwise `flaky`. This applies to a test in any state: a second failure after 100 clean
 *   runs is a change point before the test is broken.
 * - A test that is broken by these runs alone (`findBrokenSince`) is always `failing`: broken outranks flaky. Its
 *   failures can be too recent for their own change point: there is no change point, the share fell at it, the test
 *   became flaky at it and broke later, or three good runs in a row have fixed the test since. The range is then from
 *   the last run that passed, flaky or not, to the first of the failures at the end. If the newest run passed or its
 *   failure is contradicted, the range ends at the first of the failures that made the test broken.
 * - Without a rise, a test whose newest run failed is `failing` from the last run that passed to the first of the
 *   failures at the end, with `low` confidence unless three failures follow three good runs.
 */
export function findSinceWhen(
  runs: readonly HistoryRun[],
  change: ChangePoint | null,
): SinceWhen | null {
  const rise = change !== null && isRise(change) ? findSinceChange(runs, change) : null;
  const broken = findBrokenSince(runs);
  if (rise?.kind === 'failing' && !wasFixedSince(runs, change)) return rise;
  if (rise?.kind === 'flaky' && broken === null) return rise;
  const firstBad = runs[findFirstOfLastFailures(runs)] ?? broken;
  return firstBad === null ? null : findSinceFailure(runs, runs.indexOf(firstBad));
}

// Three failures in a row make a test broken, and three good runs in a row end another break.
const RUNS_IN_A_ROW = 3;

/** Whether the failures at the end are separate from those of the change point. */
function wasFixedSince(runs: readonly HistoryRun[], change: ChangePoint | null): boolean {
  const firstBad = findFirstOfLastFailures(runs);
  const before = runs.slice(change?.index ?? 0, firstBad).slice(-RUNS_IN_A_ROW);
  const isFixed = before.length === RUNS_IN_A_ROW && !before.some(isUnexpected);
  return isFixed && runs.length - firstBad >= RUNS_IN_A_ROW;
}

/** The index of the first failure at the end; `runs.length` when the newest run did not fail. */
function findFirstOfLastFailures(runs: readonly HistoryRun[]): number {
  return runs.findLastIndex((run) => !isPlainFailure(run)) + 1;
}

function isRise({ before, after }: ChangePoint): boolean {
  return after.unexpected * before.runs > before.unexpected * after.runs;
}

function findSinceChange(runs: readonly HistoryRun[], change: ChangePoint): SinceWhen | null {
  const unexpected = runs.slice(change.index).filter(isUnexpected);
  const failures = unexpected.filter(isPlainFailure);
  const lastGood = runs.slice(0, change.index).findLast((run) => !isUnexpected(run));
  const kind = failures.length * 2 > unexpected.length ? 'failing' : 'flaky';
  return buildRange(runs, { kind, confidence: 'high', lastGood, firstBad: unexpected[0] });
}

function findSinceFailure(runs: readonly HistoryRun[], firstBad: number): SinceWhen | null {
  const lastGood = runs.slice(0, firstBad).findLast(({ outcome }) => outcome === 'passed');
  const before = runs.slice(0, firstBad).slice(-RUNS_IN_A_ROW);
  const isBreak =
    runs.slice(firstBad).filter(isPlainFailure).length >= RUNS_IN_A_ROW &&
    before.length === RUNS_IN_A_ROW &&
    before.every(({ outcome }) => outcome === 'passed');
  const confidence = isBreak ? 'high' : 'low';
  return buildRange(runs, { kind: 'failing', confidence, lastGood, firstBad: runs[firstBad] });
}

function buildRange(
  runs: readonly HistoryRun[],
  {
    kind,
    confidence,
    lastGood,
    firstBad,
  }: Pick<SinceWhen, 'kind' | 'confidence'> &
    Record<'lastGood' | 'firstBad', HistoryRun | undefined>,
): SinceWhen | null {
  if (firstBad === undefined) return null;
  const since = runs.slice(runs.indexOf(firstBad));
  return {
    kind,
    confidence,
    lastGood: lastGood ? toRunReference(lastGood) : null,
    firstBad: toRunReference(firstBad),
    goodAgain: kind === 'flaky' ? null : goodAgain(since),
    badRuns: since.filter(kind === 'failing' ? isPlainFailure : isUnexpected).length,
    runs: since.length,
  };
}

/** The first of the passes at the end, flaky ones included; null when the newest run failed. Oldest first. */
export function goodAgain(runs: readonly HistoryRun[]): RunReference | null {
  const run = runs[runs.findLastIndex(({ outcome }) => outcome === 'failed') + 1];
  return run === undefined ? null : toRunReference(run);
}

function toRunReference({ executionId, commit, at }: HistoryRun): RunReference {
  return { executionId, commit, at };
}
