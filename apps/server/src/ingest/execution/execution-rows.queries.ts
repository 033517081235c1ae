import type { ExecutionStatus } from '@svc/contract/executions/ingest';
import type { TestError } from '@svc/contract/executions/test-errors';
import type { TransactionScope } from '../../db/scope.ts';
import { ChangedMeanwhileError } from '../../db/connections/repeated-transaction.ts';
import { changeExecution } from '../../executions/life-cycle/change-execution.queries.ts';
import {
  NO_COUNTS,
  type CarriedCounts,
  type Counts,
  type Shards,
} from '../../executions/life-cycle/execution-state.ts';

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
  scope: TransactionScope,
  execution: NewExecution,
): Promise<{ id: string; week: string; isNew: boolean }> {
  const opened = await scope.prepared<{ id: string }>(
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
      scope.organizationId,
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
  );
  if (opened.length > 0) return { id: execution.id, week: execution.week, isNew: true };
  const [existing] = await scope.prepared<{ id: string; week: string }>(
    `SELECT id, week::text AS week
     FROM executions
     WHERE organization_id = $1 AND project_id = $2 AND key = $3`,
    [scope.organizationId, execution.projectId, execution.key],
  );
  if (existing === undefined)
    throw new ChangedMeanwhileError('the execution that refused a second one is not there');
  return { ...existing, isNew: false };
}

/**
 * Whether retention has deleted the execution's results. Called with the lock on its parts, so the answer stays true
 * until the upload is done.
 */
export async function hasExpired(scope: TransactionScope, executionId: string): Promise<boolean> {
  const rows = await scope.prepared(
    `SELECT
     FROM executions
     WHERE organization_id = $1 AND id = $2 AND results_expired_at IS NOT NULL`,
    [scope.organizationId, executionId],
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

/** The repository of an execution's git facts so far; null if no upload sent it. */
export async function storedRepository(
  scope: TransactionScope,
  executionId: string,
): Promise<string | null> {
  const [row] = await scope.prepared<{ repository: string | null }>(
    `SELECT git ->> 'repository' AS repository
     FROM executions
     WHERE organization_id = $1 AND id = $2`,
    [scope.organizationId, executionId],
  );
  return row?.repository ?? null;
}

/**
 * Locks the execution against the ends of other uploads. Not with FOR UPDATE: every running upload holds a key lock
 * on the row since it added its part, so two uploads would deadlock.
 */
export async function lockExecution(
  scope: TransactionScope,
  executionId: string,
  { withErrors }: { withErrors: boolean },
): Promise<LockedExecution> {
  const [row] = await scope.prepared<LockedExecution & Counts>(
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
    [scope.organizationId, executionId, withErrors],
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
  /** When it settles; absent if the upload changed nothing. */
  settleAt?: Date | null;
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

/** Stores the execution as it is after an upload. */
export async function updateExecution(
  scope: TransactionScope,
  update: ExecutionUpdate,
): Promise<void> {
  const { counts, shards, carriedCounts } = update;
  await changeExecution(scope, update.executionId, {
    status: update.status,
    ...(update.settleAt === undefined ? {} : { settleAt: update.settleAt }),
    columns: {
      number: update.number,
      started_at: update.startedAt,
      ended_at: update.endedAt,
      updated_at: update.at,
      merged: update.merged,
      passed: counts.passed,
      failed: counts.failed,
      timed_out: counts.timedOut,
      skipped: counts.skipped,
      interrupted: counts.interrupted,
      flaky: counts.flaky,
      counted_duration_ms: counts.countedDurationMs,
      has_file_errors: update.hasFileErrors,
      failed_reported: update.failedReported,
      interrupted_reported: update.interruptedReported,
      shards_expected: shards.expected,
      shards_received: shards.received,
      shards_carried: shards.carried,
      carried_passed: carriedCounts.passed,
      carried_skipped: carriedCounts.skipped,
      carried_flaky: carriedCounts.flaky,
      previous_attempt_id: update.previousAttemptId,
      carry_at: update.carryAt,
      legs: update.legs,
      tags: update.tags,
      partial: update.partial,
      errors_omitted: update.errorsOmitted,
      name: update.name,
      framework_version: update.frameworkVersion,
      git: update.git,
      ci: update.ci,
      environment: update.environment,
    },
  });
  if (update.newErrors.length > 0) await appendErrors(scope, update);
}

async function appendErrors(
  scope: TransactionScope,
  { executionId, newErrors }: ExecutionUpdate,
): Promise<void> {
  await scope.prepared(
    'UPDATE executions SET errors = errors || $3::jsonb WHERE organization_id = $1 AND id = $2',
    [scope.organizationId, executionId, JSON.stringify(newErrors)],
  );
}
