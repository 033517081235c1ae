import type { RunFigures } from '@svc/analysis/classify/failure';
import { countPackedRuns, NEWEST_RUNS, unpackRunAt } from '../../history/packed-runs.ts';

/** Figures of a test's runs before an execution. */
export interface RunsBefore {
  /** Undefined where all of the kept runs are later, so that earlier ones are no longer known. */
  figures: RunFigures | undefined;
  /** Failures in a row on the branch, including the present one. */
  streak: number;
  /** The commits around this streak; undefined: not known. */
  sinceCommit: string | undefined;
  lastGood: string | undefined;
  /** The median of the newest 50 runs that passed; undefined: none did. */
  usualMs: number | undefined;
}

/** The branch of the execution: the commits of its earlier executions by number, and the execution's own. */
export interface BranchCommits {
  commits: ReadonlyMap<number, string | null>;
  own: string | null;
}

// Older durations are of another machine or another version of the test.
const DURATIONS = 50;

/**
 * Reads a test's packed runs up to the execution with this number, newest first. Later runs are left out, so that an
 * older execution gets the verdict that it would have got then. One pass without lists of runs: an outage has
 * 10,000 tests with up to 500 runs each.
 */
export function summarizeRunsBefore(
  bytes: Buffer,
  { number, branch }: { number: number; branch: BranchCommits },
): RunsBefore {
  const figures = { runs: 0, failures: 0, flakyRuns: 0 };
  const durationsMs: number[] = [];
  let streak = 1;
  let good: number | undefined;
  let firstBad: number | undefined;
  for (let index = countPackedRuns(bytes) - 1; index >= 0; index--) {
    const run = unpackRunAt(bytes, index);
    if (run.number >= number) continue;
    figures.runs++;
    if (run.failed) figures.failures++;
    if (run.evidence !== null) figures.flakyRuns++;
    if (!run.failed && run.results > 0 && durationsMs.length < DURATIONS) {
      durationsMs.push(run.durationMs / run.results);
    }
    if (good !== undefined || !branch.commits.has(run.number)) continue;
    if (run.failed) {
      firstBad = run.number;
      streak++;
    } else {
      good = run.number;
    }
  }
  const commitOf = (run: number | undefined) =>
    run === undefined ? undefined : (branch.commits.get(run) ?? undefined);
  const isFirst = good !== undefined && firstBad === undefined;
  return {
    figures: figures.runs === 0 && countPackedRuns(bytes) >= NEWEST_RUNS ? undefined : figures,
    streak,
    sinceCommit: isFirst ? (branch.own ?? undefined) : commitOf(firstBad),
    lastGood: commitOf(good),
    usualMs: computeMedian(durationsMs),
  };
}

function computeMedian(values: readonly number[]): number | undefined {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle];
  if (upper === undefined) return undefined;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? upper)) / 2;
}
