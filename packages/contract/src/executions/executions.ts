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
import { buildPageSchema, pageParameters, buildSourcedPageSchema } from '../pages.ts';
import { step, testError } from './test-errors.ts';

const count = z.number().int();

export const executionTotals = z
  .object({
    tests: count.describe(
      'Number of results in all parts: passed + failed + timedOut + skipped + interrupted',
    ),
    passed: count.describe('Number of passed results, including flaky ones'),
    failed: count.describe('Number of failed results, without those that timed out'),
    skipped: count,
    flaky: count.describe('Number of results that passed after a failed attempt'),
    timedOut: count,
    interrupted: count,
  })
  .meta({ id: 'ExecutionTotals' });
export type ExecutionTotals = z.infer<typeof executionTotals>;

export const execution = z
  .object({
    id: z.uuid(),
    key: z.string(),
    number: count.describe('Sequential number within the project'),
    attempt: count.describe('Attempt of the CI run, from 1; each re-run increments it'),
    previousAttemptId: z
      .uuid()
      .nullable()
      .describe(
        'Id of the newest earlier attempt of the same CI run and name that reported anything; null for the first attempt',
      ),
    project: z.string(),
    name: z.string().nullable(),
    legs: z
      .array(z.string())
      .describe('Legs of the CI matrix that reported, as far as they are known; at most 50'),
    framework: z.string(),
    frameworkVersion: z.string().nullable(),
    reporter: z.object({ name: z.string(), version: z.string() }),
    status: executionStatus,
    startedAt: z.iso.datetime(),
    finishedAt: z.iso
      .datetime()
      .nullable()
      .describe('End time of the last part (ISO 8601); null while the execution is running'),
    durationMs: count.describe(
      'Wall time in ms from the start of the first part to the end of the last part, without carried parts, which ran in an earlier attempt',
    ),
    totals: executionTotals.describe(
      'Number of results by status, including those of carried parts. Metrics, trends and the history of tests do not count carried results again',
    ),
    excused: count.describe(
      'Number of failed results that the quarantine excused when the execution last settled. Their status stays a failure',
    ),
    git: gitFacts,
    ci: ciFacts,
    environment: z
      .record(z.string(), z.string())
      .describe('Environment facts that all shards reported (up to 2,560 bytes)'),
    tags: z.array(z.string()),
    shards: z
      .object({
        expected: count.describe(
          'Number of parts expected. The execution is complete when every shard number was received equally often. Unnamed matrix legs are counted by shard number, so set SVC_LEG. A part without a shard number expects only itself and, in a re-run, the parts that did not pass in the previous attempt',
        ),
        received: count,
        carried: count.describe(
          'Number of parts that passed in an earlier attempt of the CI run and did not run again. `totals` includes their results, and compare reads them from that attempt. Shards are carried once every shard that did not pass has arrived and no other one has for SVC_RERUN_GRACE_SECONDS (default 300); jobs without shard numbers are carried at once. A part that arrives later replaces the carried one',
        ),
      })
      .describe(
        'Parts of the execution. The execution is running while received + carried < expected',
      ),
    partial: z
      .array(z.enum(PARTIAL_REASONS))
      .describe('Reasons why some tests were not run; empty for a complete run'),
    hasFileErrors: z
      .boolean()
      .describe('True if a file failed outside its tests, such as in an import or a hook'),
    ...labelFields,
    resultsExpiredAt: z.iso
      .datetime()
      .nullable()
      .describe('When retention deleted the results (ISO 8601); null while they are stored'),
    url: z.string().describe("Address of the execution's page"),
  })
  .meta({ id: 'Execution' });
export type Execution = z.infer<typeof execution>;

export const attempt = z
  .object({
    index: count.describe('Number of the attempt, from 1'),
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
    testId: z.string().describe('Id of the test, the same in all executions: 32 hex digits'),
    title: z.string().describe('Title of the test itself, the last part of `titlePath`'),
    titlePath: z.array(z.string()),
    suite: z
      .string()
      .nullable()
      .describe(
        'All parts of `titlePath` before the last, joined with ` › `; null if there are none',
      ),
    file: z.string(),
    line: count.nullable(),
    column: count.nullable(),
    variant: z.string().nullable(),
    status: resultStatus,
    flaky: z.boolean(),
    expectedFailure: z.boolean(),
    retries: count.describe('Number of attempts after the first'),
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
        "Fingerprints of the result's other errors, such as causes and errors of earlier attempts; absent if there are none. A quarantine entry excuses the failure only if it covers them too",
      ),
    ...labelFields,
    confidence: z
      .number()
      .nullable()
      .describe('Confidence of the verdict, 0 to 1; null without a verdict'),
    artifactIds: z.array(z.uuid()),
    part: z
      .object({
        shard: z.object({ index: count, total: count }).nullable(),
        leg: z.string().nullable(),
      })
      .nullable()
      .describe('Shard and leg of the result; null if neither is known'),
    attempts: z.array(attempt),
    attemptsOmitted: count
      .optional()
      .describe(
        'Number of further attempts that did not fit on the page; only over tRPC, absent if all are listed',
      ),
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
        'Signed address of the content, valid for 15 to 30 minutes without a key; null unless the content is stored',
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
    durationMs: count.describe('Wall time in ms, including import and set-up'),
    errors: z.array(testError),
    stdout: z.string().nullable(),
    stderr: z.string().nullable(),
  })
  .meta({ id: 'ExecutionFile' });
export type ExecutionFile = z.infer<typeof executionFile>;

/** One execution with all its data. `results` are in the order of their upload. */
export const executionDetail = z
  .object({
    ...execution.shape,
    errors: z
      .array(testError)
      .describe('Errors of the whole run: the first 100, and at most 1 MiB'),
    errorsOmitted: count
      .optional()
      .describe('Number of further errors of the run that were not stored; absent if all were'),
    files: z.array(executionFile),
    results: z
      .array(result)
      .describe(
        'Results of this attempt. Results of carried parts are in the attempt that ran them',
      ),
    artifacts: z.array(artifact),
    next: z
      .object({
        results: z.string().nullable(),
        files: z.string().nullable(),
        artifacts: z.string().nullable(),
      })
      .optional()
      .describe(
        'Cursors for the procedures `executions.results`, `.files` and `.artifacts`; null for a list that is complete. Only over tRPC, if the execution does not fit into one answer: its lists are then first pages of at most 1,000 items and 2 MiB. Absent otherwise',
      ),
  })
  .meta({ id: 'ExecutionDetail' });
export type ExecutionDetail = z.infer<typeof executionDetail>;

export const executionPage = buildSourcedPageSchema(execution);
export const resultPage = buildPageSchema(result);
export const filePage = buildPageSchema(executionFile);
export const artifactPage = buildPageSchema(artifact);

/** Parameters of GET /api/executions. The list is sorted newest first. */
export const executionsQuery = z
  .strictObject({
    ...filterParameters,
    status: z
      .array(executionStatus)
      .max(10)
      .optional()
      .describe('Statuses that an execution may have; repeatable'),
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
      .describe('Number of the execution; requires `project`'),
    search: searchParameters.search,
    source: z
      .enum([...SOURCES, 'default'])
      .optional()
      .describe(
        'Executions to list: those from CI (`ci`), those from developer machines (`local`), or `all` (default). `default`: the executions that figures and other lists count by default: per project, those from CI, or local ones if it has none from CI yet',
      ),
    speaking: z
      .enum(['true', 'false'])
      .optional()
      .describe(
        '`true` lists only executions that count for their branch: finished, not partial, clean work tree, from CI, and not of a pull request whose branch has the name of its target branch. In a project without executions from CI, local ones count too. `false` lists only the others. Default: both',
      ),
    ...pageParameters,
  })
  .refine((query) => query.number === undefined || query.project !== undefined, {
    path: ['number'],
    error: 'A number goes with a project: add `project`',
  });
export type ExecutionsQuery = z.infer<typeof executionsQuery>;

/** Parameters of GET /api/executions/{id}. */
export const executionQuery = z.strictObject({
  id: z.string(),
  status: z
    .array(resultStatus)
    .max(10)
    .optional()
    .describe('Statuses that a result may have; repeatable'),
});
export type ExecutionQuery = z.infer<typeof executionQuery>;

/** Parameters of a page of an execution's artifacts, over tRPC. A large page may have fewer items than `limit`. */
export const executionPartQuery = z.strictObject({
  id: z.string(),
  cursor: pageParameters.cursor,
  limit: z.number().int().min(1).max(1_000).optional(),
});
export type ExecutionPartQuery = z.infer<typeof executionPartQuery>;

/** Parameters of a page of an execution's files; `file` selects the entries of one test file. */
export const filesQuery = z.strictObject({
  ...executionPartQuery.shape,
  file: z.string().min(1).optional(),
});
export type FilesQuery = z.infer<typeof filesQuery>;

/** Parameters of a page of an execution's results; `status` as in GET /api/executions/{id}. */
export const resultsQuery = z.strictObject({
  ...executionPartQuery.shape,
  status: executionQuery.shape.status,
});

export const deletedExecution = z
  .object({ id: z.uuid(), deleted: z.literal(true) })
  .meta({ id: 'DeletedExecution' });
export type DeletedExecution = z.infer<typeof deletedExecution>;
