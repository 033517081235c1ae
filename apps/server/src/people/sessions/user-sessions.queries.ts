import type { Statements } from '../../db/statements.ts';
import type { Deps } from '../../deps.ts';

export interface UserSessionRow {
  id: string;
  createdAt: Date;
  lastUsedAt: Date;
  expiresAt: Date;
  userAgent: string | null;
}

// More than a person has devices. A program that signs in for each of its runs has any number.
const MOST = 100;

/**
 * The sessions of the user that have not expired: the current one, then the 99 that were used last. Uses
 * sessions_of_user.
 */
export function listSessions(
  { database }: Pick<Deps, 'database'>,
  { userId, currentId, at }: { userId: string; currentId: string; at: Date },
): Promise<UserSessionRow[]> {
  return database.query<UserSessionRow>(
    `SELECT id,
            created_at AS "createdAt",
            coalesce(last_used_at, created_at) AS "lastUsedAt",
            expires_at AS "expiresAt",
            user_agent AS "userAgent"
     FROM sessions
     WHERE user_id = $1 AND expires_at > $2
     ORDER BY id = $3 DESC, coalesce(last_used_at, created_at) DESC, id DESC
     LIMIT ${MOST}`,
    [userId, at, currentId],
  );
}

/** Ends a session of the user; returns false if they have no such session. */
export async function endSession(
  { database }: Pick<Deps, 'database'>,
  { userId, id }: { userId: string; id: string },
): Promise<boolean> {
  const rows = await database.query(
    'DELETE FROM sessions WHERE user_id = $1 AND id = $2 RETURNING 1',
    [userId, id],
  );
  return rows.length > 0;
}

/** Deletes the expired sessions of all users. */
export async function deleteExpiredSessions(statements: Statements, at: Date): Promise<void> {
  await statements.query('DELETE FROM sessions WHERE expires_at < $1', [at]);
}
