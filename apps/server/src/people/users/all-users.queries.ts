import type { Statements } from '../../db/statements.ts';

export interface ListedUser {
  id: string;
  email: string;
  /** Whether a mail or a provider proved that the address is the user's. */
  isVerified: boolean;
  name: string;
  createdAt: Date;
  lastActiveAt: Date | null;
  /** Such as `owner of Default`. */
  organizations: string[];
}

/** All users of the server, the oldest first. Used by commands on the server's machine. */
export function listUsers(statements: Statements): Promise<ListedUser[]> {
  return statements.query<ListedUser>(
    `SELECT users.id,
            users.email,
            users.email_verified AS "isVerified",
            users.name,
            users.created_at AS "createdAt",
            max(members.last_active_at) AS "lastActiveAt",
            coalesce(
              array_agg(members.role || ' of ' || organizations.name ORDER BY organizations.name)
                FILTER (WHERE organizations.name IS NOT NULL),
              '{}') AS organizations
     FROM users
     LEFT JOIN members ON members.user_id = users.id
     LEFT JOIN organizations ON organizations.organization_id = members.organization_id::uuid
                            AND organizations.deleted_at IS NULL
     GROUP BY users.id, users.email, users.email_verified, users.name, users.created_at
     ORDER BY users.created_at, users.id`,
  );
}
