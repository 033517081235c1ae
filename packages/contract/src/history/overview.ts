import { z } from 'zod';
import { branchList } from '../executions/branches.ts';
import { filterParameters } from '../filters.ts';
import { flakyTest } from './flaky-tests.ts';
import { metrics } from './metrics.ts';
import { trendPoint, trends, trendsQuery } from './trends.ts';

export const overviewQuery = z.strictObject({
  ...filterParameters,
  timezone: trendsQuery.shape.timezone.describe(
    'IANA time zone in which days begin: those of `trends`, and the dates `from` and `to`',
  ),
});
export type OverviewQuery = z.infer<typeof overviewQuery>;

/** Data of the dashboard's first page for one window. */
export const overview = z.object({
  metrics,
  trends: trends.describe('Daily trends of the window'),
  previousAveragesMs: z
    .array(trendPoint.shape.executionAverageMs)
    .describe(
      'Mean execution time in ms on each of the same number of days before those of `trends`; null for a day without executions',
    ),
  flaky: z.array(flakyTest).describe('First 5 flaky tests by impact'),
  branches: branchList.shape.items,
});
export type Overview = z.infer<typeof overview>;
