import type { Statements } from '../statements.ts';

/**
 * The data revision of the organization $1: rises with each committed change of data that answers read. Two equal
 * revisions mean equal data. At most 16 rows.
 */
export const DATA_REVISION = `(
  SELECT coalesce(sum(revision), 0)::float8
  FROM organization_usage
  WHERE organization_id = $1)`;

export async function readDataRevision(
  statements: Statements,
  organizationId: string,
): Promise<number> {
  const [row] = await statements.prepared<{ revision: number }>(
    `SELECT ${DATA_REVISION} AS revision`,
    [organizationId],
  );
  return row?.revision ?? 0;
}
