import type { Scope } from '../../db/scope.ts';

/** False for an execution that retention deleted, and for one that a restored backup lacks. */
export async function isExecutionStored(
  { database, transaction, organizationId }: Scope,
  executionId: string,
): Promise<boolean> {
  const rows = await database.query(
    'SELECT FROM executions WHERE organization_id = $1 AND id = $2',
    [organizationId, executionId],
    transaction,
  );
  return rows.length > 0;
}
