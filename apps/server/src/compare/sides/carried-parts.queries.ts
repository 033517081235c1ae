import type { Scope } from '../../db/scope.ts';

/** Whether retention has deleted results of an earlier attempt that the execution carries. */
export async function hasLostCarried(scope: Scope, executionId: string): Promise<boolean> {
  const rows = await scope.query(
    `SELECT 1
     FROM carried_parts
     JOIN executions AS source ON source.organization_id = $1
                              AND source.id = carried_parts.source_id
     WHERE carried_parts.organization_id = $1
       AND carried_parts.execution_id = $2
       AND source.results_expired_at IS NOT NULL
     LIMIT 1`,
    [scope.organizationId, executionId],
  );
  return rows.length > 0;
}

/** The executions that received the carried parts. */
export async function listCarriedSources(
  scope: Scope,
  executionId: string,
): Promise<{ id: string; week: string }[]> {
  return scope.query<{ id: string; week: string }>(
    `SELECT DISTINCT source.id, source.week::text AS week
     FROM carried_parts
     JOIN executions AS source ON source.organization_id = $1
                              AND source.id = carried_parts.source_id
     WHERE carried_parts.organization_id = $1
       AND carried_parts.execution_id = $2`,
    [scope.organizationId, executionId],
  );
}
