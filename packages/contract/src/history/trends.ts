import { z } from 'zod';
import { filterParameters, searchParameters, usedSource } from '../filters.ts';

export const GRANULARITIES = ['hourly', 'daily', 'weekly', 'monthly'] as const;
export type Granularity = (typeof GRANULARITIES)[number];

/** Maximum number of buckets: a chart with more points is not readable. */
export const MAX_BUCKETS = 1_000;

const count = z.number().int();

export const trendPoint = z
  .object({
    from: z.iso
      .datetime()
      .describe(
        'Start of the bucket in the calendar (ISO 8601); for the first bucket it may be before the window',
      ),
    to: z.iso.datetime().describe('End of the bucket in the calendar (ISO 8601), exclusive'),
    executions: count,
    executionsPassed: count,
    executionsFailed: count,
    executionsInterrupted: count,
    passed: count.describe('Number of passed results, including flaky ones'),
    failed: count.describe('Number of results that failed or timed out'),
    skipped: count,
    flaky: count,
    passRate: z
      .number()
      .min(0)
      .max(1)
      .nullable()
      .describe('Share of results that passed, 0 to 1: passed / (passed + failed); null for 0/0'),
    executionAverageMs: z
      .number()
      .int()
      .nullable()
      .describe('Mean wall time of finished executions in ms; null if there are none'),
    executionP50Ms: z
      .number()
      .int()
      .nullable()
      .describe('Median wall time of finished executions in ms; null if there are none'),
  })
  .meta({ id: 'TrendPoint' });
export type TrendPoint = z.infer<typeof trendPoint>;

/** Passes and failures over time. Includes every bucket of the window, empty ones with zeros. */
export const trends = z
  .object({
    granularity: z.enum(GRANULARITIES),
    timezone: z.string(),
    ...usedSource,
    points: z.array(trendPoint),
  })
  .meta({ id: 'Trends' });
export type Trends = z.infer<typeof trends>;

/** Parameters of GET /api/trends. Dates of the window are midnight in `timezone`. */
export const trendsQuery = z.strictObject({
  ...filterParameters,
  ...searchParameters,
  granularity: z
    .enum(GRANULARITIES)
    .default('daily')
    .describe('Length of a bucket. Weeks are ISO weeks, which begin on Monday'),
  timezone: z
    .string()
    .max(100)
    .default('UTC')
    .refine(isTimeZone, { error: 'Expected an IANA time zone such as Europe/Berlin' })
    .describe('IANA time zone in which buckets begin'),
});
export type TrendsQuery = z.infer<typeof trendsQuery>;

/** False also for offsets such as +02:00, which Intl accepts: they have no daylight saving. */
function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
