import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { join } from 'node:path';

/**
 * Takes the data directory for this process: a socket that the process listens on and that the
 * operating system closes with it, however it ends. Unlike an advisory lock it outlives a crash of
 * Postgres, and unlike a pid it means the same in two containers on one volume. Two starts that find
 * the same leftover socket at the same moment can both pass; the advisory lock then stops one of them.
 * Returns how to let go; null when another process that lives has the directory.
 */
export async function takeServerSocket(socketDir: string): Promise<(() => void) | null> {
  const path = join(socketDir, 'server');
  for (let tries = 0; tries < 2; tries++) {
    const server = await listenOn(path);
    if (server !== null) return () => void server.close();
    if (await isAnswered(path)) return null;
    await rm(path, { force: true });
  }
  return null;
}

/** Null when the path is taken, by a process that lives or by one that was killed. */
async function listenOn(path: string): Promise<Server | null> {
  // Whoever connects only wants to know whether somebody listens.
  const server = createServer((socket) => socket.destroy());
  server.listen(path);
  try {
    await once(server, 'listening');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return null;
    throw error;
  }
  server.unref();
  return server;
}

async function isAnswered(path: string): Promise<boolean> {
  const socket = connect(path);
  try {
    await once(socket, 'connect');
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // EAGAIN: the queue of a process that does not get round to answering is full.
    return code !== 'ECONNREFUSED' && code !== 'ENOENT';
  } finally {
    socket.destroy();
  }
}
