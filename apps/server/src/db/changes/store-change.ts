import type { AddedUsage, Statements } from '../statements.ts';

// Transactions of an organization run at the same time. If there were one row, each would wait for the others to commit.
const SLOTS = 16;

/**
 * Raises the data revision of the organization, and adds to its usage. Called as the last statement of a transaction,
 * so that the row is locked for a short time. The revision never returns to an earlier number, even after a backup was
 * restored: each row holds milliseconds of a clock, or one more than before. Their sum stays far below 2^53.
 */
export async function storeChange(
  connection: Pick<Statements, 'prepared'>,
  { organizationId, results, artifactBytes }: AddedUsage & { organizationId: string },
): Promise<void> {
  await connection.prepared(
    `INSERT INTO organization_usage AS stored (organization_id, slot, results, artifact_bytes, revision)
     VALUES ($1, pg_backend_pid() % ${SLOTS}, $2, $3, floor(extract(epoch FROM now()) * 1000))
     ON CONFLICT (organization_id, slot) DO UPDATE
     SET results = stored.results + excluded.results,
         artifact_bytes = stored.artifact_bytes + excluded.artifact_bytes,
         revision = greatest(stored.revision + 1, excluded.revision)`,
    [organizationId, results, artifactBytes],
  );
}
