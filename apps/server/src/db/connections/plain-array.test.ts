import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeDatabase } from '../../../test/test-database.ts';
import { openDatabase, type Database } from './database.ts';
import { toArrayLiteral, toSparseArray } from './plain-array.ts';

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

it('reads back in Postgres as the values it was made of', async () => {
  const values = {
    ids: ['0199f0a1-7b8c-7d00-8e00-5a5a5a5a5a5a', '546e6086b43a06043b266c527fadd158', null],
    times: ['2026-11-20T10:00:00.512Z', null, '2000-01-01T00:00:00.000Z'],
    numbers: [0, -1, 2_147_483_647],
    truths: [true, false, null],
  };
  const [row] = await database.query(
    `SELECT $1::uuid[]::text[] AS ids, $2::timestamptz[] AS times, $3::integer[] AS numbers, $4::boolean[] AS truths`,
    Object.values(values).map(toArrayLiteral),
  );
  expect(row).toEqual({
    ...values,
    ids: [values.ids[0], '546e6086-b43a-0604-3b26-6c527fadd158', null],
    times: values.times.map((time) => (time === null ? null : new Date(time))),
  });
});

it('is an empty array for no values', async () => {
  const [row] = await database.query('SELECT $1::integer[] AS none', [toArrayLiteral([])]);
  expect(row).toEqual({ none: [] });
});

it('leaves out a column without any value, and unnest fills it with NULL', async () => {
  const rows = await database.query(
    'SELECT * FROM unnest($1::integer[], $2::text[]) AS row (number, owner)',
    [toArrayLiteral([1, 2]), toSparseArray([null, null])],
  );
  expect(rows).toEqual([
    { number: 1, owner: null },
    { number: 2, owner: null },
  ]);
  expect(toSparseArray([null, '{"a,b"}'])).toEqual([null, '{"a,b"}']);
});
