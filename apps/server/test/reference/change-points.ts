import type { Run } from './runs.ts';

// Prior of a segment's rate of bad runs, and how much likelier a split must make the whole.
const PRIOR = { bad: 0.05, good: 0.5 };
const LEAST_GAIN = Math.log(10_000);

/**
 * Where the outcomes of a test changed: indexes of the first runs of new segments, ascending. The
 * best split between two commits is taken when it gains enough, then both sides are looked at again.
 * @see definitions: since when
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

/** Bad is what ended in failure or passed only on retry. */
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

/** Of a segment with one unknown rate: each run is foretold from the prior and the runs before it. */
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
