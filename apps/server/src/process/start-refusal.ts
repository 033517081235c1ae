import { sep } from 'node:path';
import type { Config } from '../config.ts';

/**
 * Says which setting to change after the operating system refused something at the start. Undefined for any other error.
 * @param asked undefined if the settings could not be read.
 */
export function startRefusal(
  error: unknown,
  asked: Pick<Config, 'host' | 'dataDir'> | undefined,
): string | undefined {
  if (!isSystemError(error)) return undefined;
  const { code = '', syscall, port, hostname, path } = error;
  if (code === 'EADDRINUSE') {
    return `port ${port} is in use. Stop what listens there, or set PORT to another one.`;
  }
  if (syscall === 'listen' && code === 'EACCES') {
    return `port ${port} needs more rights than svc has. Set PORT to one above 1023.`;
  }
  const isHost = syscall === 'getaddrinfo' && hostname === asked?.host;
  if (isHost || (syscall === 'listen' && code === 'EADDRNOTAVAIL')) {
    return `this machine has no address '${asked?.host}'. Set HOST to one that it has, such as 127.0.0.1.`;
  }
  const reason = syscall === 'mkdir' && code === 'ENOENT' ? NO_FOLDERS : FOLDER_REASONS[code];
  if (reason === undefined || asked === undefined || !isOnWayTo(path, asked.dataDir)) {
    return undefined;
  }
  return `cannot use the folder ${asked.dataDir}: ${reason}. Set SVC_DATA_DIR to a folder that svc may write to.`;
}

const NO_FOLDERS = 'this file system makes no folders';
const FOLDER_REASONS: Readonly<Record<string, string>> = {
  EACCES: 'svc may not write there',
  EPERM: 'it belongs to another user',
  EROFS: 'it cannot be written to',
  EEXIST: 'it is a file',
  ENOTDIR: 'a part of its path is a file',
  ENOSPC: 'no space is left',
};

/** Whether the path is the folder, one of its parents, or in it. */
function isOnWayTo(path: string | undefined, folder: string): boolean {
  if (path === undefined) return false;
  return path === folder || path.startsWith(folder + sep) || folder.startsWith(path + sep);
}

function isSystemError(error: unknown): error is SystemError {
  return error instanceof Error && 'syscall' in error;
}

interface SystemError extends NodeJS.ErrnoException {
  port?: number;
  hostname?: string;
}
