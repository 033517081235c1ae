import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeOwnApp, type TestApp } from '../../../test/app.ts';
import { openDatabase, type Database } from '../connections/database.ts';

let server: TestApp;
let base: string;
let beside: Database;
beforeAll(async () => {
  server = await makeOwnApp({ because: 'reads which statements Postgres runs' });
  base = await server.listen();
  beside = openDatabase(server.deps.config.databaseUrl ?? '', 2);
});
afterAll(async () => {
  await beside.close();
  await server.close();
});

/** The statements of the app that wait for a lock. */
const waiting = () =>
  beside.query<{ query: string }>(
    `SELECT query
     FROM pg_stat_activity
     WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );

it('stops the statement of a model when the client of the request leaves', async () => {
  await beside.transaction(async (lock) => {
    await lock.query('LOCK TABLE projects IN ACCESS EXCLUSIVE MODE');
    const leaving = new AbortController();
    const asked = fetch(`${base}/api/compare?base=latest&head=latest`, {
      headers: { authorization: `Bearer ${server.apiKey}` },
      signal: leaving.signal,
    });
    const outcome = expect(asked).rejects.toThrow('aborted');
    await expect
      .poll(waiting)
      .toEqual([{ query: expect.stringContaining('AS "Project"') as string }]);
    leaving.abort();
    await outcome;
    // Postgres checks every second whether the client is still there; the lock's time limit is 5 s.
    await expect.poll(waiting, { timeout: 3_000 }).toEqual([]);
  });
});
