import type { Database } from '../../db/database.ts';
import { LOCKS } from '../../db/locks.ts';

/**
 * Creates the organization "Default" if there is none; returns whether it did. When several servers start at once,
 * only one gets true.
 */
export async function makeDefaultOrganization(
  database: Database,
  { organizationId, at }: { organizationId: string; at: Date },
): Promise<boolean> {
  return database.transaction(async (transaction) => {
    await database.query('SELECT pg_advisory_xact_lock($1)', [LOCKS.bootstrap], transaction);
    const made = await database.query<{ made: number }>(
      `INSERT INTO organizations (organization_id, name, created_at)
       SELECT $1, 'Default', $2
       WHERE NOT EXISTS (SELECT FROM organizations)
       RETURNING 1 AS made`,
      [organizationId, at],
      transaction,
    );
    return made.length > 0;
  });
}

/** The oldest organization, for which commands on the server's machine act. */
export async function firstOrganization(
  database: Database,
): Promise<{ id: string; name: string } | null> {
  const rows = await database.query<{ id: string; name: string }>(
    `SELECT organization_id AS id, name
     FROM organizations
     ORDER BY created_at, organization_id
     LIMIT 1`,
  );
  return rows[0] ?? null;
}
