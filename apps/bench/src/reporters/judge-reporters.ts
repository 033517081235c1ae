import { computePercentile, type BenchRow } from '../report.ts';
import { BARE, OURS, type FrameworkName } from './framework.ts';

import type { Measured } from './measure-framework.ts';
import {
  afterLastTestMs,
  cpuSeconds,
  mainThreadCpuMs,
  computeMedianDifference,
  computeMedian,
  computeMedianRatio,
  megabytes,
  wallSeconds,
  type Measure,
} from './medians.ts';

const MAX_RATIO = 1.03;
const MAX_MORE_MB = 30;
// CPU time for 10,000 tests, and for Playwright's 500. Wall time includes other processes, so it has no target.
const MAX_MAIN_THREAD_MS = { vitest: 250, jest: 250, playwright: 50 };
// Limits for equal numbers of tests. With Playwright, the bare run also waits for the end of a worker.
const MAX_MORE_AFTER_LAST_TEST_MS = { vitest: 100, jest: 100, playwright: 50 };
// The reporters that ours must cost less than.
const RIVALS = ['junit', 'allure'];

const TIMES: Record<string, Measure> = { 'wall time': wallSeconds, 'CPU time': cpuSeconds };

/** Compares the reporters: cost of the bare run, cost that each reporter adds, and our reporter against the others. */
export function judgeReporters(
  framework: FrameworkName,
  { figures, mainThread }: Measured,
): BenchRow[] {
  const bare = figures.get(BARE) ?? [];
  const ours = figures.get(OURS);
  const added = [...figures].filter(([name]) => name !== BARE);
  const rows: Omit<BenchRow, 'bench'>[] = [];
  for (const [time, measure] of Object.entries(TIMES)) {
    rows.push({ figure: `bare, ${time}`, value: computeMedian(bare, measure), unit: 's' });
    for (const [name, runs] of added) {
      const value = computeMedianRatio(runs, bare, measure);
      rows.push({
        figure: `${name} / bare, ${time}`,
        value,
        unit: '',
        ...buildTarget(name, MAX_RATIO),
      });
    }
    for (const rival of RIVALS) {
      const theirs = figures.get(rival);
      if (ours === undefined || theirs === undefined) continue;
      const value = computeMedianRatio(ours, theirs, measure);
      rows.push({
        figure: `${OURS} / ${rival}, ${time}`,
        value,
        unit: '',
        ...buildTarget(OURS, 1),
      });
    }
  }
  rows.push({ figure: 'bare, peak memory', value: computeMedian(bare, megabytes), unit: 'MB' });
  for (const [name, runs] of added) {
    const value = computeMedianDifference(runs, bare, megabytes);
    rows.push({
      figure: `${name} - bare, peak memory`,
      value,
      unit: 'MB',
      ...buildTarget(name, MAX_MORE_MB),
    });
  }
  for (const [name, runs] of added) {
    rows.push({
      figure: `${name} - bare, last test to the end of the process`,
      value: computeMedianDifference(runs, bare, afterLastTestMs),
      unit: 'ms',
      ...buildTarget(name, MAX_MORE_AFTER_LAST_TEST_MS[framework]),
    });
  }
  for (const [name, runs] of added) {
    rows.push({
      figure: `${name} - bare, CPU time of the main thread`,
      value: computeMedianDifference(runs, bare, mainThreadCpuMs),
      unit: 'ms',
    });
  }
  if (figures.has(OURS)) {
    rows.push({
      figure: `${OURS}, CPU time on the main thread, metered`,
      value: computePercentile(mainThread.cpuMs, 0.5),
      unit: 'ms',
      ...buildTarget(OURS, MAX_MAIN_THREAD_MS[framework]),
    });
    rows.push({
      figure: `${OURS}, wall time on the main thread, profiled`,
      value: computePercentile(mainThread.wallMs, 0.5),
      unit: 'ms',
    });
  }
  return rows.map((row) => ({ bench: 'reporters', ...row, figure: `${framework}: ${row.figure}` }));
}

function buildTarget(name: string, atMost: number): Pick<BenchRow, 'target'> {
  return name === OURS ? { target: { atMost } } : {};
}
