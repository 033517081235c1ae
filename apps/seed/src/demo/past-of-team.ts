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
    for (const { table, columns, days, target } of PAST) {
      const moved = columns.map((column) => `${column} = ${column} - make_interval(days => $1)`);
      await database.query(`UPDATE ${table} SET ${moved.join(', ')}`, [days]);
      await database.query(
        'UPDATE audit_log SET at = at - make_interval(days => $1) WHERE target_kind = $2',
        [days, target],
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

/** `target`: what the entries of the audit log about it are about. */
const PAST = [
  { table: 'organizations', columns: ['created_at'], days: 45, target: 'organization' },
  { table: 'api_keys', columns: ['created_at'], days: 45, target: 'apiKey' },
  { table: 'webhooks', columns: ['created_at'], days: 27, target: 'webhook' },
  {
    table: 'quarantine_entries',
    columns: ['created_at', 'changed_at'],
    days: 5,
    target: 'quarantine',
  },
  { table: 'invitations', columns: ['created_at'], days: 1, target: 'member' },
] as const;
