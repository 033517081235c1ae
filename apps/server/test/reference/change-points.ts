import type { Run } from './runs.ts';

// The prior of a segment's rate of bad runs, and the required gain in likelihood of a split.
const PRIOR = { bad: 0.05, good: 0.5 };
const LEAST_GAIN = Math.log(10_000);

/**
 * The change points of a test's outcomes: the indexes of the first runs of new segments, ascending. Takes the best
 * split between two commits if its gain is enough, then examines both sides in the same way.
 * @see docs/read/definitions.md, "Since when"
 */
export function changePoints(runs: readonly Run[]): number[] {
  const splits = runs
    .map((_, index) => index)
    .filter((index) => index > 0 && !areOfOneCommit(runs[index - 1], runs[index]))
    .map((index) => ({ index, gain: gainOfSplit(runs, index) }));
  const best = splits.reduce((one, other) => (other.gain > one.gain ? other : one), {
    index: 0,
    gain: -Infinity,
  });
  if (best.gain <= LEAST_GAIN) return [];
  return [
    ...changePoints(runs.slice(0, best.index)),
    best.index,
    ...changePoints(runs.slice(best.index)).map((index) => best.index + index),
  ];
}

/** A run is bad if it failed or passed only on retry. */
export function isBad({ ended, isFlaky }: Run): boolean {
  return ended === 'failure' || isFlaky;
}

function areOfOneCommit(a: Run | undefined, b: Run | undefined): boolean {
  const commit = a?.execution.commit ?? null;
  return commit !== null && commit === b?.execution.commit;
}

function gainOfSplit(runs: readonly Run[], index: number): number {
  return (
    logLikelihood(runs.slice(0, index)) + logLikelihood(runs.slice(index)) - logLikelihood(runs)
  );
}

/** The likelihood of a segment with one unknown rate: each run is predicted from the prior and the runs before it. */
function logLikelihood(runs: readonly Run[]): number {
  let { bad, good } = PRIOR;
  let likelihood = 0;
  for (const run of runs) {
    likelihood += Math.log((isBad(run) ? bad : good) / (bad + good));
    if (isBad(run)) bad++;
    else good++;
  }
  return likelihood;
}
