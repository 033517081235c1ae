import { once } from 'node:events';
import { readdir, rm, stat } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { endProcessesOf } from './end-processes.ts';

/** Removes the folders of killed test runs, and ends the processes that they left. */
export async function removeDeadRuns(runs: string): Promise<void> {
  for (const name of await readdir(runs)) {
    const folder = join(runs, name);
    if (await isAlive(folder)) continue;
    await endProcessesOf(folder);
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Marks the run as alive while this process lives, however it ends. */
export async function listenIn(folder: string): Promise<void> {
  const server = createServer((socket) => socket.destroy()).listen(join(folder, SOCKET));
  await once(server, 'listening');
  server.unref();
}

// A socket, because the system closes it with the process. A process id may be reused.
const SOCKET = 'alive';
const START_MS = 60_000;

async function isAlive(folder: string): Promise<boolean> {
  if (await answers(join(folder, SOCKET))) return true;
  const made = await stat(folder).catch(() => null);
  // The clock of the file system: the test run moves `Date`.
  const nowMs = performance.timeOrigin + performance.now();
  // A new run does not listen yet.
  return made !== null && nowMs - made.mtimeMs < START_MS && !(await exists(join(folder, SOCKET)));
}

function answers(socketPath: string): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const socket = connect(socketPath);
  socket.once('connect', () => resolve(true));
  socket.once('error', () => resolve(false));
  return promise.finally(() => socket.destroy());
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null)) !== null;
}
