import type { Role } from '../../principal.ts';
import type { TransactionScope } from '../../db/scope.ts';

export interface LockedMember {
  userId: string;
  email: string;
  role: Role;
}

/**
 * Locks and returns the owners and these users, if they are members. Every change of a member locks all owners, in the
 * same order: so two owners who demote each other take turns, and the second sees what the first did.
 */
export function lockMembers(
  scope: TransactionScope,
  userIds: readonly string[],
): Promise<LockedMember[]> {
  return scope.query<LockedMember>(
    `SELECT members.user_id AS "userId", users.email, members.role
     FROM members
     JOIN users ON users.id = members.user_id
     WHERE members.organization_id = $1::uuid::text
       AND (members.role = 'owner' OR members.user_id = ANY ($2::text[]))
     ORDER BY members.id
     FOR UPDATE OF members`,
    [scope.organizationId, [...userIds]],
  );
}
