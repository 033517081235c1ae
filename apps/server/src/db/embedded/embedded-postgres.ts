import type { ChildProcess } from 'node:child_process';
import { chmod, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { APP_ROLE, SUPERUSER } from './app-role.ts';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { findPostgresRunner, type PostgresRunner } from './postgres-runner.ts';
import { describePastClock } from './past-clock.ts';
import {
  buildDatabaseUrl,
  findRunningPostgres,
  readPidFile,
  removeStalePidFile,
  stopRunningPostgres,
  tryConnect,
} from './running-postgres.ts';
import { makeFolder } from '../../make-folder.ts';
import { takeServerLock } from '../locks.ts';
import { takeServerSocket } from './server-socket.ts';
import { isDiskFullReported } from './postgres-log.ts';
import { chooseSocketDir } from './socket-dir.ts';
import {
  ANSWER_MS,
  SupervisedPostgres,
  type Log,
  type PostgresPlace,
} from './supervised-postgres.ts';

export interface EmbeddedPostgres {
  /** Connects as the role that owns the tables, which is not a superuser. */
  databaseUrl: string;
  /** URL for tasks that require the cluster's superuser; the server itself does not use it. */
  superuserUrl: string;
  /** Why Postgres does not answer at the moment; null when it runs. */
  trouble(): string | null;
  /** Stops Postgres and waits until no process of it is left. */
  stop(): Promise<void>;
}

/**
 * Starts the bundled Postgres below `dataDir`, as a child process on a local socket. The first start creates its
 * files. It first stops a Postgres that a killed server left behind. It restarts a Postgres that ends, for as long as
 * the server lives.
 * @throws EmbeddedPostgresError when another server uses the directory, or Postgres does not start.
 */
export async function startEmbeddedPostgres(dataDir: string, log: Log): Promise<EmbeddedPostgres> {
  await makePrivate(dataDir);
  const socketDir = await chooseSocketDir(dataDir);
  const letGo = await takeServerSocket(socketDir);
  if (letGo === null) throw buildInUseError(dataDir);
  try {
    const clusterDir = join(dataDir, 'postgres');
    const runner = await findPostgresRunner(dataDir);
    await makeCluster(clusterDir, runner, log);
    const pastClock = await describePastClock(clusterDir);
    if (pastClock !== null) log.warn(pastClock);
    await endLeftover(clusterDir, dataDir, log);
    await runner.own(socketDir);
    const postgres = await startPostgres({ clusterDir, socketDir, runner, log });
    return {
      databaseUrl: postgres.databaseUrl,
      superuserUrl: postgres.superuserUrl,
      trouble: () => postgres.getTrouble(),
      stop: async () => {
        await postgres.stop();
        letGo();
      },
    };
  } catch (error) {
    letGo();
    throw error;
  }
}

async function startPostgres(place: PostgresPlace): Promise<SupervisedPostgres> {
  const postgres = new SupervisedPostgres(place);
  try {
    await postgres.start();
    return postgres;
  } catch (error) {
    await postgres.stop();
    throw error;
  }
}

/**
 * The address of the embedded Postgres if it runs: commands that run while the server runs connect to it. Null for one
 * without the server's role, which a first start left behind that was interrupted: the next start takes it over.
 */
export async function findRunningEmbeddedPostgres(dataDir: string): Promise<string | null> {
  const running = await findRunningPostgres(join(dataDir, 'postgres'));
  if (running === null) return null;
  const databaseUrl = buildDatabaseUrl(running.socketDir, APP_ROLE);
  return (await lacksRole(databaseUrl)) ? null : databaseUrl;
}

async function lacksRole(databaseUrl: string): Promise<boolean> {
  try {
    const connection = await tryConnect(databaseUrl);
    if (typeof connection !== 'string') await connection.end();
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === INVALID_AUTHORIZATION;
  }
}

const INVALID_AUTHORIZATION = '28000';

async function makePrivate(folder: string): Promise<void> {
  await makeFolder(folder);
  await chmod(folder, 0o700);
}

const INITDB_OPTIONS = [
  `--username=${SUPERUSER}`,
  // The socket's folder is private, so only our own user can connect.
  '--auth=trust',
  '--encoding=UTF8',
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
];

// Its files take 40 MB, and the reserve 64 MB.
const NEW_DATABASE = '110 MB';

async function makeCluster(clusterDir: string, runner: PostgresRunner, log: Log): Promise<void> {
  if (await runner.exists(join(clusterDir, 'PG_VERSION'))) return;
  log.info('making a new database');
  // Created under another name and renamed when complete, so that an interrupted start leaves no folder that looks like
  // a database.
  const unfinished = `${clusterDir}.unfinished-${process.pid}`;
  await makePrivate(unfinished);
  await runner.own(unfinished);
  const initdb = runner.spawn('initdb', ['--pgdata', unfinished, ...INITDB_OPTIONS]);
  const output = await collectOutput(initdb);
  if (initdb.exitCode !== 0) {
    await rm(unfinished, { recursive: true, force: true });
    throw new EmbeddedPostgresError(
      isDiskFullReported(output)
        ? `The disk of ${clusterDir} is full: a new database needs ${NEW_DATABASE}. Free space, or set SVC_DATA_DIR to a folder on another disk.`
        : `Postgres could not make its files in ${clusterDir}:\n${output}`,
    );
  }
  await rename(unfinished, clusterDir);
}

/**
 * Stops a Postgres that a killed server left here. A Postgres that belongs to a live server is an error. Connects to
 * the socket before trusting the pid: in a container on the same volume, the pid means nothing.
 */
async function endLeftover(clusterDir: string, dataDir: string, log: Log): Promise<void> {
  const written = await readPidFile(clusterDir);
  if (written === null) return;
  const connection = await connectWhenReady(buildDatabaseUrl(written.socketDir, SUPERUSER));
  if (connection === 'full') throw buildInUseError(dataDir);
  if (connection !== 'absent') {
    const free = await waitForServerLock(connection);
    await connection.end();
    if (!free) throw buildInUseError(dataDir);
  }
  const running = await findRunningPostgres(clusterDir);
  if (running === null) {
    if (connection !== 'absent') throw buildInUseError(dataDir);
    return removeStalePidFile(clusterDir);
  }
  log.warn('stopping the Postgres that an earlier server left behind');
  await stopRunningPostgres(running);
}

// A killed server's session ends when Postgres notices that its socket is closed: at once, but later on a busy machine.
const LEFTOVER_MS = 2_000;

/** False when another server still has the lock after a while. */
async function waitForServerLock(connection: pg.Client): Promise<boolean> {
  const deadline = performance.now() + LEFTOVER_MS;
  while (!(await takeServerLock(connection))) {
    if (performance.now() > deadline) return false;
    await sleep(50);
  }
  return true;
}

/** Connects, and waits while a recovering Postgres answers "not yet". */
async function connectWhenReady(databaseUrl: string): Promise<pg.Client | 'absent' | 'full'> {
  const deadline = performance.now() + ANSWER_MS;
  for (;;) {
    const connection = await tryConnect(databaseUrl);
    if (connection !== 'not yet') return connection;
    if (performance.now() > deadline) return 'full';
    await sleep(100);
  }
}

function buildInUseError(dataDir: string): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `Another svc server uses the data directory ${dataDir}. Stop it, set SVC_DATA_DIR to another directory, ` +
      'or share one database between several servers with DATABASE_URL.',
  );
}

async function collectOutput(child: ChildProcess): Promise<string> {
  let output = '';
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  await new Promise<void>((resolve) => {
    child.once('close', () => resolve());
    child.once('error', (error) => {
      output += error.message;
      resolve();
    });
  });
  return output.trim();
}
