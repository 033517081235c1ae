import type { Database } from '../db/connections/database.ts';
import type { Role } from './principal.ts';

export interface SessionRow {
  id: string;
  userId: string;
  email: string;
  expiresAt: Date;
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
            sessions.expires_at AS "expiresAt",
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

/** The organization that the user joined first: the one a new session acts for. */
export async function firstOrganizationOf(
  database: Database,
  userId: string,
): Promise<string | null> {
  const rows = await database.query<{ organizationId: string }>(
    `SELECT organization_id AS "organizationId"
     FROM members
     WHERE user_id = $1
     ORDER BY created_at, id
     LIMIT 1`,
    [userId],
  );
  return rows[0]?.organizationId ?? null;
}
