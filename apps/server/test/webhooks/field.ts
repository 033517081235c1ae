import { openDatabase, type Database } from '../../src/db/connections/database.ts';
import { createScope } from '../../src/db/scope.ts';
import { createSystemDeps } from '../../src/deps.ts';
import { systemRandom } from '../../src/random.ts';
import { readConfig } from '../../src/config.ts';
import { openDatabases } from '../../src/db/connections/databases.ts';
import { writeEvents } from '../../src/db/outbox/events.queries.ts';
import { freePort, startServer, type TestServer } from '../server.ts';
import { makeDatabase } from '../test-database.ts';
import { analysisEvent, makeWebhook } from './make-webhook.ts';

/** Whether to prove with all events, or with a part that takes seconds, for every change. */
export const isWhole = process.env['SVC_PROVE'] === 'whole';

/** A database whose server can be killed and started again, with an organization that has webhooks. */
export interface Field {
  database: Database;
  organizationId: string;
  /** Starts the built server. */
  start(): Promise<TestServer>;
  /** Adds a webhook for all events. Returns its id. */
  addWebhook(url: string): Promise<string>;
  /**
   * Writes events to the outbox, in transactions of ten, as the analysis of executions does. Returns the ids of their
   * executions.
   */
  write(count: number): Promise<string[]>;
  close(): Promise<void>;
}

const SECRET = 'a secret that only the tests know, long enough';
const EVENTS_TOGETHER = 10;

export async function openField(): Promise<Field> {
  const { databaseUrl, drop } = await makeDatabase();
  const port = await freePort();
  const database = openDatabase(databaseUrl, 2);
  const databases = openDatabases(databaseUrl, 10, { info: () => {}, warn: () => {} });
  const { keyring } = await createSystemDeps(readConfig({ SVC_SECRET: SECRET }, '/'), databases);
  const organizationId = systemRandom.id();
  await database.query(
    'INSERT INTO organizations (organization_id, name, created_at) VALUES ($1, $2, now())',
    [organizationId, 'Acme'],
  );
  const servers: TestServer[] = [];
  return {
    database,
    organizationId,
    start: async () => {
      const env = { SVC_SECRET: SECRET, SVC_WEBHOOK_ALLOW_PRIVATE: 'true' };
      const server = await startServer({ databaseUrl, port, env });
      servers.push(server);
      return server;
    },
    addWebhook: (url) =>
      makeWebhook({ database, keyring, random: systemRandom }, organizationId, { url }),
    write: async (count) => {
      const ids: string[] = [];
      while (ids.length < count) {
        const events = Array.from({ length: Math.min(EVENTS_TOGETHER, count - ids.length) }, () =>
          analysisEvent({ random: systemRandom }),
        );
        await createScope(database, organizationId).transaction((scope) =>
          writeEvents(scope, events),
        );
        ids.push(...events.map(({ data }) => ('executionId' in data ? data.executionId : '')));
      }
      return ids;
    },
    close: async () => {
      for (const server of servers) await server.stop();
      await database.close();
      await databases.close();
      await drop();
    },
  };
}

/** A line about how far a proof is, or what it found. */
export function report(line: string): void {
  process.stdout.write(`${line}\n`);
}
