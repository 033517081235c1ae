import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';

const MAIN = fileURLToPath(new URL('../dist/main.js', import.meta.url));

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

it('ends in order on SIGTERM, however often it is sent, and leaves no Postgres', async () => {
  const server = run({ PORT: '0' });
  await untilSaid(server, 'is ready');
  const postgres = await postgresPid();
  server.child.kill('SIGTERM');
  await sleep(5);
  server.child.kill('SIGTERM');
  expect(await server.ended).toEqual([0, null]);
  expect(isAlive(postgres)).toBe(false);
});

it('ends in order when it is told to while it still starts', async () => {
  const server = run({ PORT: '0' });
  await untilSaid(server, 'making a new database');
  server.child.kill('SIGTERM');
  expect(await server.ended).toEqual([0, null]);
  await expect(postgresPid()).rejects.toThrow('ENOENT');
});

it('says in one line that its port is in use, and leaves no Postgres', async () => {
  const { port } = taken.address() as AddressInfo;
  const server = run({ PORT: String(port) });
  expect(await server.ended).toEqual([1, null]);
  expect(server.output()).toContain(
    `svc: port ${port} is in use. Stop what listens there, or set PORT to another one.`,
  );
  await expect(postgresPid()).rejects.toThrow('ENOENT');
});

it('names every setting that is wrong, and shows no secret', async () => {
  const server = run({ PORT: 'abc', SVC_SECRET: 'short', SVC_TRUST_PROXY: 'yes' });
  expect(await server.ended).toEqual([1, null]);
  expect(server.output()).toBe(
    "svc: PORT 'abc' is not valid: expected a whole number from 0 to 65535.\n" +
      'svc: SVC_SECRET is not valid: expected at least 32 characters.\n' +
      "svc: SVC_TRUST_PROXY 'yes' is not valid: expected true, false or the number of proxies.\n",
  );
});

function run(env: Record<string, string>) {
  const child: ChildProcess = spawn(process.execPath, [MAIN], {
    env: { PATH: process.env['PATH'], SVC_DATA_DIR: dataDir, SVC_LOG_LEVEL: 'warn', ...env },
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

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
