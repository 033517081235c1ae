import { z } from 'zod';
import { filterParameters, usedSource } from '../filters.ts';
import { PARTIAL_REASONS, resultStatus } from '../executions/ingest.ts';
import {
  commitPoint,
  fingerprintCount,
  labelFields,
  outcome,
  testFields,
  testIdText,
  testState,
} from '../executions/outcomes.ts';
import { buildPageSchema, pageParameters, buildSourcedPageSchema } from '../pages.ts';

const count = z.number().int();

/** A test with its last outcomes. Figures cover the window and filters. */
export const testSummary = z
  .object({
    ...testFields,
    tags: z.array(z.string()),
    state: testState,
    firstSeenAt: z.iso
      .datetime()
      .describe('Time at which the test first ran (ISO 8601), also before the window'),
    lastSeenAt: z.iso
      .datetime()
      .describe('Time at which the test last ran in the window (ISO 8601)'),
    lastStatus: resultStatus,
    runs: count.describe('Number of counted runs: executions in which the test passed or failed'),
    failures: count,
    flakyRuns: count,
    averageDurationMs: count.nullable(),
    recent: z
      .array(
        z.object({
          outcome,
          executionId: z.uuid(),
          commit: z.string().nullable(),
          at: z.iso.datetime(),
        }),
      )
      .describe('Outcomes of the last runs, oldest first'),
    since: z
      .object({
        kind: z.enum(['failing', 'flaky']),
        branch: z
          .string()
          .nullable()
          .describe(
            'Branch on which the range was found. The default branch, although the request names another one, if the test was already as bad there',
          ),
        confidence: z
          .enum(['high', 'low'])
          .describe(
            'Confidence in the range. `high`: a change point of the outcomes, or at least 3 failures after at least 3 passes. `low`: the current streak of failures, from the newest passing run before it',
          ),
        lastGood: commitPoint.nullable(),
        isAtLeast: z
          .boolean()
          .describe(
            'True if no run before `firstBad` on the default branch passed: the problem may be older, and `author` is null',
          ),
        firstBad: commitPoint,
        goodAgain: commitPoint
          .nullable()
          .describe(
            'First of the passes at the end: the test passes again, but too few runs show that it is fixed. Null if its newest run failed, or if `kind` is `flaky`',
          ),
        author: z
          .string()
          .nullable()
          .describe(
            'Author of the commit of `firstBad`; null if not reported, no longer stored, or `isAtLeast`',
          ),
        badRuns: count.describe(
          'Number of failures from `firstBad` on; for `flaky`, flaky runs included',
        ),
        runs: count.describe(
          'Number of counted runs from `firstBad` on; 0 if they are not counted yet',
        ),
      })
      .nullable()
      .describe(
        'Range of commits in which the test began to fail or flake, on `branch` or else on the default branch, from executions that count for their branch. Present if its newest run there failed, or if too few passes followed; null otherwise',
      ),
  })
  .meta({ id: 'TestSummary' });
export type TestSummary = z.infer<typeof testSummary>;

export const testPage = buildSourcedPageSchema(testSummary);

/** Parameters of GET /api/tests. The list is sorted by file, then title. */
export const testsQuery = z.strictObject({
  ...filterParameters,
  testId: z
    .array(testIdText)
    .min(1)
    .max(100)
    .optional()
    .describe('Ids of the tests to list; repeatable, up to 100'),
  testIdPrefix: z
    .string()
    .regex(/^[0-9a-f]{4,32}$/i, { error: 'Expected how a test id begins: 4 to 32 hex digits' })
    .optional(),
  search: z.string().min(1).max(200).optional().describe('Text to find in title and file'),
  file: z.string().min(1).max(1_000).optional(),
  owner: z.string().min(1).max(1_000).optional(),
  state: z
    .array(testState)
    .min(1)
    .max(10)
    .optional()
    .describe('States that a test may have; repeatable'),
  recent: z.coerce
    .number()
    .int()
    .min(0)
    .max(50)
    .default(20)
    .describe('Maximum number of last runs for each test'),
  ...pageParameters,
});
export type TestsQuery = z.infer<typeof testsQuery>;

/** One result of a test. */
export const testRun = z
  .object({
    resultId: z.uuid(),
    executionId: z.uuid(),
    executionNumber: count,
    at: z.iso.datetime().describe('Start time of the execution (ISO 8601)'),
    commit: z.string().nullable(),
    branch: z.string().nullable(),
    environment: z.string().nullable(),
    fromCi: z
      .boolean()
      .describe('True if the execution is from CI, false if it is from a developer machine'),
    partial: z
      .array(z.enum(PARTIAL_REASONS))
      .describe('Reasons why some tests were not run; empty for a complete run'),
    dirty: z.boolean().describe('True if the work tree had uncommitted changes'),
    status: resultStatus,
    flaky: z.boolean(),
    fingerprint: z.string().nullable(),
    ...labelFields,
    durationMs: count.describe('Duration of the last attempt in ms'),
  })
  .meta({ id: 'TestRun' });
export type TestRun = z.infer<typeof testRun>;

/** One test with its durations, its history, newest first, and the causes of its failures. */
export const testDetail = z
  .object({
    ...testSummary.shape,
    lastSeenAt: z.iso
      .datetime()
      .nullable()
      .describe('Time at which the test last ran in the window (ISO 8601); null if it did not'),
    lastStatus: resultStatus.nullable(),
    durations: z.object({
      p50Ms: count
        .nullable()
        .describe(
          'Median duration in ms of the counted runs in the window; null if there are none',
        ),
      p95Ms: count.nullable(),
      points: z
        .array(
          z.object({
            executionId: z.uuid(),
            at: z.iso.datetime(),
            durationMs: count,
            status: resultStatus,
          }),
        )
        .describe('Durations of the newest 200 counted runs, oldest first'),
    }),
    ...usedSource,
    history: buildPageSchema(testRun),
    fingerprints: z
      .array(fingerprintCount)
      .describe("Fingerprints of the test's failures, most frequent first, at most 20"),
  })
  .meta({ id: 'TestDetail' });
export type TestDetail = z.infer<typeof testDetail>;

/** Parameters of GET /api/tests/{testId}; `limit` and `cursor` page its history. */
export const testQuery = z.strictObject({
  testId: z.string(),
  ...filterParameters,
  recent: testsQuery.shape.recent,
  ...pageParameters,
});
export type TestQuery = z.infer<typeof testQuery>;
