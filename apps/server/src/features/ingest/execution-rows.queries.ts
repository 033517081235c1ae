import type { ExecutionStatus } from '@svc/contract/ingest';
import type { TestError } from '@svc/contract/test-errors';
import { ChangedMeanwhileError } from '../../db/repeated-transaction.ts';
import type { Scope } from '../../db/scope.ts';
import {
  NO_COUNTS,
  type CarriedCounts,
  type Counts,
  type Shards,
} from '../../execution-life-cycle/execution-state.ts';

/** The facts of the first upload, which creates an execution. JSON columns are passed as text. */
export interface NewExecution {
  id: string;
  projectId: string;
  key: string;
  week: string;
  name: string | null;
  framework: string;
  frameworkVersion: string | null;
  reporter: string;
  startedAt: Date;
  receivedAt: Date;
  git: string;
  ci: string;
  environment: string;
}

/** Finds the execution with this key, or creates it. Waits for another upload that is creating it. */
export async function findOrOpenExecution(
  { database, transaction, organizationId }: Scope,
  execution: NewExecution,
): Promise<{ id: string; week: string; isNew: boolean }> {
  const opened = await database.query<{ id: string }>(
    `INSERT INTO executions (
       organization_id, id, project_id, key, week, name, framework, framework_version, reporter,
       status, failed_reported, interrupted_reported, has_file_errors,
       started_at, ended_at, received_at, updated_at, merged, shards_expected, shards_received,
       passed, failed, timed_out, skipped, interrupted, flaky,
       git, ci, environment, tags, partial, errors)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'running', false, false, false,
             $10, $10, $11, $11, false, 0, 0, 0, 0, 0, 0, 0, 0, $12, $13, $14, '{}', '{}', '[]')
     ON CONFLICT (organization_id, project_id, key) DO NOTHING
     RETURNING id`,
    [
      organizationId,
      execution.id,
      execution.projectId,
      execution.key,
      execution.week,
      execution.name,
      execution.framework,
      execution.frameworkVersion,
      execution.reporter,
      execution.startedAt,
      execution.receivedAt,
      execution.git,
      execution.ci,
      execution.environment,
    ],
    transaction,
  );
  if (opened.length > 0) return { id: execution.id, week: execution.week, isNew: true };
  const [existing] = await database.query<{ id: string; week: string }>(
    `SELECT id, week::text AS week
     FROM executions
     WHERE organization_id = $1 AND project_id = $2 AND key = $3`,
    [organizationId, execution.projectId, execution.key],
    transaction,
  );
  if (existing === undefined)
    throw new ChangedMeanwhileError('the execution that refused a second one is not there');
  return { ...existing, isNew: false };
}

/**
 * Whether retention has deleted the execution's results. Called with the lock on its parts, so the answer stays true
 * until the upload is done.
 */
export async function hasExpired(
  { database, transaction, organizationId }: Scope,
  executionId: string,
): Promise<boolean> {
  const rows = await database.query(
    `SELECT
     FROM executions
     WHERE organization_id = $1 AND id = $2 AND results_expired_at IS NOT NULL`,
    [organizationId, executionId],
    transaction,
  );
  return rows.length > 0;
}

/** The execution's row as the end of an upload reads it; locked until the upload is done. */
export interface LockedExecution {
  number: number | null;
  status: ExecutionStatus;
  startedAt: Date;
  endedAt: Date;
  merged: boolean;
  shardsCarried: number;
  counts: Counts;
  hasFileErrors: boolean;
  failedReported: boolean;
  interruptedReported: boolean;
  legs: string[];
  tags: string[];
  partial: string[];
  errorCount: number;
  /** The size of the errors as JSON. */
  errorBytes: number;
  errorsOmitted: number;
  /** The errors themselves, if requested. */
  knownErrors: TestError[];
  name: string | null;
  frameworkVersion: string | null;
  git: Record<string, unknown>;
  ci: Record<string, unknown>;
  environment: Record<string, string>;
}

/** What `lockExecution` would return for an execution that this upload has created. */
export function asOpened(opening: NewExecution): LockedExecution {
  return {
    number: null,
    status: 'running',
    startedAt: opening.startedAt,
    endedAt: opening.startedAt,
    merged: false,
    shardsCarried: 0,
    counts: NO_COUNTS,
    hasFileErrors: false,
    failedReported: false,
    interruptedReported: false,
    legs: [],
    tags: [],
    partial: [],
    errorCount: 0,
    errorBytes: 0,
    errorsOmitted: 0,
    knownErrors: [],
    name: opening.name,
    frameworkVersion: opening.frameworkVersion,
    git: JSON.parse(opening.git) as Record<string, unknown>,
    ci: JSON.parse(opening.ci) as Record<string, unknown>,
    environment: JSON.parse(opening.environment) as Record<string, string>,
  };
}

/**
 * Locks the execution against the ends of other uploads. Not with FOR UPDATE: every running upload holds a key lock
 * on the row since it added its part, so two uploads would deadlock.
 */
export async function lockExecution(
  { database, transaction, organizationId }: Scope,
  executionId: string,
  { withErrors }: { withErrors: boolean },
): Promise<LockedExecution> {
  const [row] = await database.query<LockedExecution & Counts>(
    `SELECT number,
            status,
            started_at AS "startedAt",
            ended_at AS "endedAt",
            merged,
            shards_carried AS "shardsCarried",
            passed, failed, timed_out AS "timedOut", skipped, interrupted, flaky,
            counted_duration_ms::float8 AS "countedDurationMs",
            has_file_errors AS "hasFileErrors",
            failed_reported AS "failedReported",
            interrupted_reported AS "interruptedReported",
            legs, tags, partial,
            jsonb_array_length(errors) AS "errorCount",
            octet_length(errors::text) AS "errorBytes",
            errors_omitted AS "errorsOmitted",
            CASE WHEN $3 THEN errors ELSE '[]' END AS "knownErrors",
            name,
            framework_version AS "frameworkVersion",
            git, ci, environment
     FROM executions
     WHERE organization_id = $1 AND id = $2
     FOR NO KEY UPDATE`,
    [organizationId, executionId, withErrors],
    transaction,
  );
  if (row === undefined) throw new Error('the execution of an upload is gone');
  const { passed, failed, timedOut, skipped, interrupted, flaky, countedDurationMs } = row;
  const counts = { passed, failed, timedOut, skipped, interrupted, flaky, countedDurationMs };
  return { ...row, counts };
}

export interface ExecutionUpdate {
  executionId: string;
  number: number;
  status: ExecutionStatus;
  startedAt: Date;
  endedAt: Date;
  at: Date;
  merged: boolean;
  counts: Counts;
  hasFileErrors: boolean;
  failedReported: boolean;
  interruptedReported: boolean;
  shards: Shards;
  carriedCounts: CarriedCounts;
  previousAttemptId: string | null;
  carryAt: Date | null;
  legs: string[];
  tags: string[];
  partial: string[];
  /** To append to the stored errors. */
  newErrors: TestError[];
  errorsOmitted: number;
  name: string | null;
  frameworkVersion: string | null;
  git: string;
  ci: string;
  environment: string;
}

/** Appends new errors. Without new ones, the stored errors are not rewritten. */
export async function updateExecution(
  { database, transaction, organizationId }: Scope,
  update: ExecutionUpdate,
): Promise<void> {
  const { counts, shards, carriedCounts } = update;
  await database.query(
    `UPDATE executions
     SET number = $3, status = $4, started_at = $5, ended_at = $6, updated_at = $7, merged = $8,
         passed = $9, failed = $10, timed_out = $11, skipped = $12, interrupted = $13, flaky = $14,
         has_file_errors = $15, failed_reported = $16, interrupted_reported = $17,
         shards_expected = $18, shards_received = $19,
         tags = $20, partial = $21,
         errors = CASE WHEN $22::jsonb IS NULL THEN errors ELSE errors || $22::jsonb END,
         name = $23, framework_version = $24,
         git = $25, ci = $26, environment = $27, counted_duration_ms = $28,
         shards_carried = $29, previous_attempt_id = $30, carry_at = $31, legs = $32,
         errors_omitted = $33,
         carried_passed = $34, carried_skipped = $35, carried_flaky = $36
     WHERE organization_id = $1 AND id = $2`,
    [
      organizationId,
      update.executionId,
      update.number,
      update.status,
      update.startedAt,
      update.endedAt,
      update.at,
      update.merged,
      counts.passed,
      counts.failed,
      counts.timedOut,
      counts.skipped,
      counts.interrupted,
      counts.flaky,
      update.hasFileErrors,
      update.failedReported,
      update.interruptedReported,
      shards.expected,
      shards.received,
      update.tags,
      update.partial,
      update.newErrors.length === 0 ? null : JSON.stringify(update.newErrors),
      update.name,
      update.frameworkVersion,
      update.git,
      update.ci,
      update.environment,
      counts.countedDurationMs,
      shards.carried,
      update.previousAttemptId,
      update.carryAt,
      update.legs,
      update.errorsOmitted,
      carriedCounts.passed,
      carriedCounts.skipped,
      carriedCounts.flaky,
    ],
    transaction,
  );
}
