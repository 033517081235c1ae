import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase, type Database } from '../connections/database.ts';
import { APP_ROLE, SUPERUSER } from './app-role.ts';
import { findPostgresRunner, type PostgresRunner } from './postgres-runner.ts';
import { buildDatabaseUrl, stopRunningPostgres, tryConnect } from './running-postgres.ts';

/** A primary with an empty database, and a hot standby that streams from it: two of the embedded Postgres. */
export interface PostgresPair {
  /** As a role that owns the database and has no other rights. */
  primaryUrl: string;
  replicaUrl: string;
  /** Resolves when the replica has replayed all that the primary has written. */
  caughtUp(): Promise<void>;
  /** Stops the replay; the replica still answers. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  stopReplica(): Promise<void>;
  startReplica(): Promise<void>;
  promoteReplica(): Promise<void>;
  close(): Promise<void>;
}

const DATABASE = 'svc_pair';

/**
 * Starts both in a temporary folder, which `close` deletes. For tests and benchmarks: nothing is synced to the disk.
 * @param env the environment of Postgres, by default that of this process.
 */
export async function startPostgresPair(env?: NodeJS.ProcessEnv): Promise<PostgresPair> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-pair-'));
  const runner = await findPostgresRunner(folder);
  const [primary, replica] = await makeClusters({ runner, env }, folder);
  await primary.start();
  await onCluster(primary.superuserUrl, `CREATE ROLE ${APP_ROLE} LOGIN`);
  await onCluster(primary.superuserUrl, `CREATE DATABASE ${DATABASE} OWNER ${APP_ROLE}`);
  const primaryUrl = databaseUrlOf(buildDatabaseUrl(primary.socketDir, APP_ROLE), DATABASE);
  await replica.start();
  return {
    primaryUrl,
    replicaUrl: databaseUrlOf(buildDatabaseUrl(replica.socketDir, APP_ROLE), DATABASE),
    caughtUp: () => untilCaughtUp(primary.superuserUrl, replica.superuserUrl),
    pause: () => onCluster(replica.superuserUrl, 'SELECT pg_wal_replay_pause()'),
    resume: () => onCluster(replica.superuserUrl, 'SELECT pg_wal_replay_resume()'),
    stopReplica: () => replica.stop(),
    startReplica: () => replica.start(),
    promoteReplica: () => onCluster(replica.superuserUrl, 'SELECT pg_promote()'),
    close: async () => {
      await replica.stop();
      await primary.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** How Postgres runs. */
interface Way {
  runner: PostgresRunner;
  env: NodeJS.ProcessEnv | undefined;
}

interface Cluster {
  socketDir: string;
  superuserUrl: string;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Makes the files of the primary, and those of the replica as a copy of them: before the first start, no backup mode is
 * needed for that.
 */
async function makeClusters(way: Way, folder: string): Promise<[Cluster, Cluster]> {
  const { runner } = way;
  const [primaryDir, replicaDir] = [join(folder, 'p'), join(folder, 'r')];
  await mkdir(join(primaryDir, 'data'), { recursive: true, mode: 0o700 });
  await mkdir(replicaDir, { mode: 0o700 });
  await runner.own(folder);
  const initdb = ['--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync'];
  const files = ['--pgdata', join(primaryDir, 'data'), `--username=${SUPERUSER}`];
  const made = runner.spawn('initdb', [...files, ...initdb], { stdio: 'ignore' });
  const [exitCode] = (await once(made, 'exit')) as [number | null];
  if (exitCode !== 0) throw new Error(`initdb ended with ${exitCode}`);
  await cp(join(primaryDir, 'data'), join(replicaDir, 'data'), {
    recursive: true,
    preserveTimestamps: true,
  });
  await writeFile(join(replicaDir, 'data', 'standby.signal'), '');
  await runner.own(folder);
  return [
    createCluster(way, primaryDir, []),
    createCluster(way, replicaDir, [
      '-c',
      `primary_conninfo=host=${primaryDir} user=${SUPERUSER}`,
      '-c',
      'wal_retrieve_retry_interval=100ms',
    ]),
  ];
}

function createCluster({ runner, env }: Way, socketDir: string, options: string[]): Cluster {
  let child: ChildProcess | undefined;
  const superuserUrl = buildDatabaseUrl(socketDir, SUPERUSER);
  const settings = ['listen_addresses=', `unix_socket_directories=${socketDir}`, 'fsync=off'];
  return {
    socketDir,
    superuserUrl,
    start: async () => {
      const all = [...settings.flatMap((setting) => ['-c', setting]), ...options];
      child = runner.spawn('postgres', ['-D', join(socketDir, 'data'), ...all], {
        stdio: 'ignore',
        env,
      });
      await untilItAnswers(superuserUrl);
    },
    stop: async () => {
      const pid = child?.pid;
      if (pid !== undefined && child?.exitCode === null) await stopRunningPostgres({ pid });
      child = undefined;
    },
  };
}

async function untilItAnswers(url: string): Promise<void> {
  for (const deadline = performance.now() + 30_000; performance.now() < deadline; await sleep(20)) {
    const connection = await tryConnect(url);
    if (typeof connection === 'string') continue;
    await connection.end();
    return;
  }
  throw new Error('Postgres did not answer');
}

async function untilCaughtUp(primaryUrl: string, replicaUrl: string): Promise<void> {
  const primary = openDatabase(primaryUrl, 1);
  const replica = openDatabase(replicaUrl, 1);
  try {
    const written = await readOne(primary, 'pg_current_wal_lsn()');
    const sql = `pg_last_wal_replay_lsn() >= '${String(written)}'`;
    for (const deadline = performance.now() + 30_000; !(await readOne(replica, sql));) {
      if (performance.now() > deadline) throw new Error('the replica did not catch up');
      await sleep(10);
    }
  } finally {
    await Promise.all([primary.close(), replica.close()]);
  }
}

async function readOne(database: Database, expression: string): Promise<unknown> {
  const [row] = await database.query<{ value: unknown }>(`SELECT ${expression} AS value`);
  return row?.value;
}

function databaseUrlOf(clusterUrl: string, database: string): string {
  const url = new URL(clusterUrl);
  url.pathname = `/${database}`;
  return url.href;
}

async function onCluster(clusterUrl: string, sql: string): Promise<void> {
  const database = openDatabase(clusterUrl, 1);
  await database.query(sql);
  await database.close();
}
