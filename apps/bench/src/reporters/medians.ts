import { computePercentile } from '../report.ts';
import type { RunFigures } from './measure-framework.ts';

/** One figure of a run. */
export type Measure = (run: RunFigures) => number;

export const wallSeconds: Measure = ({ wallMs }) => wallMs / 1_000;
export const cpuSeconds: Measure = ({ cpuMs }) => cpuMs / 1_000;
export const megabytes: Measure = ({ peakBytes }) => peakBytes / 1e6;
export const mainThreadCpuMs: Measure = (run) => run.mainThreadCpuMs;
export const afterLastTestMs: Measure = (run) => run.afterLastTestMs;

type Runs = readonly RunFigures[];

export function computeMedian(runs: Runs, measure: Measure): number {
  return computePercentile(runs.map(measure), 0.5);
}

/** Compares runs of the same round, because the load of the machine changes between rounds. */
export function computeMedianRatio(runs: Runs, others: Runs, measure: Measure): number {
  return computePercentile(
    pairRuns(runs, others, measure).map(([a, b]) => a / b),
    0.5,
  );
}

export function computeMedianDifference(runs: Runs, others: Runs, measure: Measure): number {
  return computePercentile(
    pairRuns(runs, others, measure).map(([a, b]) => a - b),
    0.5,
  );
}

function pairRuns(runs: Runs, others: Runs, measure: Measure): [number, number][] {
  return runs.flatMap((run, round) => {
    const other = others[round];
    return other === undefined ? [] : [[measure(run), measure(other)]];
  });
}
