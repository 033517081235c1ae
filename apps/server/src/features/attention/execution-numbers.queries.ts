import type { Database } from '../../db/database.ts';
import { plainArray } from '../../db/plain-array.ts';

/** The executions' numbers in their projects, by id. A deleted execution has none. */
export async function executionNumbers(
  database: Database,
  organizationId: string,
  executionIds: readonly string[],
): Promise<Map<string, number>> {
  if (executionIds.length === 0) return new Map();
  const rows = await database.query<{ id: string; number: number }>(
    `SELECT id, number
     FROM executions
     WHERE organization_id = $1
       AND id = ANY ($2::uuid[])
       AND number IS NOT NULL`,
    [organizationId, plainArray(executionIds)],
  );
  return new Map(rows.map(({ id, number }) => [id, number]));
}
