import { computeLogBeta, computeLogGamma } from '../statistics/log-gamma.ts';

/** One run on one branch. `unexpected`: its first attempt failed, so it is a failure or flaky. */
export interface ChangePointRun {
  unexpected: boolean;
  /** A run with null counts as its own commit. */
  commit: string | null;
}

export interface ChangePoint {
  /** The index of the last segment's first run in the given array. */
  index: number;
  /** The segment before that one. */
  before: SegmentCounts;
  /** The last segment, up to the newest run. */
  after: SegmentCounts;
}

export interface SegmentCounts {
  runs: number;
  unexpected: number;
}

/**
 * Returns where a test last began to fail more or less often than before, or null. `runs` are oldest first. Examines
 * the newest 500. Splits them where two Beta-binomial segments explain them best, then splits each part again, as long
 * as a split gains more than ln 10⁴ of marginal log-likelihood. This is lnB(0.05 + k, 0.5 + n − k) − lnB(0.05, 0.5) for
 * k unexpected of n runs. Only splits between runs of different commits.
 *
 * After 5, 10, 20, 30 and 100 passing commits, a change is found after 11, 6, 4, 3 and 2 failing commits in a row. A
 * slow onset of flakiness may stay undetected: a rate of 10 % after 100 passing runs is found within 100 more runs in a
 * third of the cases. Segments are found one split at a time. So a bad stretch between two good ones, each at least as
 * long, may be found at its beginning but not after the fix, because then no single split gains enough.
 * @see LUCI's change point analysis (Chromium), the source of the prior for first attempts.
 */
export function findLatestChangePoint(runs: readonly ChangePointRun[]): ChangePoint | null {
  const offset = Math.max(0, runs.length - MAX_RUNS);
  const looked = runs.slice(offset);
  const series = { looked, sums: computeRunningSums(looked) };
  const cuts = findChangePoints(series, { from: 0, to: looked.length });
  const last = cuts.at(-1);
  if (last === undefined) return null;
  return {
    index: offset + last,
    before: countSegment(series, { from: cuts.at(-2) ?? 0, to: last }),
    after: countSegment(series, { from: last, to: looked.length }),
  };
}

const MAX_RUNS = 500;
const MIN_GAIN = Math.log(1e4);

interface Series {
  looked: readonly ChangePointRun[];
  /** sums[i] is the number of unexpected runs among the first i. */
  sums: Uint32Array;
}

/** The runs from `from` (inclusive) to `to` (exclusive). */
interface Segment {
  from: number;
  to: number;
}

function computeRunningSums(runs: readonly ChangePointRun[]): Uint32Array {
  const sums = new Uint32Array(runs.length + 1);
  let sum = 0;
  runs.forEach(({ unexpected }, index) => {
    sum += unexpected ? 1 : 0;
    sums[index + 1] = sum;
  });
  return sums;
}

/** The first runs of all segments except the first one, ascending. */
function findChangePoints(series: Series, segment: Segment): number[] {
  const cut = findBestCut(series, segment);
  if (cut === null) return [];
  return [
    ...findChangePoints(series, { from: segment.from, to: cut }),
    cut,
    ...findChangePoints(series, { from: cut, to: segment.to }),
  ];
}

function findBestCut(series: Series, { from, to }: Segment): number | null {
  const whole = computeLogLikelihood(countSegment(series, { from, to }));
  let best: number | null = null;
  let bestGain = MIN_GAIN;
  for (let cut = from + 1; cut < to; cut++) {
    if (!isCommitStart(series.looked, cut)) continue;
    const gain =
      computeLogLikelihood(countSegment(series, { from, to: cut })) +
      computeLogLikelihood(countSegment(series, { from: cut, to })) -
      whole;
    if (gain <= bestGain) continue;
    best = cut;
    bestGain = gain;
  }
  return best;
}

function isCommitStart(runs: readonly ChangePointRun[], index: number): boolean {
  const commit = runs[index]?.commit ?? null;
  return commit === null || commit !== runs[index - 1]?.commit;
}

function countSegment({ sums }: Series, { from, to }: Segment): SegmentCounts {
  return { runs: to - from, unexpected: (sums[to] ?? 0) - (sums[from] ?? 0) };
}

function computeLogLikelihood({ runs, unexpected }: SegmentCounts): number {
  return (
    (LOG_GAMMA_UNEXPECTED[unexpected] ?? 0) +
    (LOG_GAMMA_EXPECTED[runs - unexpected] ?? 0) -
    (LOG_GAMMA_RUNS[runs] ?? 0) -
    LOG_BETA_PRIOR
  );
}

// The prior assumes that most tests fail either hardly ever or nearly always.
const PRIOR_UNEXPECTED = 0.05;
const PRIOR_EXPECTED = 0.5;

const LOG_BETA_PRIOR = computeLogBeta(PRIOR_UNEXPECTED, PRIOR_EXPECTED);
const LOG_GAMMA_UNEXPECTED = computeLogGammaByCount(PRIOR_UNEXPECTED);
const LOG_GAMMA_EXPECTED = computeLogGammaByCount(PRIOR_EXPECTED);
const LOG_GAMMA_RUNS = computeLogGammaByCount(PRIOR_UNEXPECTED + PRIOR_EXPECTED);

function computeLogGammaByCount(prior: number): Float64Array {
  return Float64Array.from({ length: MAX_RUNS + 1 }, (_, count) => computeLogGamma(prior + count));
}
