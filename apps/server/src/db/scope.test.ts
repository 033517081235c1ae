import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { makeDatabase } from '../../test/test-database.ts';
import type { Principal } from '../principal.ts';
import { openDatabase, type Database } from './connections/database.ts';
import { createPrincipalScope, createScope } from './scope.ts';
import type { Statements } from './statements.ts';

const ONE = '00000000-0000-7000-8000-000000000001';

let database: Database;
let drop: () => Promise<void>;
beforeAll(async () => {
  const made = await makeDatabase();
  database = openDatabase(made.databaseUrl, 4);
  drop = made.drop;
  await database.query('CREATE TABLE notes (organization text, note text)');
  await database.query(
    `INSERT INTO organizations (organization_id, name, created_at) VALUES ($1, 'One', now())`,
    [ONE],
  );
});
afterAll(async () => {
  await database.close();
  await drop();
});
beforeEach(() => database.query('DELETE FROM notes'));

const note = ({ query }: Statements, text: string) =>
  query('INSERT INTO notes VALUES ($1, $2)', ['one', text]);
const notes = async () =>
  (await database.query<{ note: string }>('SELECT note FROM notes ORDER BY note')).map(
    (row) => row.note,
  );
const transactionId = async ({ query }: Statements) =>
  (await query<{ id: string }>('SELECT pg_current_xact_id()::text AS id'))[0]?.id;

it('commits the statements of a transaction together, or none of them', async () => {
  const scope = createScope(database, ONE);
  await scope.transaction(async (scope) => {
    await note(scope, 'a');
    await note(scope, 'b');
    expect(await notes()).toEqual([]);
  });
  const failed = scope.transaction(async (scope) => {
    await note(scope, 'c');
    throw new Error('on purpose');
  });
  await expect(failed).rejects.toThrow('on purpose');
  expect(await notes()).toEqual(['a', 'b']);
});

it('runs a transaction inside a transaction as a part of it', async () => {
  const scope = createScope(database, ONE);
  const failed = scope.transaction(async (outer) => {
    const id = await transactionId(outer);
    await outer.transaction(async (inner) => {
      expect(await transactionId(inner)).toBe(id);
      expect(await transactionId(createScope(inner, 'other'))).toBe(id);
      await note(inner, 'inner');
    });
    throw new Error('on purpose');
  });
  await expect(failed).rejects.toThrow('on purpose');
  expect(await notes()).toEqual([]);
});

it('repeats a transaction from the beginning after a serialization failure', async () => {
  let tries = 0;
  await createScope(database, ONE).transaction(async (scope) => {
    await note(scope, `try ${++tries}`);
    if (tries === 1) {
      await scope.query(`DO $$ BEGIN RAISE EXCEPTION USING ERRCODE = '40001'; END $$`);
    }
  });
  expect(await notes()).toEqual(['try 2']);
});

it('rejects a statement after the end of its transaction', async () => {
  const late = await database.transaction(async (transaction) => ({ transaction }));
  await expect(note(late.transaction, 'late')).rejects.toThrow('the transaction is over');
  expect(await notes()).toEqual([]);
});

it('keeps the organization and the principal in a transaction', async () => {
  const principal: Principal = {
    kind: 'apiKey',
    role: 'apiKey',
    scope: 'full',
    bounds: null,
    id: 'key',
    name: 'CI',
    organizationId: ONE,
    organizationName: 'One',
    readsPerMinute: 1,
    writesPerMinute: 1,
    expiresAt: null,
    address: '127.0.0.1',
    dataRevision: 0,
  };
  const inside = await createPrincipalScope(database, principal).transaction(async (scope) => ({
    organizationId: scope.organizationId,
    principal: scope.principal,
    inTransaction: scope.inTransaction,
  }));
  expect(inside).toEqual({ organizationId: ONE, principal, inTransaction: true });
  const { organizationId, principal: none } = createScope(database, ONE);
  expect({ organizationId, none }).toEqual({ organizationId: ONE, none: null });
});
