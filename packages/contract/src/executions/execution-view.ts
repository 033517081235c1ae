import { z } from 'zod';
import {
  artifact,
  attempt,
  execution,
  executionDetail,
  executionFile,
  result,
} from './executions.ts';
import { pageOf } from '../pages.ts';

const count = z.number().int();

/** How many results of an execution ended in each way. Results of carried parts are not counted: they have no rows. */
export const resultCounts = z.object({
  failed: count.describe('Those that timed out included'),
  flaky: count.describe('Also counted as passed'),
  interrupted: count,
  skipped: count,
  passed: count.describe('Flaky ones included'),
  all: count,
  artifacts: count,
});
export type ResultCounts = z.infer<typeof resultCounts>;

/** A result in a list: without attempts, texts and artifacts. */
export const resultRow = result
  .pick({
    id: true,
    testId: true,
    title: true,
    titlePath: true,
    file: true,
    line: true,
    variant: true,
    status: true,
    flaky: true,
    durationMs: true,
    fingerprint: true,
    classification: true,
    candidates: true,
    confidence: true,
    part: true,
  })
  .meta({ id: 'ResultRow' });
export type ResultRow = z.infer<typeof resultRow>;

/** Which results to list: `failed` includes those that timed out, `passed` the flaky ones. */
export const RESULT_TABS = ['failed', 'flaky', 'interrupted', 'skipped', 'passed', 'all'] as const;
export type ResultTab = (typeof RESULT_TABS)[number];

export const resultRowPage = z.object({
  ...pageOf(resultRow).shape,
  patterns: z
    .record(
      z.string(),
      z.object({
        pattern: z.string().describe('At most 500 characters'),
        firstSeenAt: z.iso.datetime(),
      }),
    )
    .describe('The readable patterns of the fingerprints of these rows, by fingerprint'),
});
export type ResultRowPage = z.infer<typeof resultRowPage>;

/** Failed results first, then interrupted, flaky, passed and skipped ones, each in the order of their upload. */
export const resultRowsQuery = z.strictObject({
  id: z.string(),
  tab: z.enum(RESULT_TABS).default('all'),
  search: z.string().min(1).max(200).optional().describe('In title and file'),
  cursor: z.string().max(500).optional(),
  limit: z.number().int().min(1).max(1_000).default(1_000),
});
export type ResultRowsQuery = z.infer<typeof resultRowsQuery>;

const neighbour = z.object({
  id: z.uuid(),
  number: count,
  commit: z.string().nullable(),
});
export type Neighbour = z.infer<typeof neighbour>;

/** What the first view of an execution needs. */
export const executionSummary = z.object({
  execution,
  errors: executionDetail.shape.errors,
  errorsOmitted: executionDetail.shape.errorsOmitted,
  brokenFiles: z.object({
    items: z
      .array(executionFile.omit({ stdout: true, stderr: true }))
      .describe('Files that failed to load or to set up: the first 100, and not more than 1 MiB'),
    omitted: count.describe('How many further ones there are'),
  }),
  counts: resultCounts,
  traceViewerUrl: z
    .string()
    .nullable()
    .describe(
      "Where Playwright's trace viewer is: `?trace=` with an artifact's address on that host opens it. Null: there is none",
    ),
  previous: neighbour
    .nullable()
    .describe('The execution before it of the same project, branch, framework and name'),
  next: neighbour.nullable(),
  lastGood: neighbour
    .nullable()
    .describe('The newest earlier passed one of the same that speaks for the branch'),
  base: z
    .object({ ...neighbour.shape, branch: z.string() })
    .nullable()
    .describe(
      "The execution of its pull request's target, otherwise of the default branch, that shows what the change did: of the commit that it is based on, else the newest before it. Null on that branch itself, and without any",
    ),
  first: z
    .object({ tab: z.enum(['failed', 'all']), ...resultRowPage.shape })
    .describe(
      'The first page of failed results; of all results where nothing failed and the execution is finished',
    ),
});
export type ExecutionSummary = z.infer<typeof executionSummary>;

/** One result with one of its attempts. */
export const resultDetail = z.object({
  ...result.omit({ attempts: true, attemptsOmitted: true, artifactIds: true }).shape,
  attempts: z
    .array(attempt.pick({ index: true, status: true, durationMs: true, startedAt: true }))
    .describe('All attempts, without their texts'),
  isSameError: z
    .boolean()
    .describe(
      'Whether at least two attempts failed, and all that did reported the very same errors',
    ),
  attempt: attempt.describe('The requested attempt with its texts'),
  artifacts: z.array(artifact).describe('Of all attempts: the first 1,000'),
});
export type ResultDetail = z.infer<typeof resultDetail>;

export const resultDetailQuery = z.strictObject({
  id: z.string(),
  resultId: z.string(),
  attempt: z
    .number()
    .int()
    .min(1)
    .max(1_000)
    .optional()
    .describe('From 1; by default the last, of a flaky result the last that failed'),
});
export type ResultDetailQuery = z.infer<typeof resultDetailQuery>;
