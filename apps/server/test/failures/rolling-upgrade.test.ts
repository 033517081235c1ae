import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase, type Database } from '../../src/db/connections/database.ts';
import { migrate } from '../../src/db/migrate.ts';
import { migrations } from '../../src/db/migrations/index.ts';
import type { Migration } from '../../src/db/migrations/migration.ts';
import { makeOwnApp, type TestApp } from '../app.ts';
import { ask, makeUpload, post, settle, upload } from '../make.ts';

let older: TestApp;
beforeAll(async () => {
  older = await makeOwnApp({ because: 'its schema gets steps that this release does not know' });
});
afterAll(() => older.close());

/**
 * Steps as newer releases may have them: a new column in every table, each in a step of its own, because a transaction
 * that locks several tables can deadlock with an answer that reads them.
 */
async function listNewerSteps(database: Database): Promise<Migration[]> {
  const tables = await database.query<{ name: string }>(
    `SELECT relname AS name
     FROM pg_class
     WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
     ORDER BY relname`,
  );
  return tables.map(({ name }) => ({
    name: `9999-${name}`,
    up: async (transaction) => {
      await transaction.query(`ALTER TABLE ${name} ADD COLUMN newer integer DEFAULT 7`);
    },
  }));
}

const QUESTIONS = [
  '/api/attention',
  '/api/ci/analyses',
  '/api/ci/webhooks',
  '/api/executions',
  '/api/failures',
  '/api/flaky-tests',
  '/api/metrics',
  '/api/quarantine',
  '/api/settings/gate',
  '/api/tests',
  '/api/trends',
  '/api/whoami',
];

/** Uploads, rolls up, and asks every question; returns the answers that are no success. */
async function useServer(): Promise<string[]> {
  const uploaded = await post(older, makeUpload());
  await settle(older);
  const answers = await Promise.all(QUESTIONS.map((url) => ask(older, { url })));
  return [uploaded, ...answers]
    .filter(({ status }) => status !== 200)
    .map(({ status, text }) => `${status} ${text}`);
}

it('keeps answering on the older server while a newer one migrates the database, and refuses its restart', async () => {
  await upload(older, makeUpload());
  expect(await useServer()).toEqual([]);
  const migrated = new AbortController();
  const during: string[] = [];
  const load = (async () => {
    while (!migrated.signal.aborted) during.push(...(await useServer()));
  })();
  const database = openDatabase(older.deps.config.databaseUrl ?? '', 2);
  const newer = await listNewerSteps(database);
  await migrate(database, () => {}, [...migrations, ...newer]);
  migrated.abort();
  await load;
  during.push(...(await useServer()), ...(await useServer()));
  expect(during).toEqual([]);

  await expect(migrate(database, () => {})).rejects.toThrow('The database is of a newer svc');
  await database.close();
});
