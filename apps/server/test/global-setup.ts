import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { distributeAtStart } from '../src/db/citus/distribute.ts';
import { APP_ROLE } from '../src/db/embedded/app-role.ts';
import { openDatabase } from '../src/db/connections/database.ts';
import {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from '../src/db/embedded/embedded-postgres.ts';
import { migrate } from '../src/db/migrate.ts';
import { makeComingPartitions } from '../src/db/partitions/partitions.ts';
import { testClock } from './clock.ts';
import { databaseUrlOf, onCluster } from './cluster.ts';
import { startServer } from './server.ts';
import { offerSharedServer } from './shared-server.ts';
import { workerDatabaseOf } from './test-database.ts';

/** One Postgres per test run, with one migrated database that every test file copies. */
export async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const cluster = (ofThisProcess[CLUSTER] ??= { users: 0, started: startCluster() });
  cluster.users += 1;
  const { clusterUrl, superuserUrl, templateDatabase, sharedServerDoor, stop } =
    await cluster.started;
  provide('clusterUrl', clusterUrl);
  provide('superuserUrl', superuserUrl);
  provide('templateDatabase', templateDatabase);
  provide('sharedServerDoor', sharedServerDoor);
  return async () => {
    cluster.users -= 1;
    if (cluster.users === 0) await stop();
  };
}

interface Cluster {
  clusterUrl: string;
  superuserUrl: string;
  templateDatabase: string;
  sharedServerDoor: string;
  stop(): Promise<void>;
}

// Every Vitest project loads this file again, and two projects share the Postgres.
const CLUSTER = Symbol.for('svc: the Postgres of this test run');
const ofThisProcess: typeof globalThis & {
  [CLUSTER]?: { users: number; started: Promise<Cluster> };
} = globalThis;

async function startCluster(): Promise<Cluster> {
  const citus = process.env['TEST_CITUS_URL'];
  const given = citus ?? process.env['TEST_DATABASE_URL'];
  const dataDir = await mkdtemp(join(tmpdir(), 'svc-test-'));
  const postgres = given === undefined ? await startPostgres(dataDir) : null;
  const clusterUrl = given ?? postgres?.databaseUrl ?? '';
  const superuserUrl = postgres?.superuserUrl ?? clusterUrl;
  if (postgres !== null) await prepareCluster(postgres.superuserUrl);
  const templateDatabase = `svc_template_${process.pid}`;
  await onCluster(clusterUrl, `CREATE DATABASE ${templateDatabase}`);
  const templateUrl = databaseUrlOf(clusterUrl, templateDatabase);
  if (citus !== undefined) await prepareCitus(templateUrl);
  await prepare(templateUrl);
  if (citus !== undefined) await leaveAlone(clusterUrl, templateDatabase);
  const sharedDatabase = `svc_shared_${process.pid}`;
  const door = await offerSharedServer(async () => {
    await onCluster(clusterUrl, `CREATE DATABASE ${sharedDatabase} TEMPLATE ${templateDatabase}`);
    return startServer({ databaseUrl: databaseUrlOf(clusterUrl, sharedDatabase) });
  });
  const stop = async (): Promise<void> => {
    await door.close();
    await onCluster(superuserUrl, `DROP DATABASE IF EXISTS ${sharedDatabase} WITH (FORCE)`);
    await dropCopies(superuserUrl, templateDatabase);
    await postgres?.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { clusterUrl, superuserUrl, templateDatabase, sharedServerDoor: door.url, stop };
}

/** Drops the template, and the database that each worker copied from it. */
async function dropCopies(superuserUrl: string, templateDatabase: string): Promise<void> {
  const database = openDatabase(superuserUrl, 2);
  const found = await database.query<{ name: string }>(
    'SELECT datname AS name FROM pg_database WHERE datname = $1 OR starts_with(datname, $2)',
    [templateDatabase, workerDatabaseOf(templateDatabase, '')],
  );
  for (const { name } of found) await database.query(`DROP DATABASE ${name} WITH (FORCE)`);
  await database.close();
}

/** Starts Postgres with the machine's clock: under libfaketime, Postgres misses its own timeouts. */
async function startPostgres(dataDir: string): Promise<EmbeddedPostgres> {
  const preloaded = process.env['LD_PRELOAD'];
  delete process.env['LD_PRELOAD'];
  try {
    return await startEmbeddedPostgres(dataDir, silent);
  } finally {
    if (preloaded !== undefined) process.env['LD_PRELOAD'] = preloaded;
  }
}

async function prepareCluster(superuserUrl: string): Promise<void> {
  // The server's role cannot create databases; the tests' role does.
  await onCluster(superuserUrl, `ALTER ROLE ${APP_ROLE} CREATEDB`);
  // No test cuts the power: a killed Postgres loses nothing that the kernel has.
  for (const setting of ['fsync', 'full_page_writes', 'synchronous_commit']) {
    await onCluster(superuserUrl, `ALTER SYSTEM SET ${setting} = off`);
  }
  await onCluster(superuserUrl, 'SELECT pg_reload_conf()');
}

/** A cluster of one node, so that a copy of the database is a copy of all its shards. */
async function prepareCitus(databaseUrl: string): Promise<void> {
  const { hostname, port } = new URL(databaseUrl);
  await onCluster(databaseUrl, 'CREATE EXTENSION citus');
  await onCluster(databaseUrl, `SELECT citus_set_coordinator_host('${hostname}', ${port})`);
  await onCluster(
    databaseUrl,
    `SELECT citus_set_node_property('${hostname}', ${port}, 'shouldhaveshards', true)`,
  );
}

/** Ends the connections that Citus keeps to the template, which could not be copied with them. */
async function leaveAlone(clusterUrl: string, templateDatabase: string): Promise<void> {
  await onCluster(clusterUrl, `ALTER DATABASE ${templateDatabase} ALLOW_CONNECTIONS false`);
  await onCluster(
    clusterUrl,
    `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = '${templateDatabase}'`,
  );
}

async function prepare(databaseUrl: string): Promise<void> {
  const database = openDatabase(databaseUrl, 2);
  await migrate(database, () => {});
  await distributeAtStart(database, silent, { shardCount: SHARDS });
  await makeComingPartitions(database, testClock.now());
  await database.close();
}

// With TEST_CITUS_URL. Each copy of the database has all shards of all partitions.
const SHARDS = 2;

const silent = { info: () => {}, warn: () => {} };
