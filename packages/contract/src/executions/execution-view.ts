import { z } from 'zod';
import {
  artifact,
  attempt,
  execution,
  executionDetail,
  executionFile,
  result,
} from './executions.ts';
import { buildPageSchema } from '../pages.ts';

const count = z.number().int();

/** Number of an execution's results by status. Results of carried parts are not counted: they have no rows here. */
export const resultCounts = z.object({
  failed: count.describe('Number of results that failed or timed out'),
  flaky: count.describe('Number of flaky results, which are also counted in `passed`'),
  interrupted: count,
  skipped: count,
  passed: count.describe('Number of passed results, including flaky ones'),
  all: count,
  artifacts: count,
});
export type ResultCounts = z.infer<typeof resultCounts>;

/** A result in a list: without attempts, errors, output and artifacts. */
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

/** Results to list. `failed` includes results that timed out, `passed` includes flaky results. */
export const RESULT_TABS = ['failed', 'flaky', 'interrupted', 'skipped', 'passed', 'all'] as const;
export type ResultTab = (typeof RESULT_TABS)[number];

export const resultRowPage = z.object({
  ...buildPageSchema(resultRow).shape,
  patterns: z
    .record(
      z.string(),
      z.object({
        pattern: z
          .string()
          .describe('Readable text from which the fingerprint was made, at most 500 characters'),
        firstSeenAt: z.iso.datetime(),
      }),
    )
    .describe('Patterns of the fingerprints of these rows, by fingerprint'),
});
export type ResultRowPage = z.infer<typeof resultRowPage>;

/** Parameters of a page of results: failed first, then interrupted, flaky, passed and skipped, each in upload order. */
export const resultRowsQuery = z.strictObject({
  id: z.string(),
  tab: z.enum(RESULT_TABS).default('all'),
  search: z.string().min(1).max(200).optional().describe('Text to find in title and file'),
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

/** Data of the first view of an execution. */
export const executionSummary = z.object({
  execution,
  errors: executionDetail.shape.errors,
  errorsOmitted: executionDetail.shape.errorsOmitted,
  brokenFiles: z.object({
    items: z
      .array(executionFile.omit({ stdout: true, stderr: true }))
      .describe('Files that failed to load or to set up: the first 100, and at most 1 MiB'),
    omitted: count.describe('Number of further files that failed to load or to set up'),
  }),
  counts: resultCounts,
  traceViewerUrl: z
    .string()
    .nullable()
    .describe(
      "Address of Playwright's trace viewer; append `?trace=` and the address of an artifact on the same host to open it. Null if the server has none",
    ),
  previous: neighbour
    .nullable()
    .describe('Previous execution of the same project, branch and suite; null if there is none'),
  next: neighbour.nullable(),
  lastGood: neighbour
    .nullable()
    .describe(
      'Newest earlier execution of the same project, branch and suite that passed and counts for its branch; null if there is none',
    ),
  base: z
    .object({ ...neighbour.shape, branch: z.string() })
    .nullable()
    .describe(
      "Execution that shows the state before the change: of the pull request's target branch, else of the default branch; the one of the commit that the change is based on, else the newest before this one. Null on that branch itself, and if there is none",
    ),
  first: z
    .object({ tab: z.enum(['failed', 'all']), ...resultRowPage.shape })
    .describe(
      'First page of failed results; of all results if nothing failed and the execution is finished',
    ),
});
export type ExecutionSummary = z.infer<typeof executionSummary>;

/** One result with one of its attempts. */
export const resultDetail = z.object({
  ...result.omit({ attempts: true, attemptsOmitted: true, artifactIds: true }).shape,
  attempts: z
    .array(attempt.pick({ index: true, status: true, durationMs: true, startedAt: true }))
    .describe('All attempts, without errors, steps and output'),
  isSameError: z
    .boolean()
    .describe('True if at least two attempts failed and all failed attempts have identical errors'),
  attempt: attempt.describe('The requested attempt with errors, steps and output'),
  artifacts: z.array(artifact).describe('Artifacts of all attempts: the first 1,000'),
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
    .describe(
      'Number of the attempt, from 1; default: the last one, for a flaky result the last one that failed',
    ),
});
export type ResultDetailQuery = z.infer<typeof resultDetailQuery>;
