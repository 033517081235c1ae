import type { Role } from '../../principal.ts';
import type { Scope, TransactionScope } from '../../db/scope.ts';

export interface InvitationRow {
  id: string;
  email: string;
  role: Role;
  invitedBy: string;
  createdAt: Date;
  expiresAt: Date;
}

/** The pending invitations, the newest first. Uses invitations_of_organization. */
export function listInvitations(scope: Scope, at: Date): Promise<InvitationRow[]> {
  return scope.query<InvitationRow>(
    `SELECT invitations.id,
            invitations.email,
            invitations.role,
            users.email AS "invitedBy",
            invitations.created_at AS "createdAt",
            invitations.expires_at AS "expiresAt"
     FROM invitations
     JOIN users ON users.id = invitations.inviter_id
     WHERE invitations.organization_id = $1::uuid::text
       AND invitations.status = 'pending'
       AND invitations.expires_at > $2
     ORDER BY invitations.created_at DESC, invitations.id DESC`,
    [scope.organizationId, at],
  );
}

/** Whether a member has this e-mail address. */
export async function isMemberEmail(scope: Scope, email: string): Promise<boolean> {
  const rows = await scope.query(
    `SELECT 1 FROM members
     JOIN users ON users.id = members.user_id
     WHERE members.organization_id = $1::uuid::text AND users.email = $2`,
    [scope.organizationId, email],
  );
  return rows.length > 0;
}

/** The number of other addresses whose invitation was not accepted and has not expired, even if it was revoked. */
export async function countUnaccepted(
  scope: Scope,
  { exceptEmail, at }: { exceptEmail: string; at: Date },
): Promise<number> {
  const [row] = await scope.query<{ count: number }>(
    `SELECT count(*)::integer AS count
     FROM invitations
     WHERE organization_id = $1::uuid::text
       AND expires_at > $3
       AND email <> $2`,
    [scope.organizationId, exceptEmail, at],
  );
  return row?.count ?? 0;
}

export interface NewInvitationRow {
  id: string;
  email: string;
  role: Role;
  inviterId: string;
  at: Date;
  expiresAt: Date;
}

/** Stores an invitation, which replaces earlier ones of the same address, and deletes expired ones. */
export async function storeInvitation(
  scope: TransactionScope,
  { id, email, role, inviterId, at, expiresAt }: NewInvitationRow,
): Promise<void> {
  await scope.query(
    `DELETE FROM invitations
     WHERE organization_id = $1::uuid::text AND (email = $2 OR expires_at < $3)`,
    [scope.organizationId, email, at],
  );
  await scope.query(
    `INSERT INTO invitations (id, organization_id, inviter_id, email, role, status, expires_at, created_at)
     VALUES ($2, $1::uuid::text, $3, $4, $5, 'pending', $6, $7)`,
    [scope.organizationId, id, inviterId, email, role, expiresAt, at],
  );
}

/** Revokes a pending invitation; returns it. Its row counts until it would have expired. */
export async function endInvitation(
  scope: TransactionScope,
  id: string,
): Promise<{ email: string; role: Role } | null> {
  const rows = await scope.query<{ email: string; role: Role }>(
    `UPDATE invitations
     SET status = 'revoked'
     WHERE organization_id = $1::uuid::text AND id = $2 AND status = 'pending'
     RETURNING email, role`,
    [scope.organizationId, id],
  );
  return rows[0] ?? null;
}

/** Revokes the pending invitations that the user sent, except for those with the kept roles; returns them. */
export function endInvitationsBy(
  scope: TransactionScope,
  { userId, kept }: { userId: string; kept: readonly Role[] },
): Promise<{ id: string; email: string; role: Role }[]> {
  return scope.query(
    `UPDATE invitations
     SET status = 'revoked'
     WHERE organization_id = $1::uuid::text
       AND inviter_id = $2
       AND status = 'pending'
       AND role <> ALL ($3::text[])
     RETURNING id, email, role`,
    [scope.organizationId, userId, [...kept]],
  );
}
