import type { BenchRow } from '../report.ts';
import { BARE, OURS, type FrameworkName } from './framework.ts';

import type { FrameworkFigures } from './measure-framework.ts';
import {
  cpuSeconds,
  endHookMs,
  medianDifference,
  medianOf,
  medianRatio,
  megabytes,
  wallSeconds,
  type Measure,
} from './medians.ts';

const MAX_RATIO = 1.03;
const MAX_MORE_MB = 30;
const MAX_END_HOOK_MS = 1_000;
// What ours is to cost less than.
const RIVALS = ['junit', 'allure'];

const TIMES: Record<string, Measure> = { 'wall time': wallSeconds, 'CPU time': cpuSeconds };

/** What the bare run takes, what each reporter adds to it, and ours beside its rivals. */
export function judgeReporters(framework: FrameworkName, figures: FrameworkFigures): BenchRow[] {
  const bare = figures.get(BARE) ?? [];
  const ours = figures.get(OURS);
  const added = [...figures].filter(([name]) => name !== BARE);
  const rows: Omit<BenchRow, 'bench'>[] = [];
  for (const [time, measure] of Object.entries(TIMES)) {
    rows.push({ figure: `bare, ${time}`, value: medianOf(bare, measure), unit: 's' });
    for (const [name, runs] of added) {
      const value = medianRatio(runs, bare, measure);
      rows.push({
        figure: `${name} / bare, ${time}`,
        value,
        unit: '',
        ...targetOf(name, MAX_RATIO),
      });
    }
    for (const rival of RIVALS) {
      const theirs = figures.get(rival);
      if (ours === undefined || theirs === undefined) continue;
      const value = medianRatio(ours, theirs, measure);
      rows.push({ figure: `${OURS} / ${rival}, ${time}`, value, unit: '', ...targetOf(OURS, 1) });
    }
  }
  rows.push({ figure: 'bare, peak memory', value: medianOf(bare, megabytes), unit: 'MB' });
  for (const [name, runs] of added) {
    const value = medianDifference(runs, bare, megabytes);
    rows.push({
      figure: `${name} - bare, peak memory`,
      value,
      unit: 'MB',
      ...targetOf(name, MAX_MORE_MB),
    });
  }
  if (ours !== undefined) {
    const value = medianOf(ours, endHookMs);
    rows.push({
      figure: `${OURS}, end of the run with the upload`,
      value,
      unit: 'ms',
      ...targetOf(OURS, MAX_END_HOOK_MS),
    });
  }
  return rows.map((row) => ({ bench: 'reporters', ...row, figure: `${framework}: ${row.figure}` }));
}

function targetOf(name: string, atMost: number): Pick<BenchRow, 'target'> {
  return name === OURS ? { target: { atMost } } : {};
}
