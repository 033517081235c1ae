import type { Database } from '../../db/connections/database.ts';
import type { Statements } from '../../db/statements.ts';
import type { Role } from '../../principal.ts';
import { RENEWAL_SECONDS, SESSION_SECONDS } from './session-cookie.ts';

export interface SessionRow {
  id: string;
  userId: string;
  email: string;
  userName: string;
  mustChangePassword: boolean;
  expiresAt: Date;
  renewedAt: Date;
  organizationId: string | null;
  /** Null: not a member of the session's organization. */
  role: Role | null;
}

/**
 * Returns the session with this token, even if expired, with the user and their role. Uses the unique index on the
 * token.
 */
export async function findSession(database: Database, token: string): Promise<SessionRow | null> {
  const rows = await database.query<SessionRow>(
    `SELECT sessions.id,
            sessions.user_id AS "userId",
            users.email,
            users.name AS "userName",
            users.must_change_password AS "mustChangePassword",
            sessions.expires_at AS "expiresAt",
            sessions.updated_at AS "renewedAt",
            sessions.active_organization_id AS "organizationId",
            members.role
     FROM sessions
     JOIN users ON users.id = sessions.user_id
     LEFT JOIN members ON members.user_id = sessions.user_id
                      AND members.organization_id = sessions.active_organization_id
     WHERE sessions.token = $1`,
    [token],
  );
  return rows[0] ?? null;
}

/**
 * Whether the session is due for its daily renewal. False for a session without "remember me": it has a shorter life,
 * which is not extended.
 */
export function isDueForRenewal({ renewedAt, expiresAt }: SessionRow, now: Date): boolean {
  const lifeSeconds = (expiresAt.getTime() - renewedAt.getTime()) / 1_000;
  const ageSeconds = (now.getTime() - renewedAt.getTime()) / 1_000;
  // better-auth reads the clock twice when it makes a session.
  return lifeSeconds > SESSION_SECONDS - 60 && ageSeconds >= RENEWAL_SECONDS;
}

/** Extends the session's life from `at` on; returns its new end. */
export async function renewSession(database: Database, id: string, at: Date): Promise<Date> {
  const expiresAt = new Date(at.getTime() + SESSION_SECONDS * 1_000);
  await database.query(
    `UPDATE sessions SET expires_at = $2, updated_at = $3 WHERE id = $1 AND updated_at < $3`,
    [id, expiresAt, at],
  );
  return expiresAt;
}

export async function deleteSession(statements: Statements, token: string): Promise<void> {
  await statements.query('DELETE FROM sessions WHERE token = $1', [token]);
}

/** Records the time of use of the session and of the membership it acts with, unless recorded within the last minute. */
export async function noteSessionUse(
  database: Database,
  session: { id: string; userId: string; organizationId: string | null },
  at: Date,
): Promise<void> {
  await database.query(
    `WITH used AS (
       UPDATE sessions
       SET last_used_at = $4
       WHERE id = $1 AND (last_used_at IS NULL OR last_used_at < $4::timestamptz - interval '1 minute')
     )
     UPDATE members
     SET last_active_at = $4
     WHERE user_id = $2
       AND organization_id = $3
       AND (last_active_at IS NULL OR last_active_at < $4::timestamptz - interval '1 minute')`,
    [session.id, session.userId, session.organizationId, at],
  );
}

/** The organization that a new session acts for: where the user was active last, else the one joined first. */
export async function findSessionOrganization(
  database: Database,
  userId: string,
): Promise<string | null> {
  const rows = await database.query<{ organizationId: string }>(
    `SELECT organization_id AS "organizationId"
     FROM members
     WHERE user_id = $1
     ORDER BY last_active_at DESC NULLS LAST, created_at, id
     LIMIT 1`,
    [userId],
  );
  return rows[0]?.organizationId ?? null;
}
