import { ConnectionError } from 'sequelize';
import { ConfigError, type Config } from '../config.ts';
import { EmbeddedPostgresError } from '../db/embedded/embedded-postgres-error.ts';

type Asked = Pick<Config, 'host' | 'dataDir'>;

/**
 * Says why the server did not start, and what to do about it.
 * @param asked undefined if the settings could not be read.
 */
export function startError(error: unknown, asked: Asked | undefined): string {
  if (error instanceof ConfigError)
    return error.complaints.map((line) => `svc: ${line}`).join('\n');
  if (error instanceof EmbeddedPostgresError) return `svc: ${error.message}`;
  if (error instanceof ConnectionError) {
    return `svc: the database does not answer: ${error.parent.message}. Check DATABASE_URL.`;
  }
  // A refusal of the operating system is not our bug, and its message says more than a stack.
  if (isSystemError(error))
    return `svc: ${refusalText(error, asked) ?? `could not start: ${error.message}.`}`;
  return `svc: could not start: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
}

function refusalText(
  error: NodeJS.ErrnoException & { port?: number },
  asked: Asked | undefined,
): string | undefined {
  const { code = '', syscall, port, path } = error;
  if (code === 'EADDRINUSE') {
    return `port ${port} is in use. Stop what listens there, or set PORT to another one.`;
  }
  if (syscall === 'listen' && code === 'EACCES') {
    return `port ${port} needs more rights than svc has. Set PORT to one above 1023.`;
  }
  if (code === 'EADDRNOTAVAIL' || syscall === 'getaddrinfo') {
    return `this machine has no address '${asked?.host}'. Set HOST to one that it has, such as 127.0.0.1.`;
  }
  const reason = FOLDER_REASONS[code];
  if (reason === undefined || asked === undefined || path?.startsWith(asked.dataDir) !== true) {
    return undefined;
  }
  return `cannot use the folder ${asked.dataDir}: ${reason}. Set SVC_DATA_DIR to a folder that svc may write to.`;
}

const FOLDER_REASONS: Readonly<Record<string, string>> = {
  EACCES: 'svc may not write there',
  EPERM: 'it belongs to another user',
  EROFS: 'it cannot be written to',
  EEXIST: 'it is a file',
  ENOTDIR: 'a part of its path is a file',
  ENOSPC: 'no space is left',
};

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error;
}
