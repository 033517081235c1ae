import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, rmSync, writeSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterEach, expect, it, vi } from 'vitest';
import { buildDatabaseUrl } from '../../src/db/embedded/running-postgres.ts';
import { makeUpload } from '../make.ts';
import { freePort, TEST_API_KEY } from '../server.ts';
import { clockEnv } from '../clock.ts';

const MAIN = fileURLToPath(new URL('../../dist/main.js', import.meta.url));
// Longer than a first start waits: a restart must not give up after that time.
const LONG_MS = 16_000;

let server: ChildProcess;
let folder: string;

afterEach(async () => {
  if (server.exitCode === null && server.signalCode === null) {
    server.kill('SIGTERM');
    await once(server, 'exit');
  }
  await rm(folder, { recursive: true, force: true });
});

it('recovers from a full disk, first by its reserve and then when there is room', async () => {
  const { url, disk } = await startOnSmallDisk();
  expect(await upload(url)).toBe(200);
  const reserve = join(disk, 'postgres', 'pg_wal', 'svc-reserve');
  const filler = join(disk, 'filler');
  await vi.waitUntil(() => existsSync(reserve), { timeout: 30_000 });

  fill(filler);
  await writeLogUntil(disk, () => !existsSync(reserve));
  await vi.waitUntil(async () => (await ask(url, '/api/executions')).status === 200, {
    timeout: 30_000,
    interval: 100,
  });

  fill(filler);
  await writeLogUntil(disk, async () => /disk.* full/.test(await databaseState(url)));
  const fullSince = performance.now();
  const read = await ask(url, '/api/executions');
  expect([read.status, await upload(url)]).toEqual([503, 503]);
  expect(read.headers.get('retry-after')).toBe('5');
  await vi.waitUntil(() => performance.now() - fullSince > LONG_MS, { timeout: 2 * LONG_MS });
  expect(await databaseState(url)).toMatch(/disk.* full/);

  rmSync(filler);
  await vi.waitUntil(async () => (await upload(url)) === 200, { timeout: 60_000, interval: 500 });
  expect(await databaseState(url)).toBe('ok');
  await vi.waitUntil(() => existsSync(reserve), { timeout: 30_000 });
}, 240_000);

/**
 * Starts the server on a file system in memory, visible only in the server's mount namespace; `disk` is its path from
 * here.
 */
async function startOnSmallDisk() {
  folder = await mkdtemp(join(tmpdir(), 'svc-disk-'));
  const port = await freePort();
  const mount = 'mount -t tmpfs -o size=330m svc "$1" && exec "$2" "$3"';
  server = spawn(
    'unshare',
    [
      '--user',
      '--map-root-user',
      '--mount',
      'sh',
      '-c',
      mount,
      'sh',
      folder,
      process.execPath,
      MAIN,
    ],
    {
      env: {
        ...clockEnv(),
        PATH: process.env['PATH'],
        PORT: String(port),
        SVC_DATA_DIR: folder,
        SVC_BOOTSTRAP_API_KEY: TEST_API_KEY,
        SVC_RATE_LIMIT_READS: '100000',
        SVC_RATE_LIMIT_WRITES: '100000',
        SVC_LOG_LEVEL: 'silent',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let output = '';
  server.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  server.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  await vi.waitUntil(
    () => {
      if (server.exitCode !== null) throw new Error(`the server ended:\n${output}`);
      return output.includes('is ready');
    },
    { timeout: 60_000 },
  );
  return { url: `http://127.0.0.1:${port}`, disk: join(`/proc/${server.pid}/root`, folder) };
}

/** Writes smaller and smaller pieces until the disk is full. */
function fill(path: string): void {
  const file = openSync(path, 'a');
  for (let bytes = 4 * 1024 * 1024; bytes >= 4_096;) {
    try {
      if (writeSync(file, randomBytes(bytes)) < bytes) bytes /= 2;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      bytes /= 2;
    }
  }
  closeSync(file);
}

/** Makes Postgres write one file of its write-ahead log after the other, as uploads do. */
async function writeLogUntil(disk: string, done: () => boolean | Promise<boolean>): Promise<void> {
  await vi.waitUntil(
    async () => {
      const client = new pg.Client(buildDatabaseUrl(join(disk, 'socket'), 'svc'));
      client.on('error', () => undefined);
      try {
        await client.connect();
        await client.query('SELECT pg_logical_emit_message(true, $1, $2), pg_switch_wal()', [
          'test',
          'x',
        ]);
      } catch {
        // Postgres is going down, which is the purpose.
      } finally {
        await client.end().catch(() => undefined);
      }
      return done();
    },
    { timeout: 60_000, interval: 50 },
  );
}

async function databaseState(url: string): Promise<string> {
  const { database } = (await (await ask(url, '/healthz')).json()) as { database: string };
  return database;
}

function ask(url: string, path: string): Promise<Response> {
  return fetch(url + path, { headers: { authorization: `Bearer ${TEST_API_KEY}` } });
}

async function upload(url: string): Promise<number> {
  const response = await fetch(`${url}/api/ingest`, {
    method: 'POST',
    headers: { authorization: `Bearer ${TEST_API_KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify(makeUpload()),
  });
  await response.text();
  return response.status;
}
