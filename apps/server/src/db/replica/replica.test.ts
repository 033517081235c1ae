import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { databaseUrlOf } from '../../../test/cluster.ts';
import { startReplicaPair } from '../../../test/replica/replica-pair.ts';
import { makeDatabase } from '../../../test/test-database.ts';
import type { PostgresPair } from '../embedded/postgres-pair.ts';
import { readConnectionCounts } from '../connections/connection-shortage.queries.ts';
import { openDatabase, type Database } from '../connections/database.ts';
import { Replica } from './replica.ts';

let pair: PostgresPair;
let primary: Database;
beforeAll(async () => {
  pair = await startReplicaPair();
  primary = openDatabase(pair.primaryUrl, 2);
});
afterAll(async () => {
  await primary.close();
  await pair.close();
});

interface Opened {
  replica: Replica;
  lines: string[];
}

async function withReplica(
  { url = pair.replicaUrl, from = primary }: { url?: string; from?: Database },
  work: (opened: Opened) => Promise<void>,
): Promise<void> {
  const lines: string[] = [];
  const log = {
    info: (line: string) => lines.push(line),
    warn: (line: string) => lines.push(line),
  };
  const replica = new Replica({ url, connections: 2, primary: from, log });
  try {
    await work({ replica, lines });
  } finally {
    await replica.close();
  }
}

/** The complaint of a start that is refused. */
async function refusal(opened: Parameters<typeof withReplica>[0]): Promise<string> {
  let message = '';
  await withReplica(opened, async ({ replica }) => {
    message = await replica.start().then(
      () => 'started',
      (error: unknown) => String(error),
    );
  });
  return message;
}

it('refuses an address of something else than a replica, and says what to do', async () => {
  const other = await makeDatabase();
  expect([
    await refusal({ url: pair.primaryUrl }),
    await refusal({ url: other.databaseUrl }),
    await refusal({ url: databaseUrlOf(pair.replicaUrl, 'postgres') }),
    await refusal({ url: databaseUrlOf(pair.replicaUrl, 'absent') }),
    await refusal({ url: pair.replicaUrl.replace('svc_app@', 'nobody@') }),
  ]).toMatchInlineSnapshot(`
    [
      "ConfigError: DATABASE_READ_URL is wrong: it is a primary itself, and no replica. Set it to a replica of the database that DATABASE_URL names, or remove it.",
      "ConfigError: DATABASE_READ_URL is wrong: it is another database than that of DATABASE_URL, and no replica. Set it to a replica of the database that DATABASE_URL names, or remove it.",
      "ConfigError: DATABASE_READ_URL is wrong: it names the database 'postgres', and DATABASE_URL names 'svc_pair'. Set it to a replica of the database that DATABASE_URL names, or remove it.",
      "ConfigError: DATABASE_READ_URL is wrong: Postgres refuses the connection (database "absent" does not exist). Set it to a replica of the database that DATABASE_URL names, or remove it.",
      "ConfigError: DATABASE_READ_URL is wrong: Postgres refuses the connection (role "nobody" does not exist). Set it to a replica of the database that DATABASE_URL names, or remove it.",
    ]
  `);
  const ofAnother = openDatabase(other.databaseUrl, 1);
  expect(await refusal({ from: ofAnother })).toMatchInlineSnapshot(
    `"ConfigError: DATABASE_READ_URL is wrong: it is a replica of another database than that of DATABASE_URL. Set it to a replica of the database that DATABASE_URL names, or remove it."`,
  );
  await ofAnother.close();
  await other.drop();
});

it('starts without a replica that does not answer, and takes it once it does', async () => {
  await pair.stopReplica();
  await withReplica({}, async ({ replica, lines }) => {
    await replica.start();
    expect(replica.getState()).toMatchObject({ isServing: false, lagMs: null });
    expect(lines).toEqual([
      expect.stringMatching(
        /^svc: the replica of DATABASE_READ_URL is left out: it does not answer \(.*\)\. Answers come from the primary until it is back\.$/,
      ),
    ]);
    await pair.startReplica();
    await vi.waitFor(() => expect(replica.getState().isServing).toBe(true), { timeout: 10_000 });
    expect(lines[1]).toMatch(
      /^svc: the replica of DATABASE_READ_URL answers again; it was left out for \d+\.\d s$/,
    );
  });
});

it('starts without a replica of an older schema, and takes it once it has the steps', async () => {
  await pair.pause();
  await primary.query(`INSERT INTO schema_migrations (name) VALUES ('9999-newer')`);
  await withReplica({}, async ({ replica, lines }) => {
    await replica.start();
    expect(lines).toEqual([
      "svc: the replica of DATABASE_READ_URL is left out: its schema is older than the primary's, without the step '9999-newer'. Answers come from the primary until it is back.",
    ]);
    await pair.resume();
    await vi.waitFor(() => expect(replica.getState().isServing).toBe(true), { timeout: 10_000 });
  });
  await primary.query(`DELETE FROM schema_migrations WHERE name = '9999-newer'`);
  await pair.caughtUp();
});

it('leaves out a replica that lags by more than 5 s, and says once when it goes and comes back', async () => {
  await withReplica({}, async ({ replica, lines }) => {
    await replica.start();
    await pair.pause();
    const stop = keepWriting();
    await vi.waitFor(() => expect(replica.getState().isServing).toBe(false), { timeout: 15_000 });
    expect(replica.getState().lagMs).toBeGreaterThan(5_000);
    await pair.resume();
    await vi.waitFor(() => expect(replica.getState().isServing).toBe(true), { timeout: 15_000 });
    await stop();
    expect(lines).toEqual([
      expect.stringMatching(/is left out: it lags by [5-9]\.\d s\. /),
      expect.stringMatching(/answers again/),
    ]);
  });
}, 60_000);

it('counts the connections that other servers may open, and those of other programs', async () => {
  const another = openDatabase(pair.primaryUrl, 1, { applicationName: 'svc 37 other:1' });
  const program = openDatabase(pair.primaryUrl, 1, { applicationName: 'psql' });
  await Promise.all([another.query('SELECT 1'), program.query('SELECT 1')]);
  const { others, ...counts } = await readConnectionCounts(primary, 'svc 20 own:1');
  expect(counts).toEqual({
    maxConnections: 97,
    roleLimit: null,
    databaseLimit: null,
    servers: 1,
    serverConnections: 37,
  });
  // The connections of this test's own have the plain name of a program.
  expect(others).toBeGreaterThanOrEqual(2);
  await Promise.all([another.close(), program.close()]);
});

/** Writes to the primary ten times a second. */
function keepWriting(): () => Promise<void> {
  const over = new AbortController();
  const writing = (async () => {
    while (!over.signal.aborted) {
      await primary.query('UPDATE schema_migrations SET name = name');
      await sleep(100);
    }
  })();
  return async () => {
    over.abort();
    await writing;
  };
}
