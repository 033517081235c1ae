import { LOCKS, lockSql } from '../../db/locks.ts';
import type { TransactionScope } from '../../db/scope.ts';
import type { Statements } from '../../db/statements.ts';

/**
 * Creates the organization "Default", with the scope's id, if there is neither an organization nor a user yet; returns
 * whether it did. Where the last organization was deleted, users are left, and the first start is past. When several
 * servers start at once, only one gets true.
 */
export async function makeDefaultOrganization(scope: TransactionScope, at: Date): Promise<boolean> {
  await scope.query(`SELECT ${lockSql(LOCKS.bootstrap)}`);
  // Users lie on the coordinator of a cluster: a start with a node away asks no further.
  for (const sql of ['SELECT 1 FROM users LIMIT 1', 'SELECT 1 FROM organizations LIMIT 1']) {
    if ((await scope.query(sql)).length > 0) return false;
  }
  await scope.query(
    `INSERT INTO organizations (organization_id, name, created_at) VALUES ($1, 'Default', $2)`,
    [scope.organizationId, at],
  );
  return true;
}

/** The oldest organization that is not deleted, for which commands on the server's machine act. */
export async function findFirstOrganization(
  statements: Statements,
): Promise<{ id: string; name: string } | null> {
  const rows = await statements.query<{ id: string; name: string }>(
    `SELECT organization_id AS id, name
     FROM organizations
     WHERE deleted_at IS NULL
     ORDER BY created_at, organization_id
     LIMIT 1`,
  );
  return rows[0] ?? null;
}

export interface ListedOrganization {
  id: string;
  name: string;
  createdAt: Date;
  projects: number;
  executions: number;
}

/** The organizations that are not deleted, the oldest first. */
export function listOrganizationsWithCounts(statements: Statements): Promise<ListedOrganization[]> {
  return statements.query<ListedOrganization>(
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
export function listOrganizationsNamed(
  statements: Statements,
  which: string,
): Promise<{ id: string; name: string }[]> {
  return statements.query<{ id: string; name: string }>(
    `SELECT organization_id AS id, name
     FROM organizations
     WHERE (organization_id::text = $1 OR name = $1) AND deleted_at IS NULL
     ORDER BY created_at, organization_id`,
    [which],
  );
}
