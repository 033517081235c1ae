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
import { pageParameters, buildSourcedPageSchema } from '../pages.ts';

const count = z.number().int();

/** A test with at least one flaky run and `minRuns` counted runs in the window. */
export const flakyTest = z
  .object({
    ...testFields,
    runs: count.describe('Number of counted runs: executions in which the test passed or failed'),
    passes: count.describe('Number of runs that passed, including flaky ones'),
    failures: count,
    flakyRuns: count.describe(
      'Number of executions in which the test passed on retry, or failed while it passed in another execution of the same commit and environment. Outages and runs before the latest change point are excluded',
    ),
    flakinessRate: z
      .number()
      .min(0)
      .max(1)
      .describe('Share of runs that are flaky, 0 to 1: flakyRuns / runs'),
    confidence: z
      .object({ low: z.number(), high: z.number() })
      .describe('95 % Wilson interval of flakinessRate, 0 to 1'),
    score: z
      .number()
      .describe(
        'Certainty that the test is flaky, 0 to 1: 10 % quantile of Beta(0.2 + flakyRuns, 10 + runs - flakyRuns)',
      ),
    impact: z
      .number()
      .describe(
        'Cost of the flakiness in ms per week: mean of that Beta × runs per week × mean wastedMs of a flaky run',
      ),
    state: testState,
    since: z
      .object({ lastGood: commitPoint.nullable(), firstBad: commitPoint })
      .nullable()
      .describe(
        'Range of commits on the default branch in which the flakiness began; null if it is unknown',
      ),
    lastFlakyAt: z.iso.datetime(),
    firstFlakyAt: z.iso
      .datetime()
      .describe('Start time of the first flaky run in the window (ISO 8601)'),
    averageDurationMs: count.nullable(),
    wastedMs: count.describe(
      'Time in ms of all attempts except the last, summed over the flaky runs',
    ),
    recent: z.array(outcome).describe('Outcomes of the last 20 runs, oldest first'),
    fingerprints: z
      .array(fingerprintCount)
      .describe('Most frequent fingerprints of its failures, at most 3'),
  })
  .meta({ id: 'FlakyTest' });
export type FlakyTest = z.infer<typeof flakyTest>;

export const flakyTestPage = buildSourcedPageSchema(flakyTest).extend({
  total: z
    .object({
      tests: count,
      impact: z.number().describe("Sum of the tests' impact, in ms per week"),
    })
    .describe('Totals over all pages'),
});
export type FlakyTestPage = z.infer<typeof flakyTestPage>;

export const FLAKY_SORTS = ['rate', 'score', 'impact'] as const;
export type FlakySort = (typeof FLAKY_SORTS)[number];

/** Parameters of GET /api/flaky-tests. Ties are broken by `runs`, descending, then by `testId`. */
export const flakyTestsQuery = z.strictObject({
  ...filterParameters,
  minRuns: z.coerce
    .number()
    .int()
    .min(1)
    .max(1_000_000)
    .default(MIN_RUNS)
    .describe('Minimum number of counted runs of a listed test'),
  testId: z
    .array(testIdText)
    .min(1)
    .max(100)
    .optional()
    .describe('Ids of the tests to list; repeatable, up to 100'),
  search: z.string().min(1).max(200).optional().describe('Text to find in title and file'),
  owner: z.string().min(1).max(1_000).optional(),
  state: z
    .array(testState)
    .min(1)
    .max(10)
    .optional()
    .describe('States that a test may have; repeatable'),
  sort: z.enum(FLAKY_SORTS).default('rate').describe('Sort key, highest first'),
  ...pageParameters,
});
export type FlakyTestsQuery = z.infer<typeof flakyTestsQuery>;
