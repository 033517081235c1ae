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
import { pageOf, pageParameters, sourcedPageOf } from '../pages.ts';

const count = z.number().int();

/** A test with its last outcomes. Figures cover the window and filters. */
export const testSummary = z
  .object({
    ...testFields,
    tags: z.array(z.string()),
    state: testState,
    firstSeenAt: z.iso.datetime().describe('Ever'),
    lastSeenAt: z.iso.datetime().describe('In the window'),
    lastStatus: resultStatus,
    runs: count.describe('Counted runs: executions in which it passed or failed'),
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
      .describe('The last runs, oldest first'),
    since: z
      .object({
        kind: z.enum(['failing', 'flaky']),
        branch: z
          .string()
          .nullable()
          .describe(
            'Whose executions these are. The default branch also if another one is asked for: the test was as bad there before',
          ),
        confidence: z
          .enum(['high', 'low'])
          .describe(
            '`high`: a change point of its outcomes, or at least 3 failures behind at least 3 passes. ' +
              '`low`: the failures at the end, from the newest passing run before them',
          ),
        lastGood: commitPoint.nullable(),
        isAtLeast: z
          .boolean()
          .describe(
            'No run before `firstBad` on the default branch passed: it may have begun earlier, and nobody is named',
          ),
        firstBad: commitPoint,
        goodAgain: commitPoint
          .nullable()
          .describe(
            'The first of the passes at the end: it passes again, though too few runs show that it is fixed. ' +
              'Null: its newest run failed, or it is `flaky`',
          ),
        author: z
          .string()
          .nullable()
          .describe(
            'Who wrote the commit of `firstBad`; null: not reported, no longer stored, or `isAtLeast`',
          ),
        badRuns: count.describe('Failures, of `flaky` also flaky runs, from `firstBad` on'),
        runs: count.describe('Counted runs from `firstBad` on; 0: not counted yet'),
      })
      .nullable()
      .describe(
        'When it began to fail or flake, on `branch` or else the default branch, in executions that ' +
          'speak for the branch. Given whenever its newest run there failed, and as long as too few passes follow',
      ),
  })
  .meta({ id: 'TestSummary' });
export type TestSummary = z.infer<typeof testSummary>;

export const testPage = sourcedPageOf(testSummary);

/** The parameters of GET /api/tests. Sorted by file, then title. */
export const testsQuery = z.strictObject({
  ...filterParameters,
  testId: z.array(testIdText).min(1).max(100).optional().describe('Repeatable, up to 100'),
  testIdPrefix: z
    .string()
    .regex(/^[0-9a-f]{4,32}$/i, { error: 'Expected how a test id begins: 4 to 32 hex digits' })
    .optional(),
  search: z.string().min(1).max(200).optional().describe('In title and file'),
  file: z.string().min(1).max(1_000).optional(),
  owner: z.string().min(1).max(1_000).optional(),
  state: z
    .array(testState)
    .min(1)
    .max(10)
    .optional()
    .describe('Only tests in one of these states; repeatable'),
  recent: z.coerce
    .number()
    .int()
    .min(0)
    .max(50)
    .default(20)
    .describe('How many of the last runs each test brings'),
  ...pageParameters,
});
export type TestsQuery = z.infer<typeof testsQuery>;

/** One result of a test. */
export const testRun = z
  .object({
    resultId: z.uuid(),
    executionId: z.uuid(),
    executionNumber: count,
    at: z.iso.datetime().describe('When the execution began'),
    commit: z.string().nullable(),
    branch: z.string().nullable(),
    environment: z.string().nullable(),
    fromCi: z.boolean().describe('Else the execution comes from a developer machine'),
    partial: z.array(z.enum(PARTIAL_REASONS)).describe('Why some tests could not run'),
    dirty: z.boolean().describe('The work tree had uncommitted changes'),
    status: resultStatus,
    flaky: z.boolean(),
    fingerprint: z.string().nullable(),
    ...labelFields,
    durationMs: count.describe("The last attempt's"),
  })
  .meta({ id: 'TestRun' });
export type TestRun = z.infer<typeof testRun>;

/** One test with its durations, its history, newest first, and the causes of its failures. */
export const testDetail = z
  .object({
    ...testSummary.shape,
    lastSeenAt: z.iso.datetime().nullable().describe('In the window; null: it did not run'),
    lastStatus: resultStatus.nullable(),
    durations: z.object({
      p50Ms: count.nullable().describe('Of counted runs in the window'),
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
        .describe('The newest 200 counted runs, oldest first'),
    }),
    ...usedSource,
    history: pageOf(testRun),
    fingerprints: z.array(fingerprintCount).describe('Most frequent first, at most 20'),
  })
  .meta({ id: 'TestDetail' });
export type TestDetail = z.infer<typeof testDetail>;

/** The parameters of GET /api/tests/{testId}; `limit` and `cursor` page its history. */
export const testQuery = z.strictObject({
  testId: z.string(),
  ...filterParameters,
  recent: testsQuery.shape.recent,
  ...pageParameters,
});
export type TestQuery = z.infer<typeof testQuery>;
