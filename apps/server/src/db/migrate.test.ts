import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import { databaseUrlOf, onCluster } from '../../test/cluster.ts';
import { openDatabase, type Database } from './connections/database.ts';
import { migrate } from './migrate.ts';
import { migrations } from './migrations/index.ts';
import type { Migration } from './migrations/migration.ts';

/** A later version's steps. The second one depends on the first. */
const LATER: readonly Migration[] = [
  ...migrations,
  {
    name: '9001-labels',
    up: async (transaction) => {
      await transaction.query('CREATE TABLE labels (name text PRIMARY KEY)');
    },
  },
  {
    name: '9002-first-label',
    up: async (transaction) => {
      await transaction.query(`INSERT INTO labels VALUES ('first')`);
    },
  },
];

let name: string;
let database: Database;
beforeEach(async () => {
  name = `svc_test_${randomBytes(8).toString('hex')}`;
  await onCluster(inject('clusterUrl'), `CREATE DATABASE ${name}`);
  database = openDatabase(databaseUrlOf(inject('clusterUrl'), name), 2);
});
afterEach(async () => {
  await database.close();
  await onCluster(inject('superuserUrl'), `DROP DATABASE ${name} WITH (FORCE)`);
});

it('prints nothing for a new database, nor for one that is up to date', async () => {
  const lines: string[] = [];
  const say = (line: string): void => void lines.push(line);
  const ran = [await migrate(database, say), await migrate(database, say)];
  expect(ran).toEqual([['0001-schema'], []]);
  expect(lines).toEqual([]);
});

it('runs the steps of a later version once, and reports when each begins and ends', async () => {
  await migrate(database, () => {});
  const lines: string[] = [];
  const say = (line: string): void => void lines.push(line);
  expect(await migrate(database, say, LATER)).toEqual(['9001-labels', '9002-first-label']);
  expect(await migrate(database, say, LATER)).toEqual([]);
  expect(lines).toEqual([
    'updating the database: 9001-labels',
    expect.stringMatching(/^updated the database: 9001-labels took \d+\.\d s$/),
    'updating the database: 9002-first-label',
    expect.stringMatching(/^updated the database: 9002-first-label took \d+\.\d s$/),
  ]);
});

it('refuses a database of a newer version in one sentence, and changes nothing', async () => {
  await migrate(database, () => {}, LATER);
  await expect(migrate(database, () => {})).rejects.toThrow(
    "The database is of a newer svc: it has the step '9001-labels'. Install that version or a later one, or restore the backup from before the upgrade.",
  );
});

it('starts again after an end in the middle of a step, which is rolled back completely', async () => {
  await database.query(`
    CREATE TABLE schema_migrations (name varchar(255) PRIMARY KEY);
    CREATE FUNCTION end_connection() RETURNS trigger LANGUAGE plpgsql AS
      'BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NEW; END';
    CREATE TRIGGER ending BEFORE INSERT ON schema_migrations FOR EACH ROW
      WHEN (NEW.name LIKE '9001%') EXECUTE FUNCTION end_connection()`);
  await expect(migrate(database, () => {}, LATER)).rejects.toThrow(/9001-labels|terminat/);
  await database.query('DROP TRIGGER ending ON schema_migrations');
  expect(await migrate(database, () => {}, LATER)).toEqual(['9001-labels', '9002-first-label']);
});
