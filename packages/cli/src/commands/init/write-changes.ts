import { readFile, writeFile } from 'node:fs/promises';
import { isErrno } from '@svc/reporter-core/text/unknown-value';
import { CommandError } from '../../errors/exit.ts';
import type { FileChange } from './framework-change.ts';

/**
 * Writes the changes.
 * @throws CommandError when a file is not as it was when it was shown, or cannot be written. Earlier files stay changed.
 */
export async function writeChanges(changes: readonly FileChange[]): Promise<void> {
  for (const { path, before } of changes) {
    const now = await readFile(path, 'utf8').catch(() => undefined);
    if (now === before) continue;
    throw new CommandError(`${path} changed in the meantime, so nothing was written`, 'svc init');
  }
  for (const { path, before, after } of changes) {
    try {
      await writeFile(path, after, { flag: before === undefined ? 'wx' : 'w' });
    } catch (error) {
      if (!isErrno(error)) throw error;
      throw new CommandError(
        `${path} cannot be written: ${error.message}`,
        'correct its permissions',
      );
    }
  }
}
