import { z } from 'zod';
import { errorCode } from '../errors.ts';
import { INGEST_LIMITS } from '../zod-free/limits.ts';
import { dateTime, durationMs, step, testError } from './test-errors.ts';
import { cleanText, countUtf8Bytes } from '../zod-free/text.ts';

export const RESULT_STATUSES = ['passed', 'failed', 'timedOut', 'skipped', 'interrupted'] as const;
export type ResultStatus = (typeof RESULT_STATUSES)[number];
export const resultStatus = z.enum(RESULT_STATUSES);

export const PARTIAL_REASONS = ['filter', 'changed', 'last-failed', 'bail'] as const;
export type PartialReason = (typeof PARTIAL_REASONS)[number];

export const ARTIFACT_KINDS = [
  'screenshot',
  'video',
  'trace',
  'log',
  'snapshot',
  'report',
  'other',
] as const;
export type ArtifactKind = (typeof ARTIFACT_KINDS)[number];

// An index entry of Postgres holds 2,704 bytes, and a thousand characters outside ASCII can take more.
const IDENTIFIER_BYTES = 2_500;

/** Name that becomes an identity or index key. A longer name is refused, because a cut one could equal another. */
const identifier = z
  .string()
  .min(1)
  .max(1_000)
  .refine((text) => countUtf8Bytes(cleanText(text)) <= IDENTIFIER_BYTES, {
    error: `Expected at most ${IDENTIFIER_BYTES} bytes`,
  });

export const gitFacts = z
  .object({
    branch: z.string(),
    commit: z.string(),
    message: z.string(),
    author: z.string(),
    repository: z.string(),
    baseBranch: z.string(),
    baseCommit: z.string(),
    dirty: z.boolean(),
  })
  .partial()
  .meta({ id: 'GitFacts' });
export type GitFacts = z.infer<typeof gitFacts>;

export const ciFacts = z
  .object({
    provider: z.string(),
    runId: z.string(),
    runAttempt: z.number().int().min(1).max(2_147_483_647),
    workflow: z.string(),
    job: z.string(),
    event: z.string(),
    actor: z.string(),
    url: z.string(),
    pullRequest: z.number().int().min(1).max(2_147_483_647),
  })
  .partial()
  .meta({ id: 'CiFacts' });
export type CiFacts = z.infer<typeof ciFacts>;

export const environment = z
  .record(z.string().max(200), z.string())
  .refine((entries) => Object.keys(entries).length <= INGEST_LIMITS.environmentEntries, {
    error: `Expected at most ${INGEST_LIMITS.environmentEntries} entries`,
  })
  .meta({
    id: 'Environment',
    description:
      'Environment of the run: `name`, `os`, `arch`, `runtime` and any other facts, as texts under names of at most 200 characters',
  });
export type Environment = z.infer<typeof environment>;

export const ingestExecution = z
  .object({
    key: identifier
      .optional()
      .describe(
        'Key of the execution: uploads with the same key in the same project belong to one execution. Required while `status` is `running`',
      ),
    project: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .describe('Name of the project; default: the repository name, else `default`'),
    name: z.string().optional(),
    framework: z.string().min(1).max(200),
    frameworkVersion: z.string().optional(),
    reporter: z.object({ name: z.string(), version: z.string() }),
    status: z
      .enum(['running', 'passed', 'failed', 'interrupted'])
      .describe(
        'Status of this part. `running`: more requests of this part follow while its tests run; the last one has the final status',
      ),
    startedAt: dateTime.describe(
      'Start time of the part (ISO 8601). If it is later than the upload, the clock of the sender is ahead: the part then counts as ended when the upload arrived',
    ),
    durationMs,
    shard: z
      .object({
        index: z.number().int().min(1).max(INGEST_LIMITS.shards),
        total: z.number().int().min(1).max(INGEST_LIMITS.shards),
      })
      .refine((shard) => shard.index <= shard.total, { error: '`index` is greater than `total`' })
      .optional(),
    leg: z
      .string()
      .min(1)
      .max(INGEST_LIMITS.legLength)
      .optional()
      .describe(
        'Leg of a CI matrix, such as `mysql`. The leg is part of the environment: a failure in one leg never contradicts a pass in another',
      ),
    step: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .describe(
        'Id of the CI step that ran the tests: the same when the step is retried, and different in each leg of a matrix. Two parts of one step that run the same tests one after the other are retries. Without a step, parts with the same leg are compared, or with the same `ci.job`',
      ),
    merged: z
      .boolean()
      .optional()
      .describe(
        'True for a report that was merged from shards: results that the execution already has are duplicates',
      ),
    partial: z.array(z.enum(PARTIAL_REASONS)).max(PARTIAL_REASONS.length).optional(),
    git: gitFacts.optional(),
    ci: ciFacts.optional(),
    environment: environment.optional(),
    tags: z.array(z.string()).max(INGEST_LIMITS.tags).optional(),
    errors: z.array(testError).max(INGEST_LIMITS.errors).optional(),
  })
  .refine(({ status, key }) => status !== 'running' || key !== undefined, {
    path: ['key'],
    error: 'Expected with `status` `running`, since what follows is joined by it',
  })
  .meta({ id: 'IngestExecution' });
export type IngestExecution = z.infer<typeof ingestExecution>;

export const ingestFile = z
  .object({
    file: z.string().min(1),
    variant: z.string().optional(),
    durationMs,
    errors: z.array(testError).max(INGEST_LIMITS.errors).optional(),
    stdout: z.string().optional(),
    stderr: z.string().optional(),
  })
  .meta({ id: 'IngestFile' });
export type IngestFile = z.infer<typeof ingestFile>;

export const ingestAttempt = z
  .object({
    status: resultStatus,
    durationMs,
    startedAt: dateTime.optional(),
    errors: z.array(testError).max(INGEST_LIMITS.errors).optional(),
    steps: z.array(step).max(INGEST_LIMITS.stepsPerAttempt).optional(),
    stdout: z.string().optional(),
    stderr: z.string().optional(),
  })
  .meta({ id: 'IngestAttempt' });
export type IngestAttempt = z.infer<typeof ingestAttempt>;

export const annotation = z
  .object({ type: z.string(), description: z.string().optional() })
  .meta({ id: 'Annotation' });
export type Annotation = z.infer<typeof annotation>;

export const ingestArtifact = z
  .object({
    clientId: z.string().min(1).max(200),
    name: z.string(),
    kind: z.enum(ARTIFACT_KINDS),
    contentType: z.string().max(200),
    sizeBytes: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER),
    sha256: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .optional(),
    attempt: z.number().int().min(1).max(INGEST_LIMITS.attempts).optional(),
  })
  .meta({ id: 'IngestArtifact' });
export type IngestArtifact = z.infer<typeof ingestArtifact>;

export const ingestResult = z
  .object({
    titlePath: z.array(z.string()).min(1).max(INGEST_LIMITS.titleParts),
    file: z.string().min(1),
    line: z.number().int().min(0).max(2_147_483_647).optional(),
    column: z.number().int().min(0).max(2_147_483_647).optional(),
    variant: z.string().optional(),
    status: resultStatus,
    durationMs,
    startedAt: dateTime.optional(),
    attempts: z.array(ingestAttempt).max(INGEST_LIMITS.attempts).optional(),
    tags: z.array(z.string()).max(INGEST_LIMITS.tags).optional(),
    annotations: z.array(annotation).max(INGEST_LIMITS.annotations).optional(),
    owner: z.string().optional(),
    expectedFailure: z.boolean().optional(),
    artifacts: z.array(ingestArtifact).max(INGEST_LIMITS.artifacts).optional(),
  })
  .meta({ id: 'IngestResult' });
export type IngestResult = z.infer<typeof ingestResult>;

/** Body of POST /api/ingest and of POST /api/test-results, version 1. */
export const ingestBody = z
  .object({
    version: z.literal(1),
    idempotencyKey: z.string().min(1).max(255).optional(),
    runId: z
      .string()
      .min(1)
      .max(255)
      .optional()
      .describe(
        'Id of the part, which is what one reporter process contributes: a UUID that all its requests share. Default: the idempotency key, else a hash of the body',
      ),
    execution: ingestExecution,
    files: z.array(ingestFile).max(INGEST_LIMITS.files).optional(),
    results: z.array(ingestResult),
  })
  .meta({ id: 'IngestBody' });
export type IngestBody = z.infer<typeof ingestBody>;

/** Upload address of one artifact. */
const artifactUpload = z.object({
  clientId: z.string(),
  artifactId: z.uuid(),
  method: z.literal('PUT'),
  url: z
    .string()
    .describe('Signed address; it needs no key and does not count against the rate limit'),
  headers: z.record(z.string(), z.string()).describe('Headers to send with the content'),
  expiresAt: z.iso.datetime(),
});

export const EXECUTION_STATUSES = ['running', 'passed', 'failed', 'interrupted'] as const;
export type ExecutionStatus = (typeof EXECUTION_STATUSES)[number];
export const executionStatus = z.enum(EXECUTION_STATUSES);

/**
 * `PARTS_LOOK_ALIKE`: another part of the execution has results of the same tests with the same leg, job, shard and
 * environment. `CLOCK_AHEAD`: the part began after it was received, by the clock of the sender.
 */
export const INGEST_WARNINGS = ['PARTS_LOOK_ALIKE', 'CLOCK_AHEAD'] as const;

/** Answer to an upload, sent once the data is durable. */
export const ingestAnswer = z
  .object({
    executionId: z.uuid(),
    number: z.number().int(),
    url: z.string(),
    status: executionStatus,
    accepted: z.object({ results: z.number().int(), duplicates: z.number().int() }),
    uploads: z
      .array(artifactUpload)
      .describe(
        'Addresses for the artifacts whose content is not stored yet, one for each content',
      ),
    refusedUploads: z
      .array(z.object({ clientId: z.string(), code: errorCode, message: z.string() }))
      .describe('Artifacts that this server would refuse, with the reason; they have no address'),
    ignoredFields: z
      .number()
      .int()
      .describe('Number of fields of the body that this server does not know and ignored'),
    warnings: z
      .array(z.object({ code: z.enum(INGEST_WARNINGS), message: z.string() }))
      .optional()
      .describe(
        'Problems that the sender should fix although the upload was accepted; absent if there are none',
      ),
  })
  .meta({ id: 'IngestAnswer' });
export type IngestAnswer = z.infer<typeof ingestAnswer>;
