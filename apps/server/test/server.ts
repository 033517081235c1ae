import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import { inject } from 'vitest';
import { buildApiKey } from '@svc/contract/zod-free/api-key-text';
import { clockEnv } from './clock.ts';
import { makeDisk } from './storages/storages.ts';
import { makeDatabase } from './test-database.ts';

/** A server shared with other tests, as seen by an organization of its own. */
export interface SharedServer {
  url: string;
  apiKey: string;
}

export interface TestServer extends SharedServer {
  databaseUrl: string;
  /** The built server's process. */
  child: ChildProcess;
  /** Its output so far. */
  output(): string;
  /** SIGTERM, wait for the end, drop the database. */
  stop(): Promise<void>;
}

export interface TestServerOptions {
  /** Overrides the defaults: high rate limits, quiet log. */
  env?: Record<string, string>;
  /** Another server's database, which this one shares and does not drop. */
  databaseUrl?: string;
  port?: number;
}

/**
 * The shared server of the test run, with an organization only for the caller. For tests that do not stop it, need no
 * settings of their own, and read only their organization's data.
 */
export async function joinServer(): Promise<SharedServer> {
  const response = await fetch(inject('sharedServerDoor'));
  const answer = await response.text();
  if (!response.ok) throw new Error(`there is no server to share: ${answer}`);
  const server: SharedServer = JSON.parse(answer);
  return server;
}

/** A real, built svc server in its own process, on its own database. */
export async function startServer(options: TestServerOptions = {}): Promise<TestServer> {
  const own = options.databaseUrl === undefined ? await makeDatabase() : null;
  const databaseUrl = options.databaseUrl ?? own?.databaseUrl ?? '';
  const disk = await diskOf(databaseUrl);
  const port = options.port ?? (await freePort());
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, [MAIN], {
    env: {
      PATH: process.env['PATH'],
      ...clockEnv(),
      DATABASE_URL: databaseUrl,
      SVC_SECRET: 'a secret that only the tests know, long enough',
      SVC_BASE_URL: url,
      PORT: String(port),
      SVC_BOOTSTRAP_API_KEY: TEST_API_KEY,
      SVC_RATE_LIMIT_READS: '100000',
      SVC_RATE_LIMIT_WRITES: '100000',
      SVC_LOG_LEVEL: 'warn',
      ...disk.env,
      ...options.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  await untilReady(url, child, () => output);
  return {
    url,
    apiKey: options.env?.['SVC_BOOTSTRAP_API_KEY'] ?? TEST_API_KEY,
    databaseUrl,
    child,
    output: () => output,
    stop: async () => {
      await end(child);
      if (own === null) return;
      await own.drop();
      await disk.close();
    },
  };
}

/** A well-formed key that only the tests' servers know. */
export const TEST_API_KEY = buildApiKey('0TestKeyOfTheRepositoryItself0');

const MAIN = fileURLToPath(new URL('../dist/main.js', import.meta.url));

const disks = new Map<string, ReturnType<typeof makeDisk>>();

/** Servers of one database share their disk, which stays until the one that made the database stops. */
function diskOf(databaseUrl: string): ReturnType<typeof makeDisk> {
  const disk = disks.get(databaseUrl) ?? makeDisk();
  disks.set(databaseUrl, disk);
  return disk;
}

async function untilReady(url: string, child: ChildProcess, output: () => string): Promise<void> {
  const deadline = performance.now() + 30_000;
  while (performance.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`the server ended while starting:\n${output()}`);
    const ready = await fetch(`${url}/readyz`).then(
      (response) => response.ok,
      () => false,
    );
    if (ready) return;
    await sleep(25);
  }
  child.kill('SIGKILL');
  throw new Error(`the server did not become ready:\n${output()}`);
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}

/** An unused port of the loopback address. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
