import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { connect, createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { makeResult, makeUpload } from '../test/make.ts';
import { freePort, isAlive, TEST_API_KEY } from '../test/server.ts';
import { buildDatabaseUrl } from './db/embedded/running-postgres.ts';
import { clockEnv } from '../test/clock.ts';

const MAIN = fileURLToPath(new URL('../dist/main.js', import.meta.url));
const ADMIN = fileURLToPath(new URL('../dist/admin.js', import.meta.url));

let dataDir: string;
let taken: Server;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'svc-main-'));
  taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
});
afterEach(async () => {
  taken.close();
  await rm(dataDir, { recursive: true, force: true });
});

// SIGHUP is that of a terminal that is closed.
it.each(['SIGTERM', 'SIGHUP'] as const)(
  'shuts down gracefully on one or several %s, and leaves no Postgres',
  async (signal) => {
    const server = run({ PORT: '0' });
    await untilSaid(server, 'is ready');
    const postgres = await postgresPid();
    server.child.kill(signal);
    await sleep(5);
    server.child.kill(signal);
    expect(await server.ended).toEqual([0, null]);
    expect(isAlive(postgres)).toBe(false);
    expect(linesOfStop(server)).toEqual([
      expect.stringMatching(
        RegExp(`^svc: stopping after ${signal}, (?:nothing is in progress|waiting .*)$`),
      ),
      'svc: stopped after N s',
    ]);
  },
);

it('names the port that it has chosen', async () => {
  const server = run({ PORT: '0' });
  await untilSaid(server, 'is ready');
  const [address = ''] = /http:\/\/localhost:\d+/.exec(server.output()) ?? [];
  expect((await fetch(`${address}/healthz`)).status).toBe(200);
  server.child.kill('SIGTERM');
  await server.ended;
});

it('shuts down gracefully on a signal during its start', async () => {
  const server = run({ PORT: '0' });
  await untilSaid(server, 'making a new database');
  server.child.kill('SIGINT');
  expect(await server.ended).toEqual([0, null]);
  expect(linesOfStop(server)).toEqual([
    'svc: stopping after SIGINT, waiting up to 19 s for the start',
    'svc: stopped after N s',
  ]);
  await expect(postgresPid()).rejects.toThrow('ENOENT');
});

it('leaves no Postgres that svc-admin started when it is interrupted', async () => {
  const server = run({ PORT: '0' });
  await untilSaid(server, 'is ready');
  server.child.kill('SIGTERM');
  await server.ended;
  const admin = run({}, [ADMIN, 'migrate']);
  // Postgres makes the file, and writes its id afterwards.
  const postgres = await vi.waitUntil(() => postgresPid().catch(() => 0), {
    timeout: 20_000,
    interval: 5,
  });
  admin.child.kill('SIGINT');
  expect(await admin.ended).toEqual([130, null]);
  await vi.waitUntil(() => !isAlive(postgres), 10_000);
});

it('finishes an upload in flight, closes its connection, and stops at once', async () => {
  const server = await runListening();
  const body = JSON.stringify(makeUpload());
  const socket = await connection(server.port);
  socket.write(
    `POST /api/ingest HTTP/1.1\r\nHost: svc\r\nAuthorization: Bearer ${TEST_API_KEY}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 9)}`,
  );
  await untilRead(server.port);
  const askedAt = performance.now();
  server.child.kill('SIGTERM');
  await untilRefused(server.port);
  socket.write(body.slice(9));
  await socket.ended;

  expect(socket.answer()).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  expect(socket.answer()).toMatch(/\r\nconnection: close\r\n/i);
  expect(await server.ended).toEqual([0, null]);
  expect(performance.now() - askedAt).toBeLessThan(10_000);
  expect(linesOfStop(server)).toEqual([
    expect.stringMatching(
      /^svc: stopping after SIGTERM, waiting up to 19 s for 1 request(?: and \d jobs? \(.*\))?$/,
    ),
    'svc: stopped after N s',
  ]);
});

it("refuses a request on a kept connection during shutdown in the contract's shape", async () => {
  const server = await runListening();
  const socket = await connection(server.port);
  socket.write('GET /api/whoami HTTP/1.1\r\nHost: svc\r\n');
  await untilRead(server.port);
  server.child.kill('SIGTERM');
  await untilRefused(server.port);
  socket.write('\r\n');
  await socket.ended;

  const [head = '', body = ''] = socket.answer().split('\r\n\r\n');
  expect(head).toMatch(/^HTTP\/1\.1 503 Service Unavailable\r\n/);
  expect(head).toMatch(/\r\nretry-after: 5\r\n/i);
  expect(head).toMatch(/\r\nconnection: close/i);
  expect(JSON.parse(body)).toEqual({
    success: false,
    error: {
      code: 'SERVICE_UNAVAILABLE',
      message: 'The server is stopping. Try again in a few seconds.',
    },
  });
  expect(await server.ended).toEqual([0, null]);
});

it('stops within 20 s, and leaves no Postgres, while a job waits for a lock', async () => {
  const server = await runListening();
  const postgres = await postgresPid();
  const blocker = new pg.Client(buildDatabaseUrl(join(dataDir, 'socket'), 'svc'));
  blocker.on('error', () => undefined);
  await blocker.connect();
  await blocker.query('BEGIN; LOCK TABLE test_states IN ACCESS EXCLUSIVE MODE');
  const uploaded = await fetch(`http://127.0.0.1:${server.port}/api/ingest`, {
    method: 'POST',
    headers: { authorization: `Bearer ${TEST_API_KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify(makeUpload({ results: [makeResult({ status: 'failed' })] })),
  });
  expect(uploaded.status).toBe(200);
  await vi.waitUntil(async () => {
    const { rowCount } = await blocker.query(
      `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`,
    );
    return rowCount === 1;
  }, 10_000);
  const askedAt = performance.now();
  server.child.kill('SIGTERM');

  await untilRefused(server.port);
  expect(performance.now() - askedAt).toBeLessThan(5_000);
  expect(await server.ended).toEqual([0, null]);
  expect(performance.now() - askedAt).toBeLessThan(20_000);
  const lines = linesOfStop(server);
  expect(lines[0]).toMatch(/waiting up to 19 s for \d jobs? \(.*roll-ups.*\)$/);
  expect(lines).toContain('svc: a job did not end within 10 s');
  expect(lines.at(-1)).toBe('svc: stopped after N s');
  expect(isAlive(postgres)).toBe(false);
}, 90_000);

it('reports in one line that its port is in use, and leaves no Postgres', async () => {
  const { port } = taken.address() as AddressInfo;
  const server = run({ PORT: String(port) });
  expect(await server.ended).toEqual([1, null]);
  expect(server.output()).toContain(
    `svc: port ${port} is in use. Stop what listens there, or set PORT to another one.\nsee docs/operate/troubleshooting#port--is-in-use\n`,
  );
  await expect(postgresPid()).rejects.toThrow('ENOENT');
});

it.each([
  [{ HOST: '203.0.113.9' }, /^svc: this machine has no address '203\.0\.113\.9'\. Set HOST to /m],
  [
    { HOST: 'nowhere.invalid' },
    /^svc: this machine has no address 'nowhere\.invalid'\. Set HOST /m,
  ],
  [{ SVC_DATA_DIR: MAIN }, /^svc: cannot use the folder .*: it is a file\. Set SVC_DATA_DIR to /m],
  [{ SVC_DATA_DIR: `${MAIN}/x` }, /: a part of its path is a file\. Set SVC_DATA_DIR to /],
  [{ SVC_DATA_DIR: '/proc/svc/x' }, /: this file system makes no folders\. Set SVC_DATA_DIR to /],
  [
    { DATABASE_URL: 'postgres://svc:pw@nowhere.invalid/svc' },
    /^svc: the host of DATABASE_URL is not found: .* nowhere\.invalid\. Correct its name/m,
  ],
  [
    { DATABASE_URL: 'postgres://svc:pw@127.0.0.1:1/svc' },
    /^svc: no Postgres listens at the host and port of DATABASE_URL: .*127\.0\.0\.1:1\. Start /m,
  ],
])('says in one line what to set after a refusal, with %o', async (env, line) => {
  const server = run({ PORT: '0', SVC_SECRET: 'x'.repeat(32), ...env });
  expect(await server.ended).toEqual([1, null]);
  expect(server.output()).toMatch(line);
  expect(server.output()).not.toContain('    at ');
});

it('names every wrong setting, and shows no secret', async () => {
  const server = run({ PORT: 'abc', SVC_SECRET: 'short', SVC_TRUST_PROXY: 'yes' });
  expect(await server.ended).toEqual([1, null]);
  expect(server.output()).toBe(
    "svc: PORT 'abc' is not valid: expected a whole number from 0 to 65535.\n" +
      "svc: SVC_TRUST_PROXY 'yes' is not valid: expected true, false or the number of proxies.\n" +
      'svc: SVC_SECRET is not valid: expected at least 32 characters.\n' +
      'see docs/operate/troubleshooting#is-not-valid-expected\n',
  );
});

/** The lines for people from the signal on; their seconds vary. */
function linesOfStop(server: ReturnType<typeof run>): string[] {
  const [, ...said] = server.output().split(/^(?=svc: stopping)/m);
  const lines = said.join('').replaceAll(/after \d+\.\d s/g, 'after N s');
  return lines.split('\n').filter((line) => line.startsWith('svc: '));
}

/** A listening server with its own embedded Postgres. */
async function runListening() {
  const port = await freePort();
  const server = run({ PORT: String(port), SVC_BOOTSTRAP_API_KEY: TEST_API_KEY });
  await untilSaid(server, 'is ready');
  return { ...server, port };
}

/** A raw connection. */
async function connection(port: number) {
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
  const ended = once(socket, 'close');
  await once(socket, 'connect');
  return {
    write: (text: string) => void socket.write(text),
    answer: () => answer,
    ended,
  };
}

/** Waits until the server has read earlier data: it reads its connections one after the other. */
async function untilRead(port: number): Promise<void> {
  for (let times = 0; times < 3; times++) await fetch(`http://127.0.0.1:${port}/healthz`);
}

async function untilRefused(port: number): Promise<void> {
  await vi.waitUntil(
    () =>
      fetch(`http://127.0.0.1:${port}/healthz`).then(
        () => false,
        () => true,
      ),
    { timeout: 10_000, interval: 20 },
  );
}

function run(env: Record<string, string>, words: readonly string[] = [MAIN]) {
  const child: ChildProcess = spawn(process.execPath, words, {
    env: {
      ...clockEnv(),
      PATH: process.env['PATH'],
      SVC_DATA_DIR: dataDir,
      SVC_LOG_LEVEL: 'warn',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return { child, output: () => output, ended: once(child, 'close') };
}

async function untilSaid(server: ReturnType<typeof run>, text: string): Promise<void> {
  while (!server.output().includes(text)) {
    if (server.child.exitCode !== null) throw new Error(`it ended:\n${server.output()}`);
    await sleep(5);
  }
}

async function postgresPid(): Promise<number> {
  return Number.parseInt(await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8'), 10);
}
