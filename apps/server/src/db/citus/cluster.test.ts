import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { openDatabase } from '../connections/database.ts';
import { openDatabases } from '../connections/databases.ts';
import { countOlderConnections } from './cluster.queries.ts';

let made: TestDatabase;
beforeAll(async () => {
  made = await makeDatabase();
});
afterAll(() => made.drop());

it('counts the connections of a server that runs, and not those of the command itself', async () => {
  const log = { info: () => {}, warn: () => {} };
  const command = openDatabase(made.databaseUrl, 1, { work: 'migration' });
  expect(await countOlderConnections(command)).toBe(0);
  await command.close();
  const server = openDatabases(made.databaseUrl, 10, log);
  await server.jobs.query('SELECT 1');
  const later = openDatabase(made.databaseUrl, 1, { work: 'migration' });
  expect(await countOlderConnections(later)).toBeGreaterThan(0);
  await later.close();
  await server.close();
});
