import { z } from 'zod';
import { filterParameters } from '../filters.ts';
import {
  commitPoint,
  fingerprintCount,
  MIN_RUNS,
  outcome,
  testFields,
  testIdText,
  testState,
} from '../executions/outcomes.ts';
import { pageParameters, sourcedPageOf } from '../pages.ts';

const count = z.number().int();

/** A test with at least one flaky run and `minRuns` counted runs in the window. */
export const flakyTest = z
  .object({
    ...testFields,
    runs: count.describe('Counted runs: executions in which it passed or failed'),
    passes: count.describe('Flaky ones included'),
    failures: count,
    flakyRuns: count.describe(
      'Executions in which it passed on retry, or failed while it passed in another on the same ' +
        'commit and environment; outages left out, and what lies before its latest change point',
    ),
    flakinessRate: z.number().min(0).max(1).describe('flakyRuns / runs'),
    confidence: z
      .object({ low: z.number(), high: z.number() })
      .describe('95 % Wilson interval of flakinessRate'),
    score: z
      .number()
      .describe('How surely: 10 % quantile of Beta(0.2 + flakyRuns, 10 + runs - flakyRuns)'),
    impact: z
      .number()
      .describe(
        'What it costs, ms a week: mean of that Beta × runs a week × mean wastedMs of a flaky run',
      ),
    state: testState,
    since: z
      .object({ lastGood: commitPoint.nullable(), firstBad: commitPoint })
      .nullable()
      .describe('Between which commits of the default branch it began'),
    lastFlakyAt: z.iso.datetime(),
    firstFlakyAt: z.iso.datetime().describe('In the window'),
    averageDurationMs: count.nullable(),
    wastedMs: count.describe('All attempts but the last of its flaky runs'),
    recent: z.array(outcome).describe('The last 20 runs, oldest first'),
    fingerprints: z.array(fingerprintCount).describe('The 3 most frequent'),
  })
  .meta({ id: 'FlakyTest' });
export type FlakyTest = z.infer<typeof flakyTest>;

export const flakyTestPage = sourcedPageOf(flakyTest).extend({
  total: z
    .object({
      tests: count,
      impact: z.number().describe('The sum of their impact'),
    })
    .describe('Of all pages together'),
});
export type FlakyTestPage = z.infer<typeof flakyTestPage>;

export const FLAKY_SORTS = ['rate', 'score', 'impact'] as const;
export type FlakySort = (typeof FLAKY_SORTS)[number];

/** The parameters of GET /api/flaky-tests. Ties are broken by `runs`, descending, then by `testId`. */
export const flakyTestsQuery = z.strictObject({
  ...filterParameters,
  minRuns: z.coerce
    .number()
    .int()
    .min(1)
    .max(1_000_000)
    .default(MIN_RUNS)
    .describe('Tests with fewer counted runs are not listed'),
  testId: z
    .array(testIdText)
    .min(1)
    .max(100)
    .optional()
    .describe('Only these tests; repeatable, up to 100'),
  search: z.string().min(1).max(200).optional().describe('In title and file'),
  owner: z.string().min(1).max(1_000).optional(),
  state: z
    .array(testState)
    .min(1)
    .max(10)
    .optional()
    .describe('Only tests in one of these states; repeatable'),
  sort: z.enum(FLAKY_SORTS).default('rate').describe('Falling'),
  ...pageParameters,
});
export type FlakyTestsQuery = z.infer<typeof flakyTestsQuery>;
