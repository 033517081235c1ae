import { createHash } from 'node:crypto';
import { lstat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeFolder } from '../../make-folder.ts';

// The kernel limits the socket's full path to 107 bytes; `/.s.PGSQL.5432.lock` takes 19.
const MAX_DIR_BYTES = 85;

/**
 * Chooses the folder of Postgres' socket: next to its files, or a private folder below the temp folder if that path is
 * too long for a socket or has a character that Postgres reads as a separator.
 */
export async function chooseSocketDir(dataDir: string): Promise<string> {
  const beside = join(dataDir, 'socket');
  const suits = Buffer.byteLength(beside) <= MAX_DIR_BYTES && !/[,"'\\]/.test(beside);
  const chosen = suits ? beside : join(tmpdir(), `svc-${digest(dataDir)}`);
  await makeFolder(chosen, { mode: 0o700 });
  if (!suits) await refuseForeign(chosen);
  return chosen;
}

/** Refuses a folder of another user: in a world-writable folder, another user could have taken the name first. */
async function refuseForeign(folder: string): Promise<void> {
  const found = await lstat(folder);
  const mine = process.getuid === undefined || found.uid === process.getuid();
  if (found.isDirectory() && mine && (found.mode & 0o077) === 0) return;
  throw new Error(
    `${folder} belongs to another user or is open to others; remove it or set TMPDIR.`,
  );
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}
