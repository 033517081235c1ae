import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase, type Database } from '../../src/db/connections/database.ts';
import { rebuildRollUps } from '../../src/rollups/rebuild.ts';
import { makeRun } from '../history.ts';
import { makeUpload } from '../make.ts';
import { startServer, type TestServer } from '../server.ts';

const EXECUTIONS = 1_000;
const AT_ONCE = 10;

let servers: TestServer[];
let database: Database;
beforeAll(async () => {
  const env = { SVC_SETTLE_SECONDS: '1' };
  const first = await startServer({ env });
  const second = await startServer({ env, databaseUrl: first.databaseUrl });
  servers = [first, second];
  database = openDatabase(first.databaseUrl, 1);
  // The servers remove events from the outbox within a second.
  await database.query(`
    CREATE TABLE seen_events (type text, data jsonb);
    CREATE FUNCTION note_event() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO seen_events VALUES (NEW.type, NEW.data);
      RETURN NEW;
    END $$;
    CREATE TRIGGER note_event AFTER INSERT ON outbox FOR EACH ROW EXECUTE FUNCTION note_event()`);
});
afterAll(async () => {
  await database.close();
  // The first server's database belongs to it, so it is stopped last.
  for (const server of servers.toReversed()) await server.stop();
});

/** Sends an execution until a server accepts it. One of them may be gone. */
async function send(number: number): Promise<void> {
  const body = makeUpload({
    idempotencyKey: `upload ${number}`,
    execution: { key: `run ${number}`, status: number % 3 === 0 ? 'failed' : 'passed' },
    results: [makeRun('adds up', number % 3 === 0 ? 'f' : '.')],
  });
  for (let attempt = 0; ; attempt++) {
    const { url, apiKey } = servers[(number + attempt) % servers.length] as TestServer;
    const answer = await fetch(`${url}/api/ingest`, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }).catch(() => null);
    if (answer?.ok === true) return;
    await sleep(50);
  }
}

/** How often each event was written, by type and subject. */
function events(): Promise<{ event: string; times: number }[]> {
  return database.query(
    `SELECT type || ' ' || (data - 'project')::text AS event, count(*)::integer AS times
     FROM seen_events
     GROUP BY 1
     ORDER BY 1`,
  );
}

it(
  'writes each event once, although a server is killed while executions settle',
  { timeout: 120_000 },
  async () => {
    const numbers = Array.from({ length: EXECUTIONS }, (_, number) => number);
    const killed = servers[1]?.child;
    const senders = Array.from({ length: AT_ONCE }, async () => {
      for (let number = numbers.shift(); number !== undefined; number = numbers.shift()) {
        if (number === EXECUTIONS / 2) killed?.kill('SIGKILL');
        await send(number);
      }
    });
    await Promise.all(senders);
    if (killed?.signalCode === null) await once(killed, 'exit');
    const unsettled = () =>
      database.query(
        `SELECT FROM executions WHERE revision = 0
         UNION ALL SELECT FROM execution_changes
         UNION ALL SELECT FROM due_analyses
         UNION ALL SELECT FROM test_news`,
      );
    while ((await unsettled()).length > 0) await sleep(100);

    const found = await events();
    expect(found.filter(({ times }) => times > 1)).toEqual([]);
    const ofType = (type: string) => found.filter(({ event }) => event.startsWith(`${type} `));
    expect(ofType('execution.completed')).toHaveLength(EXECUTIONS);
    expect(ofType('execution.failed')).toHaveLength(Math.ceil(EXECUTIONS / 3));
    expect(ofType('analysis.completed')).toHaveLength(Math.ceil(EXECUTIONS / 3));
    await rebuildRollUps(database, () => undefined);
    expect(await events()).toEqual(found);
  },
);
