import { inspect } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inDays } from '../../../test/clock.ts';
import { makeDatabase } from '../../../test/test-database.ts';
import { openDatabase, type Database } from './database.ts';
import { makeComingPartitions } from '../partitions/partitions.ts';

let database: Database;
let drop: () => Promise<void>;

beforeAll(async () => {
  const made = await makeDatabase();
  database = openDatabase(made.databaseUrl, 4);
  drop = made.drop;
});
afterAll(async () => {
  await database.close();
  await drop();
});

it("keeps a statement's values out of its error, which is logged", async () => {
  const secret = 'a token that belongs in no log';
  const failures = await Promise.all(
    ['SELECT $1::text FROM missing', 'SELECT 1 / length($1::text) * 0 FROM missing'].map((sql) =>
      database.query(sql, [secret]).catch((error: unknown) => error),
    ),
  );
  await database.query('CREATE TABLE once (value text PRIMARY KEY)');
  const insert = () => database.query('INSERT INTO once VALUES ($1)', [secret]);
  await insert();
  failures.push(await insert().catch((error: unknown) => error));
  const logged = failures.map((error) => inspect(error, { depth: 10, showHidden: true }));
  expect(logged.map((text) => /missing|duplicate|unique|Validation/i.test(text))).toEqual([
    true,
    true,
    true,
  ]);
  expect(logged.filter((text) => text.includes(secret))).toEqual([]);
});

it('makes partitions once when several servers start at the same time', async () => {
  const later = inDays(400);
  const starts = Array.from({ length: 4 }, () => makeComingPartitions(database, later));
  expect(await Promise.allSettled(starts)).toEqual(
    starts.map(() => ({ status: 'fulfilled', value: undefined })),
  );
});
