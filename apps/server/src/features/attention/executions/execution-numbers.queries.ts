import type { Scope } from '../../../db/scope.ts';
import { plainArray } from '../../../db/connections/plain-array.ts';

/** The executions' numbers in their projects, by id. A deleted execution has none. */
export async function executionNumbers(
  scope: Scope,
  executionIds: readonly string[],
): Promise<Map<string, number>> {
  if (executionIds.length === 0) return new Map();
  const rows = await scope.query<{ id: string; number: number }>(
    `SELECT id, number
     FROM executions
     WHERE organization_id = $1
       AND id = ANY ($2::uuid[])
       AND number IS NOT NULL`,
    [scope.organizationId, plainArray(executionIds)],
  );
  return new Map(rows.map(({ id, number }) => [id, number]));
}
