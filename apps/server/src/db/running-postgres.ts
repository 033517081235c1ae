import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

export interface RunningPostgres {
  pid: number;
  socketDir: string;
}

/** Who runs on these files now, by the pid file that Postgres keeps beside them; null when nobody does. */
export async function findRunningPostgres(clusterDir: string): Promise<RunningPostgres | null> {
  const lines = await pidFileLines(clusterDir);
  if (lines === null) return null;
  const pid = Number(lines[0]);
  const socketDir = lines[4] ?? '';
  if (!Number.isInteger(pid) || pid <= 1 || !(await isPostgresOf(pid, clusterDir))) return null;
  return { pid, socketDir };
}

/**
 * Takes away a pid file whose process is gone. Postgres does so too, unless the number belongs to
 * some other process by now, which is common in containers, where numbers start from 1 again.
 */
export async function removeStalePidFile(clusterDir: string): Promise<void> {
  await rm(join(clusterDir, 'postmaster.pid'), { force: true });
}

/** Asks Postgres to end its sessions and stop, and waits for it. */
export async function stopRunningPostgres({ pid }: RunningPostgres): Promise<void> {
  process.kill(pid, 'SIGINT');
  await waitForEnd(pid);
}

export async function waitForEnd(pid: number): Promise<void> {
  while (isAlive(pid)) await sleep(10);
}

export function databaseUrlOf(socketDir: string): string {
  return `postgres://svc@localhost:5432/postgres?host=${encodeURIComponent(socketDir)}`;
}

/** A connection, or null while Postgres does not answer. */
export async function tryConnect(databaseUrl: string): Promise<pg.Client | null> {
  const client = new pg.Client({ connectionString: databaseUrl });
  try {
    await client.connect();
    return client;
  } catch {
    // Not there yet, or starting up: the caller decides how long to wait.
    return null;
  }
}

async function pidFileLines(clusterDir: string): Promise<string[] | null> {
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
