import { constants } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { isErrno } from '../text/is-errno.ts';
import type { ResolvedOptions } from './options.ts';
import type { RunOutcome } from './run-outcome.ts';
import { words } from './guard.ts';
import { within } from './within.ts';

/**
 * Hands the outcome to those who asked for it: the file, then the function. Waits for each until
 * `deadlineAt` (epoch ms), and five seconds at most. Gives what went wrong, in words.
 */
export async function tellOutcome(
  outcome: RunOutcome,
  { onUpload, outcomeFile }: Pick<ResolvedOptions, 'onUpload' | 'outcomeFile'>,
  deadlineAt: number,
): Promise<string | undefined> {
  const wait = (): number =>
    Math.max(SHORTEST_WAIT_MS, Math.min(LONGEST_WAIT_MS, deadlineAt - Date.now()));
  if (outcomeFile !== undefined) {
    const writing = writeOutcome(outcomeFile, `${JSON.stringify(outcome)}\n`);
    const fault = await within(wait(), writing, 'it takes too long');
    if (fault !== undefined) return `could not write SVC_ON_UPLOAD (${outcomeFile}): ${fault}`;
  }
  if (onUpload === undefined) return undefined;
  const answering = (async () => onUpload(outcome))().then(
    () => undefined,
    (error: unknown) => `onUpload failed: ${words(error)}`,
  );
  return within(wait(), answering);
}

/**
 * Regular files only: to open a FIFO waits for a reader, in a thread that even a signal does not end,
 * and a device may do anything. Gives what went wrong, in words; never rejects.
 */
async function writeOutcome(path: string, text: string): Promise<string | undefined> {
  try {
    if (!(await isRegularOrAbsent(path))) return NOT_REGULAR;
    const file = await open(path, constants.O_WRONLY | constants.O_CREAT | constants.O_NONBLOCK);
    try {
      // It may have become another one since.
      if (!(await file.stat()).isFile()) return NOT_REGULAR;
      await file.truncate();
      await file.writeFile(text);
    } finally {
      await file.close();
    }
    return undefined;
  } catch (error) {
    return words(error);
  }
}

const NOT_REGULAR = 'it is not a regular file';

async function isRegularOrAbsent(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isFile();
  } catch (error) {
    if (isErrno(error) && error.code === 'ENOENT') return true;
    throw error;
  }
}

// A comment on a pull request is written in less; one that hangs must not look like a hanging run.
const LONGEST_WAIT_MS = 5_000;
// For a function that answers at once, also where the upload has taken all there was.
const SHORTEST_WAIT_MS = 50;
