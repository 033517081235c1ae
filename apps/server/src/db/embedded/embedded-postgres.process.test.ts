import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, expect, it, vi } from 'vitest';
import { testClock } from '../../../test/clock.ts';
import { isAlive } from '../../../test/server.ts';
import { APP_ROLE, SUPERUSER } from './app-role.ts';
import {
  findRunningEmbeddedPostgres,
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from './embedded-postgres.ts';
import { buildDatabaseUrl } from './running-postgres.ts';

const undo: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const step of undo.splice(0).toReversed()) await step();
});

it('makes a database on the first start and finds it again on the next', async () => {
  const dataDir = await makeDataDir();
  const first = await start(dataDir);
  await query(first.databaseUrl, 'CREATE TABLE kept AS SELECT 42 AS answer');
  await first.stop();
  const second = await start(dataDir);
  expect(await query(second.databaseUrl, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
});

it('leaves no process and no publicly accessible folder behind', async () => {
  const dataDir = await makeDataDir();
  const postgres = await start(dataDir);
  const pid = await pidOf(dataDir);
  await postgres.stop();
  expect(isAlive(pid)).toBe(false);
  expect((await stat(dataDir)).mode & 0o077).toBe(0);
});

it('refuses a data directory that another server uses, and leaves that one alone', async () => {
  const dataDir = await makeDataDir();
  const first = await start(dataDir);
  await expect(startEmbeddedPostgres(dataDir, silent)).rejects.toThrow(
    `Another svc server uses the data directory ${dataDir}. Stop it, set SVC_DATA_DIR to another directory`,
  );
  expect(await query(first.databaseUrl, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

it('refuses it too when the other server is in another container, where pids mean nothing', async () => {
  const dataDir = await makeDataDir();
  const first = await start(dataDir);
  const pidFile = join(dataDir, 'postgres', 'postmaster.pid');
  const written = await readFile(pidFile, 'utf8');
  await writeFile(pidFile, written.replace(/^\d+/, '4194000'));
  await expect(startEmbeddedPostgres(dataDir, silent)).rejects.toThrow('Another svc server uses');
  await writeFile(pidFile, written);
  expect(await query(first.databaseUrl, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

it('takes over from a server that was killed and left its Postgres running', async () => {
  const dataDir = await makeDataDir();
  const { server, pid } = await startInOwnProcess(dataDir);
  server.kill('SIGKILL');
  await once(server, 'exit');
  expect(isAlive(pid)).toBe(true);
  const next = await start(dataDir);
  expect(await query(next.databaseUrl, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  expect(isAlive(pid)).toBe(false);
});

it('takes over from a first start that was killed before it made the role', async () => {
  const dataDir = await makeDataDir();
  const { server } = await startInOwnProcess(dataDir);
  server.kill('SIGKILL');
  await once(server, 'exit');
  expect(await findRunningEmbeddedPostgres(dataDir)).not.toBeNull();
  const superuser = buildDatabaseUrl(join(dataDir, 'socket'), SUPERUSER);
  await query(superuser, `ALTER ROLE ${APP_ROLE} RENAME TO not_made_yet`);
  expect(await findRunningEmbeddedPostgres(dataDir)).toBeNull();
  const next = await start(dataDir);
  expect(await query(next.databaseUrl, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

it('restarts Postgres when it is killed, with everything that was committed', async () => {
  const dataDir = await makeDataDir();
  const postgres = await start(dataDir);
  await query(postgres.databaseUrl, 'CREATE TABLE kept AS SELECT 42 AS answer');
  const killed = await pidOf(dataDir);
  process.kill(killed, 'SIGKILL');
  const rows = await untilAnswered(() => query(postgres.databaseUrl, 'SELECT answer FROM kept'));
  expect(rows).toEqual([{ answer: 42 }]);
  expect(await pidOf(dataDir)).not.toBe(killed);
});

it('keeps its directory when a backend crash ends all sessions and releases their locks', async () => {
  const dataDir = await makeDataDir();
  const postgres = await start(dataDir);
  const postmaster = await pidOf(dataDir);
  const lockHolder = await serverLockHolder(postgres);
  process.kill(await backendPid(postgres), 'SIGKILL');
  await expect(startEmbeddedPostgres(dataDir, silent)).rejects.toThrow('Another svc server uses');
  const heldAgain = await untilAnswered(() => serverLockHolder(postgres));

  expect(heldAgain).not.toBe(lockHolder);
  await vi.waitUntil(() => postgres.trouble() === null, 20_000);
  expect(await pidOf(dataDir)).toBe(postmaster);
  await expect(startEmbeddedPostgres(dataDir, silent)).rejects.toThrow('Another svc server uses');
  expect(await pidOf(dataDir)).toBe(postmaster);
});

it('restarts Postgres each time it is killed, and reports the outage meanwhile', async () => {
  const dataDir = await makeDataDir();
  const postgres = await start(dataDir);
  for (let times = 0; times < 3; times++) {
    const killed = await pidOf(dataDir);
    process.kill(killed, 'SIGKILL');
    await vi.waitUntil(() => postgres.trouble() !== null, { timeout: 5_000, interval: 1 });
    await vi.waitUntil(() => postgres.trouble() === null, 20_000);
    expect(await pidOf(dataDir)).not.toBe(killed);
  }
  expect(await query(postgres.databaseUrl, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

it('warns of a clock that is earlier than the last change, and starts', async () => {
  const dataDir = await makeDataDir();
  await (await start(dataDir)).stop();
  const control = join(dataDir, 'postgres', 'global', 'pg_control');
  const inTwoHours = testClock.now().getTime() / 1_000 + 7_230;
  await utimes(control, inTwoHours, inTwoHours);
  const warnings: string[] = [];
  const log = { info: () => {}, warn: (line: string) => void warnings.push(line) };
  const postgres = await startEmbeddedPostgres(dataDir, log);
  undo.push(() => postgres.stop());
  expect(warnings).toEqual([
    expect.stringMatching(/^svc: the clock of this machine is 2 h .*earlier than the last change/),
  ]);
});

it('keeps its log and one older file small while Postgres writes', async () => {
  const dataDir = await makeDataDir();
  const log = join(dataDir, 'postgres.log');
  const large = 5 * 1024 * 1024;
  await writeFile(log, 'x'.repeat(large));
  await writeFile(`${log}.1`, 'older');
  const postgres = await start(dataDir);
  await vi.waitUntil(async () => (await stat(log)).size < 10_000, 20_000);
  expect((await stat(`${log}.1`)).size).toBeGreaterThanOrEqual(large);
  await expect(query(postgres.databaseUrl, 'SELECT no_such_column')).rejects.toThrow('not exist');
  expect(await readFile(log, 'utf8')).toMatch(/^[^\0]*no_such_column/);
});

it('does not let its server run a program or read a file', async () => {
  const postgres = await start(await makeDataDir());
  await query(postgres.databaseUrl, 'CREATE TABLE target (line text)');
  for (const [statement, refusal] of [
    [`COPY target FROM PROGRAM 'id'`, 'permission denied to COPY to or from an external program'],
    [`COPY target FROM '/etc/passwd'`, 'permission denied to COPY from a file'],
    [`SELECT pg_read_file('/etc/passwd')`, 'permission denied for function pg_read_file'],
    [`ALTER ROLE svc_app SUPERUSER`, 'permission denied to alter role'],
    [`SET SESSION AUTHORIZATION svc`, 'permission denied to set session authorization'],
    [`SET ROLE svc`, 'permission denied to set role'],
  ] as const) {
    await expect(query(postgres.databaseUrl, statement)).rejects.toThrow(refusal);
  }
});

it('is not held up by a pid file whose number now belongs to another process', async () => {
  const dataDir = await makeDataDir();
  const postgres = await start(dataDir);
  await postgres.stop();
  const stale = [process.pid, join(dataDir, 'postgres'), '1', '5432', '/tmp', ''].join('\n');
  await writeFile(join(dataDir, 'postgres', 'postmaster.pid'), stale);
  const next = await start(dataDir);
  expect(await query(next.databaseUrl, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

it.for(["with space, comma and 'quote'", 'x'.repeat(90), 'ünïcödé'])(
  'works in a folder named %s',
  async (name) => {
    const postgres = await start(join(await makeDataDir(), name));
    expect(await query(postgres.databaseUrl, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  },
);

async function makeDataDir(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-embedded-'));
  undo.push(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function start(dataDir: string): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres(dataDir, silent);
  undo.push(() => postgres.stop());
  return postgres;
}

async function startInOwnProcess(dataDir: string) {
  const module = new URL('../../../build/db/embedded/embedded-postgres.js', import.meta.url);
  const script = `
    const { startEmbeddedPostgres } = await import(${JSON.stringify(module.href)});
    await startEmbeddedPostgres(${JSON.stringify(dataDir)}, { info() {}, warn() {} });
    process.stdout.write('up');
    setInterval(() => {}, 1000);`;
  const server = spawn(process.execPath, ['--input-type=module', '-e', script]);
  await once(server.stdout, 'data');
  return { server, pid: await pidOf(dataDir) };
}

async function pidOf(dataDir: string): Promise<number> {
  return Number.parseInt(await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8'), 10);
}

/** The pid of the session that holds the server lock. */
async function serverLockHolder({ databaseUrl }: EmbeddedPostgres): Promise<number> {
  const rows = await query(databaseUrl, `SELECT pid FROM pg_locks WHERE locktype = 'advisory'`);
  const [holder] = rows as { pid: number }[];
  if (holder === undefined) throw new Error('nobody has the lock');
  return holder.pid;
}

/** The backend pid of a session that stays connected. */
async function backendPid({ databaseUrl }: EmbeddedPostgres): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl });
  client.on('error', () => undefined);
  await client.connect();
  undo.push(() => client.end().catch(() => undefined));
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  return rows[0]?.pid ?? 0;
}

async function query(databaseUrl: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(sql)).rows as unknown[];
  } finally {
    await client.end();
  }
}

/** Postgres needs a moment to recover; connecting fails until then. */
async function untilAnswered<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  const deadline = performance.now() + 20_000;
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (performance.now() > deadline) throw error;
      await sleep(50);
    }
  }
}

const silent = { info: () => {}, warn: () => {} };
