import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { buildApiKey } from '@svc/contract/zod-free/api-key-text';
import { findRunningEmbeddedPostgres, systemClock } from '@svc/server/operations';
import { readStatusBytes } from './process-status.ts';

export interface ServerProcess {
  url: string;
  apiKey: string;
  dataDir: string;
  child: ChildProcess;
  /** The address of the embedded Postgres. */
  databaseUrl(): Promise<string>;
  /** The resident memory of the server now, without its Postgres. */
  memoryBytes(): Promise<number>;
  /** The peak resident memory since the start of the process or the last `resetPeakMemory`. */
  peakMemoryBytes(): Promise<number>;
  resetPeakMemory(): Promise<void>;
  stop(): Promise<void>;
}

const API_KEY = buildApiKey('0BenchKeyOfTheRepositoryItself');
const MAIN = fileURLToPath(new URL('../../../server/dist/main.js', import.meta.url));

// The options of `pnpm start`. A young generation of a fixed size: with a growing one, the rows of a large upload are
// moved to the old generation before they are garbage, and wait there for a full collection.
const NODE_OPTIONS = ['--min-semi-space-size=32', '--max-semi-space-size=32'];

/**
 * Starts the built server as a separate process: with its own embedded Postgres, or with that which `settings` name.
 */
export async function startServerProcess(
  dataDir?: string,
  settings: Record<string, string> = {},
): Promise<ServerProcess> {
  const folder = dataDir ?? (await mkdtemp(join(tmpdir(), 'svc-bench-')));
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, [...NODE_OPTIONS, MAIN], {
    env: {
      PATH: process.env['PATH'],
      SVC_DATA_DIR: folder,
      PORT: String(port),
      SVC_BOOTSTRAP_API_KEY: API_KEY,
      SVC_RATE_LIMIT_READS: '1000000',
      SVC_RATE_LIMIT_WRITES: '1000000',
      SVC_LOG_LEVEL: 'warn',
      ...settings,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await waitUntilReady(url);
  return {
    url,
    apiKey: API_KEY,
    dataDir: folder,
    child,
    databaseUrl: async () => {
      const address = await findRunningEmbeddedPostgres(folder);
      if (address === null) throw new Error('the embedded Postgres is not running');
      return address;
    },
    memoryBytes: () => readStatusBytes(child, 'VmRSS'),
    peakMemoryBytes: () => readStatusBytes(child, 'VmHWM'),
    // Linux then sets VmHWM to the current resident memory.
    resetPeakMemory: () => writeFile(`/proc/${child.pid}/clear_refs`, '5'),
    stop: async () => {
      child.kill('SIGTERM');
      await once(child, 'exit');
      if (dataDir === undefined) await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Starts a server on this data directory, runs `work` and stops the server. */
export async function withServer<Answer>(
  dataDir: string,
  work: (server: ServerProcess) => Promise<Answer>,
  settings: Record<string, string> = {},
): Promise<Answer> {
  const server = await startServerProcess(dataDir, settings);
  try {
    return await work(server);
  } finally {
    await server.stop();
  }
}

/** Sends a GET request. `path` begins after /api. Does not check the status of the answer. */
export function getFrom(server: ServerProcess, path: string): Promise<Response> {
  return fetch(`${server.url}${path}`, { headers: { authorization: `Bearer ${server.apiKey}` } });
}

/** Uploads a JSON body. */
export async function postUpload(
  server: ServerProcess,
  body: string,
): Promise<{ executionId: string }> {
  const response = await fetch(`${server.url}/api/ingest`, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.apiKey}`, 'content-type': 'application/json' },
    body,
  });
  if (!response.ok) throw new Error(`upload answered ${response.status}: ${await response.text()}`);
  const answer = (await response.json()) as { data: { executionId: string } };
  return answer.data;
}

async function waitUntilReady(url: string): Promise<void> {
  const deadline = systemClock.now().getTime() + 60_000;
  while (systemClock.now().getTime() < deadline) {
    const ready = await fetch(`${url}/readyz`).then(
      (response) => response.ok,
      () => false,
    );
    if (ready) return;
    await sleep(5);
  }
  throw new Error('the server did not become ready');
}

async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}
