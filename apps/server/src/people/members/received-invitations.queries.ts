import type { Role } from '../../principal.ts';
import type { TransactionScope } from '../../db/scope.ts';
import type { Statements } from '../../db/statements.ts';

export interface FoundInvitation {
  id: string;
  organizationId: string;
  organizationName: string;
  email: string;
  role: Role;
  invitedBy: string;
  expiresAt: Date;
}

const COLUMNS = `invitations.id,
            invitations.organization_id AS "organizationId",
            organizations.name AS "organizationName",
            invitations.email,
            invitations.role,
            users.name AS "invitedBy",
            invitations.expires_at AS "expiresAt"`;

/** A pending invitation; null when it was accepted, revoked or has expired, or its organization is deleted. */
export async function findInvitation(
  statements: Statements,
  { id, at }: { id: string; at: Date },
): Promise<FoundInvitation | null> {
  const rows = await statements.query<FoundInvitation>(
    `SELECT ${COLUMNS}
     FROM invitations
     JOIN organizations ON organizations.organization_id = invitations.organization_id::uuid
     JOIN users ON users.id = invitations.inviter_id
     WHERE invitations.id = $1
       AND invitations.status = 'pending'
       AND invitations.expires_at > $2
       AND organizations.deleted_at IS NULL`,
    [id, at],
  );
  return rows[0] ?? null;
}

/** The pending invitations of an e-mail address, the oldest first. Uses invitations_of_email. */
export function listInvitationsOfEmail(
  statements: Statements,
  { email, at }: { email: string; at: Date },
): Promise<FoundInvitation[]> {
  return statements.query<FoundInvitation>(
    `SELECT ${COLUMNS}
     FROM invitations
     JOIN organizations ON organizations.organization_id = invitations.organization_id::uuid
     JOIN users ON users.id = invitations.inviter_id
     WHERE invitations.email = $1
       AND invitations.status = 'pending'
       AND invitations.expires_at > $2
       AND organizations.deleted_at IS NULL
     ORDER BY invitations.created_at, invitations.id`,
    [email, at],
  );
}

/** Deletes the invitation if it is pending; returns whether it was. Only one of two simultaneous uses succeeds. */
export async function takeInvitation(
  scope: TransactionScope,
  { id, at }: { id: string; at: Date },
): Promise<boolean> {
  const rows = await scope.query(
    `DELETE FROM invitations
     WHERE organization_id = $1::uuid::text AND id = $2 AND status = 'pending' AND expires_at > $3
     RETURNING 1`,
    [scope.organizationId, id, at],
  );
  return rows.length > 0;
}
