import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeDatabase } from '../../../../test/test-database.ts';
import { openDatabase, type Database } from '../../connections/database.ts';
import { people } from './0017-people.ts';
import { migrations } from '../index.ts';

const ORGANIZATION = '0198a0a0-0000-7000-8000-000000000001';

let database: Database;
let drop: () => Promise<void>;
beforeAll(async () => {
  const made = await makeDatabase();
  database = openDatabase(made.databaseUrl, 2);
  drop = made.drop;
});
afterAll(async () => {
  await database.close();
  await drop();
});

/** Undoes the migration with all later ones, or runs them again. */
async function run(step: 'up' | 'down'): Promise<void> {
  const steps = migrations.slice(migrations.indexOf(people));
  for (const one of step === 'up' ? steps : steps.toReversed()) {
    await database.transaction((transaction) => one[step]({ transaction, say: () => {} }));
  }
}

async function rowsOf(table: string): Promise<object[]> {
  return database.query<object>(`SELECT * FROM ${table} ORDER BY 1`);
}

it('keeps users, members and invitations, and makes the second row of each organization again', async () => {
  await run('down');
  await database.query(
    `INSERT INTO organizations (organization_id, name, created_at) VALUES ($1, 'Acme', '2026-01-01')`,
    [ORGANIZATION],
  );
  await database.query(
    `INSERT INTO account_organizations (id, name, slug, created_at) VALUES ($1, 'Acme', $1, '2026-01-01')`,
    [ORGANIZATION],
  );
  await database.query(
    `INSERT INTO users (id, name, email, email_verified) VALUES ('ada', 'Ada', 'ada@svc.test', true)`,
  );
  await database.query(
    `INSERT INTO members (id, organization_id, user_id, role, created_at)
     VALUES ('m', $1, 'ada', 'owner', '2026-01-01')`,
    [ORGANIZATION],
  );
  await database.query(
    `INSERT INTO invitations (id, organization_id, inviter_id, email, role, status, expires_at)
     VALUES ('i', $1, 'ada', 'new@svc.test', 'member', 'pending', '2026-01-08')`,
    [ORGANIZATION],
  );

  await run('up');
  expect(await rowsOf('members')).toMatchObject([{ id: 'm', last_active_at: null }]);
  expect(await rowsOf('invitations')).toMatchObject([{ id: 'i', role: 'member' }]);
  expect(await rowsOf('users')).toMatchObject([{ id: 'ada', must_change_password: false }]);
  await database.query(`UPDATE organizations SET name = 'Acme Ltd'`);
  // Of an organization that is gone.
  await database.query(
    `INSERT INTO members (id, organization_id, user_id, role, created_at)
     VALUES ('n', gen_random_uuid(), 'ada', 'owner', '2026-01-01')`,
  );

  await run('down');
  expect(await rowsOf('account_organizations')).toMatchObject([
    { id: ORGANIZATION, name: 'Acme Ltd', slug: ORGANIZATION },
  ]);
  expect(await rowsOf('members')).toMatchObject([{ id: 'm' }]);
});
