import { z } from 'zod';
import { branchList } from '../executions/branches.ts';
import { filterParameters } from '../filters.ts';
import { flakyTest } from './flaky-tests.ts';
import { metrics } from './metrics.ts';
import { trendPoint, trends, trendsQuery } from './trends.ts';

export const overviewQuery = z.strictObject({
  ...filterParameters,
  timezone: trendsQuery.shape.timezone.describe(
    'IANA time zone, in which days begin: those of `trends`, and the dates `from` and `to`',
  ),
});
export type OverviewQuery = z.infer<typeof overviewQuery>;

/** What the first page shows, of one window. */
export const overview = z.object({
  metrics,
  trends: trends.describe('Daily'),
  previousAveragesMs: z
    .array(trendPoint.shape.executionAverageMs)
    .describe('The average time of an execution on each of as many days before those of `trends`'),
  flaky: z.array(flakyTest).describe('The first 5 by impact'),
  branches: branchList.shape.items,
});
export type Overview = z.infer<typeof overview>;
