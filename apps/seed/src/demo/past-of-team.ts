import { openDatabase, systemClock } from '@svc/server/operations';
import { PEOPLE } from '../world/shop/shop.ts';

/**
 * Adds the other members of the team, and moves what was just made some weeks back, into the organization of the demo's
 * own embedded database. Nobody can sign in as one of the members: they have no password.
 */
export async function writePastOfTeam(databaseUrl: string): Promise<void> {
  const database = openDatabase(databaseUrl, 1);
  try {
    for (const [index, { name, role }] of PEOPLE.slice(1).entries()) {
      await database.query(
        `WITH made AS (
           INSERT INTO users (id, name, email, email_verified, created_at)
           VALUES (gen_random_uuid()::text, $1, $2, true, $4::timestamptz - make_interval(days => $5))
           RETURNING id, created_at)
         INSERT INTO members (id, organization_id, user_id, role, created_at, last_active_at)
         SELECT gen_random_uuid()::text, organizations.organization_id::text, made.id, $3,
           made.created_at, $4::timestamptz - make_interval(mins => $6)
         FROM made CROSS JOIN organizations`,
        [name, toEmail(name), role, systemClock.now(), 40 - index * 6, 7 + index * 95],
      );
    }
    await database.query(
      `UPDATE members SET created_at = created_at - make_interval(days => 45) WHERE role = 'owner'`,
    );
    for (const { table, column, days } of PAST) {
      await database.query(
        `UPDATE ${table} SET ${column} = ${column} - make_interval(days => $1)`,
        [days],
      );
    }
  } finally {
    await database.close();
  }
}

/** `Tomás Herrera` has `tomas.herrera@…`. */
function toEmail(name: string): string {
  const plain = name
    .normalize('NFD')
    .replaceAll(/[^a-z ]/gi, '')
    .toLowerCase();
  return `${plain.replaceAll(' ', '.')}@northtrail.example`;
}

const PAST = [
  { table: 'organizations', column: 'created_at', days: 45 },
  { table: 'api_keys', column: 'created_at', days: 34 },
  { table: 'webhooks', column: 'created_at', days: 27 },
  { table: 'invitations', column: 'created_at', days: 1 },
  { table: 'quarantine_entries', column: 'created_at', days: 5 },
  { table: 'quarantine_entries', column: 'changed_at', days: 5 },
] as const;
