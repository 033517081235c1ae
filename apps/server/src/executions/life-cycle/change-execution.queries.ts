import type { ExecutionStatus } from '@svc/contract/executions/ingest';
import { columnValues, type UpdatedColumns } from '../../db/execution-columns.ts';
import type { TransactionScope } from '../../db/scope.ts';

export interface ExecutionChange {
  /** The columns to store: the status, and others in the same statement. */
  fields: Partial<UpdatedColumns> & Pick<UpdatedColumns, 'status'>;
  /**
   * When the execution settles if no further part arrives; null while it cannot settle. Absent: as before, because
   * nothing changed.
   */
  settleAt?: Date | null;
}

/** The status before a change and after it. */
export interface Transition {
  from: ExecutionStatus;
  to: ExecutionStatus;
}

/**
 * Changes an execution's status. No other statement does: uploads, the review of re-runs and the time-out of missing
 * shards use this one. Locks the row and reads the status before in the same statement.
 */
export async function changeExecution(
  scope: TransactionScope,
  executionId: string,
  { fields, settleAt }: ExecutionChange,
): Promise<Transition> {
  const values: unknown[] = [scope.organizationId, executionId];
  const assignments: string[] = [];
  const set = {
    ...columnValues(fields),
    ...(settleAt === undefined ? {} : { settle_at: settleAt }),
  };
  for (const [column, value] of Object.entries(set)) {
    values.push(value);
    assignments.push(`${column} = $${values.length}`);
  }
  const [row] = await scope.prepared<Transition>(
    `UPDATE executions
     SET ${assignments.join(', ')}
     FROM (
       SELECT id, status
       FROM executions
       WHERE organization_id = $1 AND id = $2
       FOR NO KEY UPDATE) AS before
     WHERE executions.organization_id = $1 AND executions.id = before.id
     RETURNING before.status AS "from", executions.status AS "to"`,
    values,
  );
  if (row === undefined) throw new Error('the execution to change is gone');
  return row;
}
