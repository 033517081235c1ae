import { expect } from 'vitest';
import type { IngestAnswer } from '@svc/contract/executions/ingest';
import { openDatabase, type Database } from '../../src/db/connections/database.ts';
import { startPostgresProxy, type PostgresProxy } from '../failures/postgres-proxy.ts';
import { memoryOf, resetPeakMemory } from '../load/process-memory.ts';
import { startServer, type TestServer } from '../server.ts';
import { makeOrganization } from '../shared-server.ts';
import { makeDatabase } from '../test-database.ts';
import { startProbe, type Probed } from './probe.ts';
import { clockEnv } from '../clock.ts';

/** Whether to run each attack in full, or a part that takes seconds, for every change. */
export const isWhole = process.env['SVC_PROVE'] === 'whole';

/** A server with 512 MB, one organization that attacks it, and a bystander. */
export interface Arena {
  server: TestServer;
  attackerKey: string;
  bystanderKey: string;
  /** Between the server and its Postgres. */
  proxy: PostgresProxy;
  /** A connection that bypasses the server. */
  database: Database;
  /** An upload of the attacker. Acknowledged uploads must be stored at the end. */
  upload(body: Buffer | string, headers?: Record<string, string>): Promise<number>;
  /** A GET of the attacker, read to its end; returns its size. */
  get(path: string, signal?: AbortSignal): Promise<{ status: number; bytes: number }>;
  close(): Promise<void>;
}

export interface Outcome extends Probed {
  attack: string;
  peakMiB: number;
  acknowledged: number;
}

export async function openArena(): Promise<Arena & { acknowledged: Map<string, number> }> {
  const { databaseUrl, drop } = await makeDatabase();
  const proxy = await startPostgresProxy(databaseUrl);
  const server = await startServer({
    databaseUrl: proxy.databaseUrl,
    env: { ...clockEnv('--max-old-space-size=512'), SVC_LOG_LEVEL: 'silent' },
  });
  const acknowledged = new Map<string, number>();
  const attackerKey = await makeOrganization(databaseUrl);
  const authorization = `Bearer ${attackerKey}`;
  const database = openDatabase(databaseUrl, 4);
  return {
    server,
    attackerKey,
    bystanderKey: await makeOrganization(databaseUrl),
    proxy,
    database,
    acknowledged,
    upload: async (body, headers = {}) => {
      const encoding = typeof body === 'string' ? {} : { 'content-encoding': 'gzip' };
      const response = await fetch(`${server.url}/api/ingest`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json', ...encoding, ...headers },
        body,
      }).catch(() => null);
      if (response === null) return 0;
      const text = await response.text().catch(() => '');
      if (response.status === 200 && headers['idempotency-key'] === undefined) {
        const { executionId, accepted } = (JSON.parse(text) as { data: IngestAnswer }).data;
        const results = (acknowledged.get(executionId) ?? 0) + accepted.results;
        acknowledged.set(executionId, results);
      }
      return response.status;
    },
    get: async (path, signal) => {
      const response = await fetch(server.url + path, {
        headers: { authorization },
        signal: signal ?? null,
      });
      let bytes = 0;
      for await (const chunk of response.body ?? []) bytes += chunk.length;
      return { status: response.status, bytes };
    },
    close: async () => {
      await database.close();
      await server.stop();
      await proxy.close();
      await drop();
    },
  };
}

/**
 * Runs an attack while the bystander asks `whoami`, and holds the server to this: the same process lives, it is ready
 * within 30 s, everything that it acknowledged is there, and the bystander waited less than a second (p99),
 * but where the attack takes the database away from everybody. The proxy of the database is in this process: what
 * `run` computes here would look like a slow server, so bodies are made before.
 */
export async function withstand(
  arena: Awaited<ReturnType<typeof openArena>>,
  attack: string,
  { run, takesDatabase = false }: { run: () => Promise<void>; takesDatabase?: boolean },
): Promise<Outcome> {
  const { server, bystanderKey, database, acknowledged } = arena;
  await resetPeakMemory(server.child.pid);
  const probe = await startProbe({ url: server.url, apiKey: bystanderKey });
  try {
    await run();
  } finally {
    outcomes.push({ attack, peakMiB: 0, acknowledged: acknowledged.size, ...(await probe.stop()) });
  }
  const outcome = outcomes.at(-1);
  if (outcome === undefined) throw new Error('the outcome was not noted');
  // The last output of the process says why it ended.
  if (server.child.exitCode !== null || server.child.signalCode !== null) {
    throw new Error(`the server ended:\n${server.output().slice(-3_000)}`);
  }
  outcome.peakMiB = Math.round((await memoryOf(server.child.pid)).peak);
  await expect
    .poll(async () => (await fetch(`${server.url}/readyz`)).status, { timeout: 30_000 })
    .toBe(200);
  expect(await storedResults(database, [...acknowledged.keys()])).toEqual(acknowledged);
  if (!takesDatabase) {
    expect(outcome.refused).toEqual({});
    expect(outcome.p99Ms).toBeLessThan(1_000);
  }
  return outcome;
}

/** The outcome of every attack, for the table at the end. */
export const outcomes: Outcome[] = [];

async function storedResults(database: Database, ids: string[]): Promise<Map<string, number>> {
  const rows = await database.query<{ id: string; results: number }>(
    `SELECT executions.id, count(results.id)::integer AS results
     FROM executions
     LEFT JOIN results ON results.organization_id = executions.organization_id
       AND results.execution_id = executions.id
     WHERE executions.id = ANY ($1)
     GROUP BY executions.id`,
    [ids],
  );
  return new Map(rows.map(({ id, results }) => [id, results]));
}
