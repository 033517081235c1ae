import type { Role } from '../../principal.ts';
import type { Scope, TransactionScope } from '../../db/scope.ts';
import type { Statements } from '../../db/statements.ts';

export interface MemberRow {
  userId: string;
  name: string;
  email: string;
  isVerified: boolean;
  role: Role;
  joinedAt: Date;
  lastActiveAt: Date | null;
}

/** Owners first, then admins, then members; each by name. Uses members_of_organization. */
export function listMembers(scope: Scope): Promise<MemberRow[]> {
  return scope.query<MemberRow>(
    `SELECT members.user_id AS "userId",
            users.name,
            users.email,
            users.email_verified AS "isVerified",
            members.role,
            members.created_at AS "joinedAt",
            members.last_active_at AS "lastActiveAt"
     FROM members
     JOIN users ON users.id = members.user_id
     WHERE members.organization_id = $1::uuid::text
     ORDER BY array_position(ARRAY['owner', 'admin', 'member'], members.role), lower(users.name), users.email`,
    [scope.organizationId],
  );
}

export interface NewMember {
  id: string;
  userId: string;
  role: Role;
  at: Date;
}

/**
 * Makes the user a member of the scope's organization, unless they are one already or the organization is deleted;
 * returns whether it did. The lock on the organization's row holds off its deletion, which would not find the member.
 */
export async function insertMember(
  scope: TransactionScope,
  { id, userId, role, at }: NewMember,
): Promise<boolean> {
  const rows = await scope.query(
    `INSERT INTO members (id, organization_id, user_id, role, created_at)
     SELECT $2, organization_id::text, $3, $4, $5
     FROM (
       SELECT organization_id
       FROM organizations
       WHERE organization_id = $1 AND deleted_at IS NULL
       FOR SHARE
     ) AS existing
     ON CONFLICT (user_id, organization_id) DO NOTHING
     RETURNING 1`,
    [scope.organizationId, id, userId, role, at],
  );
  return rows.length > 0;
}

/** The ids of the users who own the organization. */
export async function listOwnerIds(
  statements: Statements,
  organizationId: string,
): Promise<string[]> {
  const rows = await statements.query<{ userId: string }>(
    `SELECT user_id AS "userId"
     FROM members
     WHERE organization_id = $1::uuid::text AND role = 'owner'
     ORDER BY created_at, id`,
    [organizationId],
  );
  return rows.map(({ userId }) => userId);
}

export async function setRole(scope: TransactionScope, userId: string, role: Role): Promise<void> {
  await scope.query(
    `UPDATE members SET role = $3 WHERE organization_id = $1::uuid::text AND user_id = $2`,
    [scope.organizationId, userId, role],
  );
}

/**
 * Deletes the membership. The user's sessions that act for the organization act for another one of theirs if
 * `moveOn`, otherwise for none until they choose.
 */
export async function deleteMember(
  scope: TransactionScope,
  userId: string,
  { moveOn }: { moveOn: boolean },
): Promise<void> {
  await scope.query(`DELETE FROM members WHERE organization_id = $1::uuid::text AND user_id = $2`, [
    scope.organizationId,
    userId,
  ]);
  await scope.query(
    `UPDATE sessions
     SET active_organization_id = (
       SELECT organization_id
       FROM members
       WHERE user_id = $2 AND $3::boolean
       ORDER BY last_active_at DESC NULLS LAST, created_at, id
       LIMIT 1)
     WHERE user_id = $2 AND active_organization_id = $1::uuid::text`,
    [scope.organizationId, userId, moveOn],
  );
}
