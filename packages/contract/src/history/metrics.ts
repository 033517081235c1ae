import { z } from 'zod';
import { filterParameters, usedSource, type UsedSource } from '../filters.ts';

const count = z.number().int();
const rate = z.number().min(0).max(1).nullable();
const durationMs = z.number().int().nullable();

const figures = {
  executions: z.object({
    total: count.describe('Those still running included'),
    passed: count,
    failed: count,
    interrupted: count,
    passRate: rate.describe('passed / (passed + failed); null for 0/0'),
  }),
  results: z.object({
    total: count.describe('Every result, skipped and interrupted ones included'),
    passed: count.describe('Flaky ones included'),
    failed: count.describe('Failed or timed out'),
    skipped: count,
    flaky: count.describe('Passed after a failed attempt'),
    passRate: rate.describe('passed / (passed + failed + timedOut); null for 0/0'),
    flakyRate: rate.describe('flaky / (passed + failed + timedOut); null for 0/0'),
  }),
  failures: z.object({
    executions: count.describe('Executions that ended failed'),
    results: count.describe('Results that failed or timed out'),
    distinctTests: count.describe('Tests with at least one of them'),
  }),
  duration: z.object({
    executionAverageMs: durationMs.describe(
      "Mean wall time, first shard's start to last shard's end, of finished executions",
    ),
    executionP50Ms: durationMs.describe('Median of the same, by linear interpolation'),
    executionP95Ms: durationMs.describe('95th percentile of the same, by linear interpolation'),
    resultAverageMs: durationMs.describe(
      "Mean of the last attempt's duration over results that passed or failed",
    ),
    totalMs: count.describe('Sum of the wall times of finished executions'),
  }),
};

const period = z.object({ from: z.iso.datetime(), to: z.iso.datetime() });

/** The dashboard's figures of a period, and of the period of equal length before it. */
export const metrics = z
  .object({
    period,
    ...usedSource,
    ...figures,
    previous: z.object({ period, ...figures }).describe('The period of equal length before'),
  })
  .meta({ id: 'Metrics' });
export type Metrics = z.infer<typeof metrics>;
export type PeriodFigures = Omit<Metrics, 'previous' | keyof UsedSource>;

/** The parameters of GET /api/metrics. */
export const metricsQuery = z.strictObject(filterParameters);
export type MetricsQuery = z.infer<typeof metricsQuery>;
