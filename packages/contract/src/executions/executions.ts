import { z } from 'zod';
import { filterParameters, searchParameters, SOURCES } from '../filters.ts';
import { labelFields } from './outcomes.ts';
import {
  annotation,
  ARTIFACT_KINDS,
  ciFacts,
  executionStatus,
  gitFacts,
  PARTIAL_REASONS,
  resultStatus,
} from './ingest.ts';
import { pageOf, pageParameters, sourcedPageOf } from '../pages.ts';
import { step, testError } from './test-errors.ts';

const count = z.number().int();

export const executionTotals = z
  .object({
    tests: count.describe(
      'Results of all parts: passed + failed + timedOut + skipped + interrupted',
    ),
    passed: count.describe('Flaky ones included'),
    failed: count.describe('Without those that timed out'),
    skipped: count,
    flaky: count.describe('Passed after a failed attempt'),
    timedOut: count,
    interrupted: count,
  })
  .meta({ id: 'ExecutionTotals' });
export type ExecutionTotals = z.infer<typeof executionTotals>;

export const execution = z
  .object({
    id: z.uuid(),
    key: z.string(),
    number: count.describe('Counts up per project, for people to say'),
    attempt: count.describe('Of its CI run, from 1: "re-run" raises it'),
    previousAttemptId: z
      .uuid()
      .nullable()
      .describe(
        'The attempt before: the newest earlier attempt of the same CI run and name that reported anything; null for a first one',
      ),
    project: z.string(),
    name: z.string().nullable(),
    legs: z
      .array(z.string())
      .describe('The legs of the CI matrix that reported, where they are known; at most 50'),
    framework: z.string(),
    frameworkVersion: z.string().nullable(),
    reporter: z.object({ name: z.string(), version: z.string() }),
    status: executionStatus,
    startedAt: z.iso.datetime(),
    finishedAt: z.iso.datetime().nullable().describe('Null while shards are missing'),
    durationMs: count.describe(
      "From the first part's start to the last part's end, without carried parts: they ran in an earlier attempt",
    ),
    totals: executionTotals.describe(
      'With the results of carried parts, which count as no further run in metrics, trends and the history of tests',
    ),
    excused: count.describe(
      'Of the failed results, those that the quarantine excused when the execution last settled. They stay failures',
    ),
    git: gitFacts,
    ci: ciFacts,
    environment: z
      .record(z.string(), z.string())
      .describe('What all shards told, as far as it fits into 2,560 bytes'),
    tags: z.array(z.string()),
    shards: z
      .object({
        expected: count.describe(
          'Complete when every shard number was received equally often: two legs of a matrix that nothing tells apart send each number twice. A part without a shard number expects itself alone, and in a re-run what did not pass in the attempt before',
        ),
        received: count,
        carried: count.describe(
          'Parts that passed in an earlier attempt of the CI run and did not run again: `totals` counts their results, and compare takes them from there. Shards are carried once every shard that did not pass has come and nothing more has for SVC_RERUN_GRACE_SECONDS (300), jobs without shard numbers at once; what comes later replaces them',
        ),
      })
      .describe('While received + carried < expected, the execution is running'),
    partial: z.array(z.enum(PARTIAL_REASONS)).describe('Why some tests could not run'),
    hasFileErrors: z.boolean().describe('A file failed outside its tests: its import or a hook'),
    ...labelFields,
    resultsExpiredAt: z.iso
      .datetime()
      .nullable()
      .describe('When its results were deleted, for the time they are kept was over; else null'),
    url: z.string().describe("The execution's page"),
  })
  .meta({ id: 'Execution' });
export type Execution = z.infer<typeof execution>;

export const attempt = z
  .object({
    index: count.describe('From 1'),
    status: resultStatus,
    durationMs: count,
    startedAt: z.iso.datetime().nullable(),
    errors: z.array(testError),
    steps: z.array(step),
    stdout: z.string().nullable(),
    stderr: z.string().nullable(),
  })
  .meta({ id: 'Attempt' });
export type Attempt = z.infer<typeof attempt>;

export const result = z
  .object({
    id: z.uuid(),
    testId: z.string().describe('The same over all executions: 32 hex digits'),
    title: z.string().describe("The test's own title, the last part of `titlePath`"),
    titlePath: z.array(z.string()),
    suite: z.string().nullable().describe('The other parts of `titlePath`, joined with ` › `'),
    file: z.string(),
    line: count.nullable(),
    column: count.nullable(),
    variant: z.string().nullable(),
    status: resultStatus,
    flaky: z.boolean(),
    expectedFailure: z.boolean(),
    retries: count.describe('Attempts after the first'),
    durationMs: count,
    startedAt: z.iso.datetime().nullable(),
    tags: z.array(z.string()),
    annotations: z.array(annotation),
    owner: z.string().nullable(),
    fingerprint: z.string().nullable(),
    furtherFingerprints: z
      .array(z.string())
      .optional()
      .describe(
        'If it has other errors, such as causes and those of earlier attempts: theirs. A quarantine excuses the failure only if it covers them too',
      ),
    ...labelFields,
    confidence: z.number().nullable().describe('Of the verdict: from 0 to 1'),
    artifactIds: z.array(z.uuid()),
    part: z
      .object({
        shard: z.object({ index: count, total: count }).nullable(),
        leg: z.string().nullable(),
      })
      .nullable()
      .describe('Which shard and leg it is from; null where neither is known'),
    attempts: z.array(attempt),
    attemptsOmitted: count
      .optional()
      .describe('Over tRPC alone: how many further attempts a page had no room for'),
  })
  .meta({ id: 'Result' });
export type Result = z.infer<typeof result>;

export const artifact = z
  .object({
    id: z.uuid(),
    resultId: z.uuid(),
    attempt: count.nullable(),
    name: z.string(),
    kind: z.enum(ARTIFACT_KINDS),
    contentType: z.string(),
    sizeBytes: count,
    sha256: z.string().nullable(),
    url: z
      .string()
      .nullable()
      .describe(
        'Signed, good for 15 to 30 minutes, and needs no key; null unless the bytes are stored',
      ),
    state: z.enum(['pending', 'stored', 'expired']),
    createdAt: z.iso.datetime(),
    expiresAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Artifact' });
export type Artifact = z.infer<typeof artifact>;

export const executionFile = z
  .object({
    file: z.string(),
    variant: z.string().nullable(),
    durationMs: count.describe('Wall time with import and set-up'),
    errors: z.array(testError),
    stdout: z.string().nullable(),
    stderr: z.string().nullable(),
  })
  .meta({ id: 'ExecutionFile' });
export type ExecutionFile = z.infer<typeof executionFile>;

/** One execution with everything in it. `results` are in the order of their upload. */
export const executionDetail = z
  .object({
    ...execution.shape,
    errors: z
      .array(testError)
      .describe('Of the whole run: the first 100, and not more than 1 MiB of them'),
    errorsOmitted: count.optional().describe('How many further errors of the run were not kept'),
    files: z.array(executionFile),
    results: z
      .array(result)
      .describe('Results of this attempt. Those of carried parts are in the attempt that ran them'),
    artifacts: z.array(artifact),
    next: z
      .object({
        results: z.string().nullable(),
        files: z.string().nullable(),
        artifacts: z.string().nullable(),
      })
      .optional()
      .describe(
        'Over tRPC alone, of an execution that is more than one answer: its lists are first pages of 1,000 items ' +
          'and 2 MiB at most, and these are the cursors for the procedures `executions.results`, `.files` and ' +
          '`.artifacts`, null for a list that is whole',
      ),
  })
  .meta({ id: 'ExecutionDetail' });
export type ExecutionDetail = z.infer<typeof executionDetail>;

export const executionPage = sourcedPageOf(execution);
export const resultPage = pageOf(result);
export const filePage = pageOf(executionFile);
export const artifactPage = pageOf(artifact);

/** The parameters of GET /api/executions. Newest first. */
export const executionsQuery = z
  .strictObject({
    ...filterParameters,
    status: z.array(executionStatus).max(10).optional().describe('Repeatable'),
    commit: z
      .string()
      .regex(/^[0-9a-f]{7,64}$/i, { error: 'Expected at least the first 7 digits of a commit' })
      .optional(),
    pullRequest: z.coerce.number().int().min(1).max(2_147_483_647).optional(),
    tag: searchParameters.tag,
    number: z.coerce
      .number()
      .int()
      .min(1)
      .max(2_147_483_647)
      .optional()
      .describe('Goes with `project`'),
    search: searchParameters.search,
    source: z
      .enum([...SOURCES, 'default'])
      .optional()
      .describe(
        'Executions from `ci`, from developer machines (`local`), or `all` (default). `default`: the ' +
          'ones that figures and other lists count by default: of each project those from CI, or its ' +
          'local ones before it has any from CI',
      ),
    speaking: z
      .enum(['true', 'false'])
      .optional()
      .describe(
        '`true`: only executions that speak for their branch: finished, not partial, of a clean ' +
          'tree, from CI; in a project without an execution from CI local ones speak too',
      ),
    ...pageParameters,
  })
  .refine((query) => query.number === undefined || query.project !== undefined, {
    path: ['number'],
    error: 'A number goes with a project: add `project`',
  });
export type ExecutionsQuery = z.infer<typeof executionsQuery>;

/** The parameters of GET /api/executions/{id}. */
export const executionQuery = z.strictObject({
  id: z.string(),
  status: z
    .array(resultStatus)
    .max(10)
    .optional()
    .describe('Only results that ended so; repeatable'),
});
export type ExecutionQuery = z.infer<typeof executionQuery>;

/** A page of an execution's files or artifacts, over tRPC. A large page may have fewer items than `limit`. */
export const executionPartQuery = z.strictObject({
  id: z.string(),
  cursor: pageParameters.cursor,
  limit: z.number().int().min(1).max(1_000).optional(),
});
export type ExecutionPartQuery = z.infer<typeof executionPartQuery>;

/** The same for its files; with `file`, only the entries of that test file. */
export const filesQuery = z.strictObject({
  ...executionPartQuery.shape,
  file: z.string().min(1).optional(),
});
export type FilesQuery = z.infer<typeof filesQuery>;

/** The same for its results, `status` as in GET /api/executions/{id}. */
export const resultsQuery = z.strictObject({
  ...executionPartQuery.shape,
  status: executionQuery.shape.status,
});

export const deletedExecution = z
  .object({ id: z.uuid(), deleted: z.literal(true) })
  .meta({ id: 'DeletedExecution' });
export type DeletedExecution = z.infer<typeof deletedExecution>;
