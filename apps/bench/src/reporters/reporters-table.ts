import { aligned } from '../report.ts';
import { BARE, testsOf, type Framework } from './framework.ts';
import type { FrameworkFigures } from './measure-framework.ts';
import {
  afterLastTestMs,
  cpuSeconds,
  medianDifference,
  medianOf,
  medianRatio,
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

/** Lines for the terminal: medians, absolute and beside the bare runs. */
export function reportersTable(
  framework: Framework,
  figures: FrameworkFigures,
  loadBefore: string,
): string[] {
  const bare = figures.get(BARE) ?? [];
  const body = [...figures].map(([name, runs]) => [
    name,
    medianOf(runs, wallSeconds).toFixed(2),
    medianRatio(runs, bare, wallSeconds).toFixed(3),
    medianOf(runs, cpuSeconds).toFixed(2),
    medianRatio(runs, bare, cpuSeconds).toFixed(3),
    medianOf(runs, megabytes).toFixed(0),
    medianDifference(runs, bare, megabytes).toFixed(0),
    medianOf(runs, afterLastTestMs).toFixed(0),
    medianDifference(runs, bare, afterLastTestMs).toFixed(0),
  ]);
  return [
    '',
    `${framework.name}: ${testsOf(framework)} tests in ${framework.files} files, medians of ${bare.length}; ${loadBefore}`,
    'CPU time of all processes, peak memory of the main process alone',
    '',
    ...aligned([HEAD, ...body]),
    '',
  ];
}
