import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { join } from 'node:path';

/**
 * Claims the data directory for this process by listening on a socket. The operating system closes the socket when
 * the process ends, however it ends. Unlike an advisory lock, the claim survives a crash of Postgres. Unlike a pid,
 * it also works for two containers on one volume. Two starts that find the same leftover socket at the same moment
 * can both pass; the advisory lock then stops one of them. Returns the function that releases the claim; null when
 * another live process has the directory.
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

/** Returns null when the path exists, whether its process lives or was killed. */
async function listenOn(path: string): Promise<Server | null> {
  // A connecting process only checks whether someone listens.
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
    // EAGAIN: the accept queue of a busy process is full.
    return code !== 'ECONNREFUSED' && code !== 'ENOENT';
  } finally {
    socket.destroy();
  }
}
