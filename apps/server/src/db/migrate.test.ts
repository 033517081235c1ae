import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { makeOwnApp, type TestApp } from '../../test/app.ts';
import { inDays } from '../../test/clock.ts';
import { databaseUrlOf, onCluster } from '../../test/cluster.ts';
import { makeRun } from '../../test/history.ts';
import { makeUpload, settle, upload } from '../../test/make.ts';
import { openDatabase } from './connections/database.ts';
import { migrate } from './migrate.ts';
import { rollUps } from './migrations/0001-0009/0003-roll-ups.ts';
import { events } from './migrations/0010-0019/0010-events.ts';
import { analyses } from './migrations/0020-0029/0023-analyses.ts';
import { whatExcuses } from './migrations/0020-0029/0026-what-excuses.ts';
import { migrations } from './migrations/index.ts';

let server: TestApp;
beforeAll(async () => {
  server = await makeOwnApp({ because: 'migrates a database' });
});
afterAll(() => server.close());

it('reports progress over the existing results, and fills in what uploads would have written', async () => {
  const { database } = server.deps;
  const execution = {
    startedAt: inDays(-14).toISOString(),
    git: { commit: 'ABC123'.repeat(6) },
    environment: { name: 'ci', os: 'linux', arch: 'x64', runtime: 'node 24.21.0' },
  };
  server.setNow(inDays(-7));
  await upload(server, makeUpload({ execution, results: [makeRun('a', 'r'), makeRun('b', '.')] }));
  server.setNow(null);
  await upload(server, makeUpload({ execution, results: [makeRun('a', 'f')] }));
  await settle(server);
  const before = await derivedRows();
  expect(before.results).toHaveLength(3);
  expect(before.failing).toHaveLength(2);

  // Analyses refer to what roll-ups derive. The others change the states of tests.
  for (const migration of [whatExcuses, analyses, events, rollUps]) {
    await database.transaction((transaction) => migration.down({ transaction, say: () => {} }));
    await database.query('DELETE FROM schema_migrations WHERE name = $1', [migration.name]);
  }
  const lines: string[] = [];
  expect(await migrate(database, (line) => lines.push(line))).toEqual([
    '0003-roll-ups',
    '0010-events',
    '0023-analyses',
    '0026-what-excuses',
  ]);
  expect(lines.map((line) => line.replaceAll(/\d{4}-\d\d-\d\d/g, 'MONDAY'))).toEqual([
    'updating the database: 0003-roll-ups',
    '0003-roll-ups: noting how long the last attempt of 3 results took',
    '0003-roll-ups: 2 of 3 results, those of the week of MONDAY among them',
    '0003-roll-ups: 3 of 3 results, those of the week of MONDAY among them',
    '0003-roll-ups: making indexes of 3 results',
    expect.stringMatching(/^updated the database: 0003-roll-ups took \d+\.\d s$/),
    'updating the database: 0010-events',
    expect.stringMatching(/^updated the database: 0010-events took \d+\.\d s$/),
    'updating the database: 0023-analyses',
    expect.stringMatching(/^updated the database: 0023-analyses took \d+\.\d s$/),
    'updating the database: 0026-what-excuses',
    expect.stringMatching(/^updated the database: 0026-what-excuses took \d+\.\d s$/),
  ]);
  await settle(server);
  expect(await derivedRows()).toEqual(before);
});

it('prints nothing for a new database, nor for one that is up to date', async () => {
  const clusterUrl = inject('clusterUrl');
  const name = `svc_test_${randomBytes(8).toString('hex')}`;
  await onCluster(clusterUrl, `CREATE DATABASE ${name}`);
  const database = openDatabase(databaseUrlOf(clusterUrl, name), 2);
  const lines: string[] = [];
  const say = (line: string): void => void lines.push(line);
  const ran = [await migrate(database, say), await migrate(database, say)];
  await database.close();
  await onCluster(inject('superuserUrl'), `DROP DATABASE ${name}`);
  expect(ran).toEqual([migrations.map((migration) => migration.name), []]);
  expect(lines).toEqual([]);
});

it('starts again after an end in the middle of a step, which is rolled back completely', async () => {
  const clusterUrl = inject('clusterUrl');
  const name = `svc_test_${randomBytes(8).toString('hex')}`;
  await onCluster(clusterUrl, `CREATE DATABASE ${name}`);
  const database = openDatabase(databaseUrlOf(clusterUrl, name), 2);
  await database.query(`
    CREATE TABLE schema_migrations (name varchar(255) PRIMARY KEY);
    CREATE FUNCTION end_connection() RETURNS trigger LANGUAGE plpgsql AS
      'BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NEW; END';
    CREATE TRIGGER ending BEFORE INSERT ON schema_migrations FOR EACH ROW
      WHEN (NEW.name LIKE '0003%') EXECUTE FUNCTION end_connection()`);
  await expect(migrate(database, () => {})).rejects.toThrow(/0003-roll-ups|terminat/);
  await database.query('DROP TRIGGER ending ON schema_migrations');
  const ran = await migrate(database, () => {});
  await database.close();
  await onCluster(inject('superuserUrl'), `DROP DATABASE ${name} WITH (FORCE)`);
  expect(ran).toEqual(migrations.map((one) => one.name).filter((one) => one >= '0003'));
});

/** The rows that the step derives from what was stored before it. */
async function derivedRows(): Promise<Record<'results' | 'parts' | 'failing', unknown[]>> {
  return {
    results: await rowsOf('SELECT id, last_attempt_ms FROM results'),
    parts: await rowsOf('SELECT execution_id, same_code FROM execution_shards'),
    failing: await rowsOf('SELECT result_id, failing_results.* FROM failing_results'),
  };
}

function rowsOf(sql: string): Promise<unknown[]> {
  return server.deps.database.query(`${sql} ORDER BY 1, 2`);
}
