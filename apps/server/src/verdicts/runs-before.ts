import type { RunFigures } from '@svc/analysis/classify/failure';
import { unpackRuns } from '../history/packed-runs.ts';

/** What a test's runs before an execution say. */
export interface RunsBefore {
  figures: RunFigures;
  /** Failures in a row on the branch, with the one at hand. */
  streak: number;
  /** The commits around this streak; undefined: not known. */
  sinceCommit: string | undefined;
  lastGood: string | undefined;
  /** The median of the runs that passed; undefined: none did. */
  usualMs: number | undefined;
}

/** The branch of the execution: the commits of its earlier executions by number, and the execution's own. */
export interface BranchCommits {
  commits: ReadonlyMap<number, string | null>;
  own: string | null;
}

/**
 * Reads a test's packed runs up to the execution with this number. Later runs are left out, so that an older execution
 * gets the verdict that it would have got then.
 */
export function runsBefore(
  bytes: Buffer,
  { number, branch }: { number: number; branch: BranchCommits },
): RunsBefore {
  const runs = unpackRuns(bytes).filter((run) => run.number < number);
  const onBranch = runs.filter((run) => branch.commits.has(run.number));
  const good = onBranch.findLastIndex((run) => !run.failed);
  const firstBad = onBranch[good + 1];
  const commitOf = (run: (typeof runs)[number] | undefined) =>
    run === undefined ? undefined : (branch.commits.get(run.number) ?? undefined);
  return {
    figures: {
      runs: runs.length,
      failures: runs.filter((run) => run.failed).length,
      flakyRuns: runs.filter((run) => run.evidence !== null).length,
    },
    streak: onBranch.length - good,
    sinceCommit:
      onBranch.length === 0
        ? undefined
        : firstBad === undefined
          ? (branch.own ?? undefined)
          : commitOf(firstBad),
    lastGood: commitOf(onBranch[good]),
    usualMs: medianOf(
      runs
        .filter((run) => !run.failed && run.results > 0)
        .map((run) => run.durationMs / run.results),
    ),
  };
}

function medianOf(values: readonly number[]): number | undefined {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle];
  if (upper === undefined) return undefined;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? upper)) / 2;
}
