import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeDatabase } from '../../test/test-database.ts';
import { DISTRIBUTED_TABLES, LOCAL_TABLES } from './citus/table-kinds.ts';
import { openDatabase, type Database } from './connections/database.ts';

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

it('lets every tenant table be distributed by organization_id', async () => {
  expect(await complaints()).toEqual([]);
});

it('lists every table, those of organizations after the tables that they refer to', async () => {
  const tables = await database.query<{ name: string }>(
    `SELECT relname::text AS name
     FROM pg_class
     WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition`,
  );
  expect(tables.map(({ name }) => name).toSorted()).toEqual(
    [...DISTRIBUTED_TABLES, ...Object.keys(LOCAL_TABLES)].toSorted(),
  );
  const references = await database.query<{ from: string; to: string }>(
    `SELECT DISTINCT conrelid::regclass::text AS from, confrelid::regclass::text AS to
     FROM pg_constraint
     WHERE contype = 'f' AND conparentid = 0 AND conrelid::regclass::text = ANY ($1::text[])`,
    [[...DISTRIBUTED_TABLES]],
  );
  const place = new Map<string, number>(DISTRIBUTED_TABLES.map((name, index) => [name, index]));
  expect(
    references.filter(({ from, to }) => (place.get(to) ?? Infinity) > (place.get(from) ?? -1)),
  ).toEqual([]);
});

it('detects a table that breaks the rules', async () => {
  await database.query(
    'CREATE TABLE planted (id integer PRIMARY KEY, organization_id uuid UNIQUE)',
  );
  const found = await complaints();
  await database.query('DROP TABLE planted');
  expect(found.map((row) => row.rule)).toEqual([
    'nullable organization_id',
    'primary key or unique index does not begin with organization_id',
  ]);
});

/** Violations of the rules that Citus states for distributed tables. */
async function complaints(): Promise<{ rule: string; object: string }[]> {
  return database.query<{ rule: string; object: string }>(
    `WITH tenant_tables AS (
       SELECT c.oid, c.relname, a.attnum, a.attnotnull, a.atttypid
       FROM pg_class c
       LEFT JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'organization_id' AND NOT a.attisdropped
       WHERE c.relnamespace = 'public'::regnamespace
         AND c.relkind IN ('r', 'p')
         AND NOT c.relispartition
         AND NOT c.relname = ANY ($1::text[])
     ), foreign_keys AS (
       SELECT k.*, s.relname, s.attnum AS own_attnum, r.attnum AS other_attnum, r.oid AS other_oid
       FROM pg_constraint k
       LEFT JOIN tenant_tables s ON s.oid = k.conrelid
       LEFT JOIN tenant_tables r ON r.oid = k.confrelid
       WHERE k.contype = 'f' AND k.conparentid = 0
     )
     SELECT 'no organization_id' AS rule, relname::text AS object FROM tenant_tables WHERE attnum IS NULL
     UNION ALL
     SELECT 'nullable organization_id', relname::text FROM tenant_tables WHERE NOT attnotnull
     UNION ALL
     SELECT 'organization_id is not a uuid', relname::text FROM tenant_tables WHERE atttypid <> 'uuid'::regtype
     UNION ALL
     SELECT 'no primary key', relname::text FROM tenant_tables t
     WHERE NOT EXISTS (SELECT 1 FROM pg_index i WHERE i.indrelid = t.oid AND i.indisprimary)
     UNION ALL
     SELECT 'primary key or unique index does not begin with organization_id', i.indexrelid::regclass::text
     FROM tenant_tables t JOIN pg_index i ON i.indrelid = t.oid
     WHERE i.indisunique AND i.indkey[0] <> t.attnum
     UNION ALL
     SELECT 'foreign key between tenants', conname::text FROM foreign_keys
     WHERE relname IS NOT NULL AND other_oid IS NOT NULL
       AND NOT EXISTS (
         SELECT 1 FROM unnest(conkey, confkey) AS pair (own, other)
         WHERE pair.own = own_attnum AND pair.other = other_attnum)
     UNION ALL
     SELECT 'foreign key from a tenant table to a local one', conname::text FROM foreign_keys
     WHERE relname IS NOT NULL AND other_oid IS NULL
     UNION ALL
     SELECT 'foreign key that sets null', conname::text FROM foreign_keys
     WHERE relname IS NOT NULL AND (confdeltype IN ('n', 'd') OR confupdtype IN ('n', 'd', 'c'))
     UNION ALL
     SELECT 'trigger', g.tgname::text FROM tenant_tables t JOIN pg_trigger g ON g.tgrelid = t.oid
     WHERE NOT g.tgisinternal
     UNION ALL
     SELECT 'partitioned more than once', c.relname::text FROM pg_class c
     WHERE c.relkind = 'p' AND c.relispartition AND c.relnamespace = 'public'::regnamespace
     ORDER BY 1, 2`,
    [Object.keys(LOCAL_TABLES)],
  );
}
