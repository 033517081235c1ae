import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../../server/dist/main.js', import.meta.url));
const START_MS = 60_000;

/** A folder with a file for each running server, named by its process id: `run.ts` ends what a killed worker left. */
const RUNNING = process.env['SVC_TEST_SITES'];

/** A built server after its very first start, with what it printed. */
export interface Site {
  url: string;
  owner: { email: string; password: string };
  apiKey: string;
  /** The server's data directory. */
  dataDir: string;
  stop(): Promise<void>;
}

/** Starts a server on a new embedded database. */
export async function startSite(env: Record<string, string> = {}): Promise<Site> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-site-'));
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const child = spawn(process.execPath, [MAIN], {
    env: {
      PATH: process.env['PATH'],
      PORT: String(port),
      SVC_DATA_DIR: folder,
      SVC_LOG_LEVEL: 'warn',
      SVC_RATE_LIMIT_READS: '100000',
      SVC_RATE_LIMIT_WRITES: '100000',
      SVC_RATE_LIMIT_SESSION_READS: '100000',
      SVC_RATE_LIMIT_SESSION_WRITES: '100000',
      SVC_SETTLE_SECONDS: '1',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const note = RUNNING === undefined ? null : join(RUNNING, String(child.pid));
  if (note !== null) await writeFile(note, folder);
  await untilReady(url, child, () => output);
  return {
    url,
    owner: {
      email: /^ +owner +(\S+)/m.exec(output)?.[1] ?? '',
      password: /^ +password +(\S+)/m.exec(output)?.[1] ?? '',
    },
    dataDir: folder,
    apiKey: /\bsvc_[0-9A-Za-z]{36}\b/.exec(output)?.[0] ?? '',
    stop: async () => {
      if (child.exitCode === null) {
        child.kill('SIGTERM');
        await once(child, 'exit');
      }
      await rm(folder, { recursive: true, force: true });
      if (note !== null) await rm(note, { force: true });
    },
  };
}

async function untilReady(url: string, child: ChildProcess, output: () => string): Promise<void> {
  const deadline = performance.now() + START_MS;
  while (performance.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`the server ended while starting:\n${output()}`);
    const isReady = await fetch(`${url}/readyz`).then(
      (response) => response.ok,
      () => false,
    );
    // The lines for the first start are printed after the server listens.
    if (isReady && output().includes(' is ready')) return;
    await sleep(50);
  }
  child.kill('SIGKILL');
  throw new Error(`the server did not become ready:\n${output()}`);
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}
