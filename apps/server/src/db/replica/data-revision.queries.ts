import type { Statements } from '../statements.ts';

/** The organization's data revision in this database. Reads at most 16 rows by their primary key. */
export async function readDataRevision(
  statements: Statements,
  organizationId: string,
): Promise<bigint> {
  const [row] = await statements.prepared<{ revision: string }>(
    `SELECT coalesce(sum(revision), 0)::text AS revision
     FROM organization_usage
     WHERE organization_id = $1`,
    [organizationId],
  );
  return BigInt(row?.revision ?? 0);
}
