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

/** The oldest organization that is not deleted, for which commands on the server's machine act. */
export async function firstOrganization(
  database: Database,
): Promise<{ id: string; name: string } | null> {
  const rows = await database.query<{ id: string; name: string }>(
    `SELECT organization_id AS id, name
     FROM organizations
     WHERE deleted_at IS NULL
     ORDER BY created_at, organization_id
     LIMIT 1`,
  );
  return rows[0] ?? null;
}

export async function insertOrganization(
  database: Database,
  { organizationId, name, at }: { organizationId: string; name: string; at: Date },
): Promise<void> {
  await database.query(
    'INSERT INTO organizations (organization_id, name, created_at) VALUES ($1, $2, $3)',
    [organizationId, name, at],
  );
}

export interface ListedOrganization {
  id: string;
  name: string;
  createdAt: Date;
  projects: number;
  executions: number;
}

/** The organizations that are not deleted, the oldest first. */
export function listOrganizations(database: Database): Promise<ListedOrganization[]> {
  return database.query<ListedOrganization>(
    `SELECT organization_id AS id,
            name,
            created_at AS "createdAt",
            (SELECT count(*)::integer
             FROM projects
             WHERE projects.organization_id = organizations.organization_id) AS projects,
            (SELECT count(*)::integer
             FROM executions
             WHERE executions.organization_id = organizations.organization_id
               AND executions.number IS NOT NULL) AS executions
     FROM organizations
     WHERE deleted_at IS NULL
     ORDER BY created_at, organization_id`,
  );
}

/** The organizations with this id or name that are not deleted. */
export function organizationsNamed(
  database: Database,
  which: string,
): Promise<{ id: string; name: string }[]> {
  return database.query<{ id: string; name: string }>(
    `SELECT organization_id AS id, name
     FROM organizations
     WHERE (organization_id::text = $1 OR name = $1) AND deleted_at IS NULL
     ORDER BY created_at, organization_id`,
    [which],
  );
}
