import { alignColumns } from '../report.ts';
import { BARE, countTests, type Framework } from './framework.ts';
import type { FrameworkFigures } from './measure-framework.ts';
import {
  afterLastTestMs,
  cpuSeconds,
  computeMedianDifference,
  computeMedian,
  computeMedianRatio,
  megabytes,
  wallSeconds,
} from './medians.ts';

const HEAD = [
  '',
  'wall s',
  '× bare',
  'CPU s',
  '× bare',
  'peak MB',
  '+ bare',
  'after the last test ms',
  '+ bare',
];

/** Lines for the terminal: medians, absolute and compared with the bare runs. */
export function formatReportersTable(
  framework: Framework,
  figures: FrameworkFigures,
  loadBefore: string,
): string[] {
  const bare = figures.get(BARE) ?? [];
  const body = [...figures].map(([name, runs]) => [
    name,
    computeMedian(runs, wallSeconds).toFixed(2),
    computeMedianRatio(runs, bare, wallSeconds).toFixed(3),
    computeMedian(runs, cpuSeconds).toFixed(2),
    computeMedianRatio(runs, bare, cpuSeconds).toFixed(3),
    computeMedian(runs, megabytes).toFixed(0),
    computeMedianDifference(runs, bare, megabytes).toFixed(0),
    computeMedian(runs, afterLastTestMs).toFixed(0),
    computeMedianDifference(runs, bare, afterLastTestMs).toFixed(0),
  ]);
  return [
    '',
    `${framework.name}: ${countTests(framework)} tests in ${framework.files} files, medians of ${bare.length}; ${loadBefore}`,
    'CPU time of all processes, peak memory of the main process alone',
    '',
    ...alignColumns([HEAD, ...body]),
    '',
  ];
}
