import type { Deps } from '../../deps.ts';
import type { Role } from '../../principal.ts';

export interface OwnOrganizationRow {
  id: string;
  name: string;
  role: Role;
}

/** The organizations of a user with their role, by name. Uses members_user. */
export function listOwnOrganizations(
  { database }: Pick<Deps, 'database'>,
  userId: string,
): Promise<OwnOrganizationRow[]> {
  return database.query<OwnOrganizationRow>(
    `SELECT organizations.organization_id AS id, organizations.name, members.role
     FROM members
     JOIN organizations ON organizations.organization_id = members.organization_id::uuid
     WHERE members.user_id = $1 AND organizations.deleted_at IS NULL
     ORDER BY lower(organizations.name), organizations.organization_id`,
    [userId],
  );
}

/** Lets the session act for an organization of its user; returns false for any other organization. */
export async function switchSession(
  { database }: Pick<Deps, 'database'>,
  { id, sessionId }: { id: string; sessionId: string },
  organizationId: string,
): Promise<boolean> {
  const rows = await database.query(
    `UPDATE sessions
     SET active_organization_id = members.organization_id
     FROM members
     WHERE sessions.id = $1
       AND sessions.user_id = $2
       AND members.user_id = $2
       AND members.organization_id = $3
     RETURNING 1`,
    [sessionId, id, organizationId],
  );
  return rows.length > 0;
}

/** How many organizations the user owns. */
export async function countOwned(
  { database }: Pick<Deps, 'database'>,
  userId: string,
): Promise<number> {
  const [row] = await database.query<{ count: number }>(
    `SELECT count(*)::integer AS count FROM members WHERE user_id = $1 AND role = 'owner'`,
    [userId],
  );
  return row?.count ?? 0;
}
