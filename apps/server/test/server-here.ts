import type { Server } from 'node:http';
import { buildApp } from '../src/app.ts';
import { readConfig } from '../src/config.ts';
import { openDatabases } from '../src/db/connections/databases.ts';
import { createScope, type Scope } from '../src/db/scope.ts';
import { createSystemDeps, type Deps } from '../src/deps.ts';
import type { ApiKeyInput } from '@svc/contract/people/api-keys';
import { createApiKey } from '../src/people/api-keys/api-keys.service.ts';
import { startJobs, type StartedJobs } from '../src/background/jobs.ts';
import { bootstrap } from '../src/process/bootstrap.ts';
import { rollUpBeforeJudging } from '../src/rollups/roll-up.ts';
import { rethrow } from './make.ts';
import { freePort, TEST_API_KEY, type SharedServer } from './server.ts';
import { makeDisk } from './storages/storages.ts';
import { makeDatabase } from './test-database.ts';

export interface ServerHere extends SharedServer {
  deps: Deps;
  stop(): Promise<void>;
}

export interface JoinedServer extends SharedServer {
  /** Rolls up all changes of the caller's organization, as the server does within a second. */
  settle?(): Promise<void>;
}

/** An organization on a server of this process. */
export interface OrganizationHere extends JoinedServer {
  /** Returns the text of a new key. */
  createKey(key: ApiKeyInput): Promise<string>;
}

/**
 * A server in this process, from source, as `main.ts` starts it: it listens, and does its background work. Its clock is
 * that of the process, which `setNow` does not move.
 */
export async function startServerHere(env: Record<string, string> = {}): Promise<ServerHere> {
  const { databaseUrl, drop } = await makeDatabase();
  const disk = await makeDisk();
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const settings = {
    DATABASE_URL: databaseUrl,
    SVC_SECRET: 'a secret that only the tests know, long enough',
    SVC_BASE_URL: url,
    SVC_BOOTSTRAP_API_KEY: TEST_API_KEY,
    SVC_RATE_LIMIT_READS: '100000',
    SVC_RATE_LIMIT_WRITES: '100000',
    SVC_LOG_LEVEL: 'silent',
    ...disk.env,
    ...env,
  };
  const config = readConfig(settings, '/');
  const databases = openDatabases(databaseUrl, config.databasePoolSize, SILENT);
  const deps = await createSystemDeps(config, databases);
  await bootstrap(deps);
  const app = await buildApp(deps);
  const jobs = workWhileAsked(deps, app.server);
  await app.listen({ host: '127.0.0.1', port });
  return {
    url,
    apiKey: settings.SVC_BOOTSTRAP_API_KEY,
    deps,
    stop: async () => {
      await jobs.stop();
      app.server.closeAllConnections();
      await app.close();
      await databases.close();
      await drop();
      await disk.close();
    },
  };
}

/**
 * Starts the background work, and stops it while nobody asks: other test files run in this worker, and looking for due
 * work takes a thirtieth of its time.
 */
function workWhileAsked(deps: Deps, server: Server): { stop(): Promise<void> } {
  const start = () => startJobs(deps, { info: SILENT.info, error: rethrow });
  let jobs: StartedJobs | undefined = start();
  let askedAt = performance.now();
  const rest = async (): Promise<void> => {
    const stopped = jobs?.stop();
    jobs = undefined;
    await stopped;
  };
  server.on('request', () => {
    askedAt = performance.now();
    jobs ??= start();
  });
  const timer = setInterval(() => {
    if (performance.now() - askedAt > IDLE_MS) void rest();
  }, 1_000).unref();
  return {
    stop: async () => {
      clearInterval(timer);
      await rest();
    },
  };
}

// More than a command waits before it asks again.
const IDLE_MS = 10_000;

/**
 * The server of this worker, with an organization only for the caller. The first call starts it, and it ends with the
 * worker: several test files share a worker. For tests that need no settings of their own, and read only their
 * organization's data.
 */
export async function joinServerHere(): Promise<OrganizationHere> {
  const { url, deps } = await (ofThisWorker ??= startServerHere());
  const scope = await makeOrganization(deps);
  const createKey = async (key: ApiKeyInput) =>
    (await createApiKey(deps, scope, { ...key, createdBy: null })).text;
  const apiKey = await createKey({ name: 'test' });
  return { url, apiKey, createKey, settle: () => rollUpBeforeJudging(scope) };
}

async function makeOrganization(deps: Deps): Promise<Scope> {
  const scope = createScope(deps.database, deps.random.id());
  await deps.database.query(
    'INSERT INTO organizations (organization_id, name, created_at) VALUES ($1, $2, $3)',
    [scope.organizationId, 'Default', deps.clock.now()],
  );
  return scope;
}

let ofThisWorker: Promise<ServerHere> | undefined;

const SILENT = { info: () => {}, warn: () => {} };
