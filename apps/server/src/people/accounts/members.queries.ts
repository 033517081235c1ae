import type { TransactionScope } from '../../db/scope.ts';
import type { Statements } from '../../db/statements.ts';
import type { Role } from '../../principal.ts';

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
