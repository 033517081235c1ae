import type { TransactionScope } from '../../db/scope.ts';

/** False for an execution that retention deleted, and for one that a restored backup lacks. */
export async function isExecutionStored(
  scope: TransactionScope,
  executionId: string,
): Promise<boolean> {
  const rows = await scope.prepared(
    'SELECT 1 FROM executions WHERE organization_id = $1 AND id = $2',
    [scope.organizationId, executionId],
  );
  return rows.length > 0;
}
