import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

export interface RunningPostgres {
  pid: number;
  socketDir: string;
}

/** The pid file that Postgres wrote when it started, whether or not it still runs; null after an orderly stop. */
export async function readPidFile(clusterDir: string): Promise<RunningPostgres | null> {
  const lines = await readPidFileLines(clusterDir);
  const pid = Number(lines?.[0]);
  return lines === null || !Number.isInteger(pid) || pid <= 1
    ? null
    : { pid, socketDir: lines[4] ?? '' };
}

/** The Postgres that runs on these files, if its process is visible from here; else null. */
export async function findRunningPostgres(clusterDir: string): Promise<RunningPostgres | null> {
  const written = await readPidFile(clusterDir);
  return written !== null && (await isPostgresOf(written.pid, clusterDir)) ? written : null;
}

/**
 * Deletes a pid file whose process is gone. Postgres does so itself, unless another process now has the number. That
 * is common in containers, where numbers start from 1 again.
 */
export async function removeStalePidFile(clusterDir: string): Promise<void> {
  await rm(join(clusterDir, 'postmaster.pid'), { force: true });
}

// A fast stop writes all changed pages; an immediate stop leaves them to the recovery of the next start.
const FAST_STOP_MS = 3_000;
const IMMEDIATE_STOP_MS = 1_000;

/** Asks Postgres to end its sessions and stop, with increasingly strong signals, and waits until it has ended. */
export async function stopRunningPostgres({ pid }: { pid: number }): Promise<void> {
  if (await signalAndWait('SIGINT', pid, FAST_STOP_MS)) return;
  if (await signalAndWait('SIGQUIT', pid, IMMEDIATE_STOP_MS)) return;
  // Its other processes end by themselves when they notice.
  await signalAndWait('SIGKILL', pid, Infinity);
}

async function signalAndWait(signal: NodeJS.Signals, pid: number, ms: number): Promise<boolean> {
  const deadline = performance.now() + ms;
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return true;
    throw error;
  }
  while (isAlive(pid)) {
    if (performance.now() > deadline) return false;
    await sleep(10);
  }
  return true;
}

/** The URL of the Postgres behind a socket, for this role. */
export function buildDatabaseUrl(socketDir: string, role: string): string {
  return `postgres://${role}@localhost:5432/postgres?host=${encodeURIComponent(socketDir)}`;
}

/**
 * The reason why there is no connection: no process listens, Postgres is starting or stopping, or all connections are
 * in use.
 */
export type Unconnected = 'absent' | 'not yet' | 'full';

/** Returns a connection, or the reason why it failed. Any other error is thrown. */
export async function tryConnect(databaseUrl: string): Promise<pg.Client | Unconnected> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  });
  // Without a listener, losing the connection would end the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return client;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const reason = code === undefined ? detectBrokenConnection(message) : REASONS[code];
    if (reason === undefined) throw error;
    return reason;
  }
}

/** Errors that pg throws without a code: its own timeout, and a server that ends during a conversation. */
function detectBrokenConnection(message: string): Unconnected | undefined {
  return /timeout|Connection terminated/.test(message) ? 'not yet' : undefined;
}

// 57P03: cannot_connect_now. 53300: too_many_connections.
const REASONS: Record<string, Unconnected | undefined> = {
  ENOENT: 'absent',
  ECONNREFUSED: 'absent',
  ECONNRESET: 'not yet',
  '57P01': 'not yet',
  '57P03': 'not yet',
  '53300': 'full',
};

async function readPidFileLines(clusterDir: string): Promise<string[] | null> {
  try {
    return (await readFile(join(clusterDir, 'postmaster.pid'), 'utf8')).split('\n');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

async function isPostgresOf(pid: number, clusterDir: string): Promise<boolean> {
  if (!isAlive(pid)) return false;
  if (process.platform !== 'linux') return true;
  const commandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  return commandLine.split('\0').includes(clusterDir);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
