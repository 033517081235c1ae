import { z } from 'zod';
import { filterParameters, usedSource, type UsedSource } from '../filters.ts';

const count = z.number().int();
const rate = z.number().min(0).max(1).nullable();
const durationMs = z.number().int().nullable();

const figures = {
  executions: z.object({
    total: count.describe('Number of executions, including running ones'),
    passed: count,
    failed: count,
    interrupted: count,
    passRate: rate.describe(
      'Share of executions that passed, 0 to 1: passed / (passed + failed); null for 0/0',
    ),
  }),
  results: z.object({
    total: count.describe(
      'Number of results with any status, including skipped and interrupted ones',
    ),
    passed: count.describe('Number of passed results, including flaky ones'),
    failed: count.describe('Number of results that failed or timed out'),
    skipped: count,
    flaky: count.describe('Number of results that passed after a failed attempt'),
    passRate: rate.describe(
      'Share of results that passed, 0 to 1: passed / (passed + failed + timedOut); null for 0/0',
    ),
    flakyRate: rate.describe(
      'Share of results that are flaky, 0 to 1: flaky / (passed + failed + timedOut); null for 0/0',
    ),
  }),
  failures: z.object({
    executions: count.describe('Number of executions with the status `failed`'),
    results: count.describe('Number of results that failed or timed out'),
    distinctTests: count.describe('Number of tests with at least one such result'),
  }),
  duration: z.object({
    executionAverageMs: durationMs.describe(
      'Mean wall time of finished executions in ms, from the start of the first shard to the end of the last; null if there are none',
    ),
    executionP50Ms: durationMs.describe(
      'Median of these wall times in ms, by linear interpolation; null if there are none',
    ),
    executionP95Ms: durationMs.describe(
      '95th percentile of these wall times in ms, by linear interpolation; null if there are none',
    ),
    resultAverageMs: durationMs.describe(
      'Mean duration of the last attempt in ms, over results that passed, failed or timed out; null if there are none',
    ),
    totalMs: count.describe('Sum of the wall times of finished executions in ms'),
  }),
};

const period = z.object({ from: z.iso.datetime(), to: z.iso.datetime() });

/** Figures of a period, and of the period of equal length before it. */
export const metrics = z
  .object({
    period,
    ...usedSource,
    ...figures,
    previous: z
      .object({ period, ...figures })
      .describe('Same figures for the period of equal length before'),
  })
  .meta({ id: 'Metrics' });
export type Metrics = z.infer<typeof metrics>;
export type PeriodFigures = Omit<Metrics, 'previous' | keyof UsedSource>;

/** Parameters of GET /api/metrics. */
export const metricsQuery = z.strictObject(filterParameters);
export type MetricsQuery = z.infer<typeof metricsQuery>;
