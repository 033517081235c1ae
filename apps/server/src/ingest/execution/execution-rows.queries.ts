import type { TestError } from '@svc/contract/executions/test-errors';
import {
  columnValues,
  UPDATED_COLUMNS,
  type UpdatedColumns,
  type UploadedExecution,
} from '../../db/execution-columns.ts';
import type { TransactionScope } from '../../db/scope.ts';
import { ChangedMeanwhileError } from '../../db/connections/repeated-transaction.ts';
import { changeExecution } from '../../executions/index.ts';

/** An execution as its first upload creates it, without results. Its number is given at the end of the upload. */
export type NewExecution = Omit<UploadedExecution, 'number'>;

/** Finds the execution with this key, or creates it. Waits for another upload that is creating it. */
export async function findOrOpenExecution(
  scope: TransactionScope,
  execution: NewExecution,
): Promise<{ id: string; week: string; isNew: boolean }> {
  const values = {
    organization_id: scope.organizationId,
    ...columnValues(execution),
    errors: '[]',
  };
  const columns = Object.keys(values);
  const opened = await scope.prepared<{ id: string }>(
    `INSERT INTO executions (${columns.join(', ')})
     VALUES (${columns.map((_, index) => `$${index + 1}`).join(', ')})
     ON CONFLICT (organization_id, project_id, key) DO NOTHING
     RETURNING id`,
    Object.values(values),
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
    `SELECT 1
     FROM executions
     WHERE organization_id = $1 AND id = $2 AND results_expired_at IS NOT NULL`,
    [scope.organizationId, executionId],
  );
  return rows.length > 0;
}

/** The execution's row as the end of an upload reads it; locked until the upload is done. */
export interface LockedExecution extends Omit<UpdatedColumns, 'number'> {
  number: number | null;
  errorCount: number;
  /** The size of the errors as JSON. */
  errorBytes: number;
  /** The errors themselves, if requested. */
  knownErrors: TestError[];
}

/** The result of `lockExecution` for an execution that this upload has created, without a query. */
export function toLockedExecution(newExecution: NewExecution): LockedExecution {
  return { ...newExecution, number: null, errorCount: 0, errorBytes: 0, knownErrors: [] };
}

/** The repository of an execution's git facts so far; null if no upload sent it. */
export async function findStoredRepository(
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
 * Locks the execution against the ends of other uploads. It does not use FOR UPDATE: every running upload holds a key
 * lock on the row since it added its part, so two uploads would deadlock.
 */
export async function lockExecution(
  scope: TransactionScope,
  executionId: string,
  { withErrors }: { withErrors: boolean },
): Promise<LockedExecution> {
  const [row] = await scope.prepared<LockedExecution>(
    `SELECT ${UPDATED_COLUMNS},
            jsonb_array_length(errors) AS "errorCount",
            octet_length(errors::text) AS "errorBytes",
            CASE WHEN $3 THEN errors ELSE '[]' END AS "knownErrors"
     FROM executions
     WHERE organization_id = $1 AND id = $2
     FOR NO KEY UPDATE`,
    [scope.organizationId, executionId, withErrors],
  );
  if (row === undefined) throw new Error('the execution of an upload is gone');
  return row;
}

/** The columns of an execution as an upload changes them. */
export interface UpdatedExecution extends Omit<UpdatedColumns, 'number' | 'updatedAt'> {
  /** Errors to append to the stored ones. */
  newErrors: TestError[];
}

export interface ExecutionUpdate extends UpdatedExecution {
  executionId: string;
  number: number;
  /** When it settles; absent if the upload changed nothing. */
  settleAt?: Date | null;
  at: Date;
}

/** Stores the execution as it is after an upload. */
export async function updateExecution(
  scope: TransactionScope,
  update: ExecutionUpdate,
): Promise<void> {
  const { settleAt } = update;
  await changeExecution(scope, update.executionId, {
    fields: { ...update, updatedAt: update.at },
    ...(settleAt === undefined ? {} : { settleAt }),
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
