import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { isErrno } from '../text/is-errno.ts';
import { isRefusedName } from './spool-name.ts';

/** The paths of refused runs in these folders, oldest first. Nothing sends them until the user names them. */
export async function refusedFiles(folders: readonly string[]): Promise<string[]> {
  const paths: string[] = [];
  for (const folder of new Set(folders)) {
    for (const name of await namesIn(folder)) {
      if (isRefusedName(name)) paths.push(join(folder, name));
    }
  }
  return paths.sort((a, b) => (basename(a) < basename(b) ? -1 : 1));
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    // The folder does not exist, or it belongs to another user.
    if (isErrno(error)) return [];
    throw error;
  }
}
