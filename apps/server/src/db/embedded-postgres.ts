import type { ChildProcess } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { chmod, mkdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { findPostgresRunner, type PostgresRunner } from './postgres-runner.ts';
import {
  databaseUrlOf,
  findRunningPostgres,
  readPidFile,
  removeStalePidFile,
  stopRunningPostgres,
  tryConnect,
  waitForEnd,
  type Unconnected,
} from './running-postgres.ts';
import { chooseSocketDir } from './socket-dir.ts';

export interface EmbeddedPostgres {
  databaseUrl: string;
  /** Stops Postgres and waits until no process of it is left. */
  stop(): Promise<void>;
}

interface Log {
  info(message: string): void;
  warn(message: string): void;
}

/**
 * Starts the Postgres that comes with the repository below `dataDir`, as a child process on a local
 * socket, making its files at the first start. A Postgres that a killed server left behind is
 * stopped first; one that dies is started again.
 * @throws EmbeddedPostgresError when another server uses the directory, or Postgres does not start.
 */
export async function startEmbeddedPostgres(dataDir: string, log: Log): Promise<EmbeddedPostgres> {
  await makePrivate(dataDir);
  const clusterDir = join(dataDir, 'postgres');
  const runner = await findPostgresRunner(dataDir);
  await makeCluster(clusterDir, runner, log);
  await endLeftover(clusterDir, dataDir, log);

  const socketDir = await chooseSocketDir(dataDir);
  await runner.own(socketDir);
  const postgres = new SupervisedPostgres({ clusterDir, socketDir, runner, log });
  await postgres.start();
  return postgres;
}

/** The address of the embedded Postgres if it runs now: how a command beside a running server reaches it. */
export async function runningEmbeddedPostgres(dataDir: string): Promise<string | null> {
  const running = await findRunningPostgres(join(dataDir, 'postgres'));
  return running === null ? null : databaseUrlOf(running.socketDir);
}

async function makePrivate(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await chmod(folder, 0o700);
}

const INITDB_OPTIONS = [
  '--username=svc',
  // The socket's folder is private, so whoever reaches it is us.
  '--auth=trust',
  '--encoding=UTF8',
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
];

async function makeCluster(clusterDir: string, runner: PostgresRunner, log: Log): Promise<void> {
  if (await runner.exists(join(clusterDir, 'PG_VERSION'))) return;
  log.info('making a new database');
  // Made aside and renamed when whole, so that a start cut short leaves nothing that looks like a database.
  const unfinished = `${clusterDir}.unfinished-${process.pid}`;
  await makePrivate(unfinished);
  await runner.own(unfinished);
  const initdb = runner.spawn('initdb', ['--pgdata', unfinished, ...INITDB_OPTIONS]);
  const output = await collectOutput(initdb);
  if (initdb.exitCode !== 0) {
    await rm(unfinished, { recursive: true, force: true });
    throw new EmbeddedPostgresError(
      `Postgres could not make its files in ${clusterDir}:\n${output}`,
    );
  }
  await rename(unfinished, clusterDir);
}

/**
 * A Postgres that runs here already belongs to a live server, or was left by a killed one. Its socket
 * is asked before its pid is believed: in a container on the same volume the number means nothing.
 */
async function endLeftover(clusterDir: string, dataDir: string, log: Log): Promise<void> {
  const written = await readPidFile(clusterDir);
  if (written === null) return;
  const connection = await connectWhenReady(databaseUrlOf(written.socketDir));
  if (connection === 'full') throw inUse(dataDir);
  if (connection !== 'absent') {
    const free = await takeServerLock(connection);
    await connection.end();
    if (!free) throw inUse(dataDir);
  }
  const running = await findRunningPostgres(clusterDir);
  if (running === null) {
    if (connection !== 'absent') throw inUse(dataDir);
    return removeStalePidFile(clusterDir);
  }
  log.warn('stopping the Postgres that an earlier server left behind');
  await stopRunningPostgres(running);
}

/** Postgres that recovers answers "not yet" for as long as that takes. */
async function connectWhenReady(databaseUrl: string): Promise<Connection | 'absent' | 'full'> {
  const deadline = performance.now() + ANSWER_DEADLINE_MS;
  for (;;) {
    const connection = await tryConnect(databaseUrl);
    if (connection !== 'not yet') return connection;
    if (performance.now() > deadline) return 'full';
    await sleep(100);
  }
}

function inUse(dataDir: string): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `Another svc server uses the data directory ${dataDir}. Stop it, set SVC_DATA_DIR to another directory, ` +
      'or share one database between several servers with DATABASE_URL.',
  );
}

type Connection = Exclude<Awaited<ReturnType<typeof tryConnect>>, Unconnected>;

/** Held for as long as the server lives, and gone with it however it ends. */
async function takeServerLock(connection: Connection): Promise<boolean> {
  const { rows } = await connection.query<{ free: boolean }>(
    'SELECT pg_try_advisory_lock($1) AS free',
    [SERVER_LOCK],
  );
  return rows[0]?.free === true;
}

// Any number will do that nothing else in this database locks.
const SERVER_LOCK = 7_382_001;

// Recovery after a crash replays up to max_wal_size of log before Postgres answers.
const ANSWER_DEADLINE_MS = 300_000;
// After a crash its last processes hold the files for a few seconds yet, and a start then fails.
const START_DEADLINE_MS = 15_000;
const RESTART_PAUSE_MS = 500;

class SupervisedPostgres implements EmbeddedPostgres {
  readonly databaseUrl: string;
  readonly #place: { clusterDir: string; socketDir: string; runner: PostgresRunner; log: Log };
  #child: ChildProcess | null = null;
  #lock: Connection | null = null;
  #stopping = false;

  constructor(place: { clusterDir: string; socketDir: string; runner: PostgresRunner; log: Log }) {
    this.#place = place;
    this.databaseUrl = databaseUrlOf(place.socketDir);
  }

  async start(): Promise<void> {
    const deadline = performance.now() + START_DEADLINE_MS;
    while (!this.#stopping) {
      const child = this.#spawn();
      const connection = await this.#connect(child);
      if (connection !== null) return this.#watch(child, connection);
      if (performance.now() > deadline) throw await this.#failed();
      await sleep(RESTART_PAUSE_MS);
    }
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    await this.#lock?.end().catch(() => undefined);
    const child = this.#child;
    if (child?.pid === undefined || child.exitCode !== null) return;
    child.kill('SIGINT');
    await waitForEnd(child.pid);
  }

  #spawn(): ChildProcess {
    const { clusterDir, socketDir, runner } = this.#place;
    const logFile = openSync(`${clusterDir}.log`, 'a', 0o600);
    const child = runner.spawn('postgres', ['-D', clusterDir, ...settings(socketDir)], {
      stdio: ['ignore', logFile, logFile],
      // In a group of its own, so that Ctrl-C reaches the server alone and it can finish its requests first.
      detached: true,
    });
    closeSync(logFile);
    child.once('error', (error) =>
      this.#place.log.warn(`Postgres could not be run: ${error.message}`),
    );
    this.#child = child;
    return child;
  }

  /** Null when Postgres ended before it answered. */
  async #connect(child: ChildProcess): Promise<Connection | null> {
    const deadline = performance.now() + ANSWER_DEADLINE_MS;
    while (child.pid !== undefined && child.exitCode === null && child.signalCode === null) {
      const connection = await tryConnect(this.databaseUrl);
      if (typeof connection !== 'string') return connection;
      if (performance.now() > deadline) throw await this.#failed();
      await sleep(15);
    }
    return null;
  }

  async #watch(child: ChildProcess, connection: Connection): Promise<void> {
    this.#lock = connection;
    // The loss of this connection shows as the child's exit too, which is where it is mended.
    connection.on('error', () => undefined);
    if (!(await takeServerLock(connection))) {
      // Two servers that started at once: this one reached the other's Postgres.
      await this.stop();
      throw inUse(dirname(this.#place.clusterDir));
    }
    child.once('exit', (code, signal) => {
      if (this.#stopping) return;
      this.#place.log.warn(`Postgres ended (${signal ?? code}); starting it again`);
      this.start().catch((error: unknown) => this.#place.log.warn(String(error)));
    });
  }

  async #failed(): Promise<EmbeddedPostgresError> {
    const logFile = `${this.#place.clusterDir}.log`;
    const lastLines = (await readFile(logFile, 'utf8')).trimEnd().split('\n').slice(-4).join('\n');
    return new EmbeddedPostgresError(
      `The embedded Postgres did not start. The end of ${logFile}:\n${lastLines}`,
    );
  }
}

function settings(socketDir: string): string[] {
  const values = {
    listen_addresses: '',
    unix_socket_directories: socketDir,
    unix_socket_permissions: '0700',
    max_connections: '100',
    shared_buffers: '256MB',
    max_wal_size: '4GB',
    // One machine, no replicas: the write-ahead log is for crashes alone.
    wal_level: 'minimal',
    max_wal_senders: '0',
    // Compiling a query costs more than any of ours takes.
    jit: 'off',
    log_min_messages: 'warning',
  };
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
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
