import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isErrno } from '../text/unknown-value.ts';
import type { ResolvedOptions } from '../options/options.ts';
import type { RunOutcome } from '../report/run-outcome.ts';
import { describeFault } from '../report/guard.ts';
import { within } from '../within.ts';
import { clock } from '../clock.ts';

/**
 * Passes the outcome to the file, then to the function. Waits for each until `deadlineAt` (epoch ms), at most five
 * seconds. Returns an error message if one fails.
 */
export async function reportOutcome(
  outcome: RunOutcome,
  { onUpload, outcomeFile }: Pick<ResolvedOptions, 'onUpload' | 'outcomeFile'>,
  deadlineAt: number,
): Promise<string | undefined> {
  const wait = (): number =>
    Math.max(SHORTEST_WAIT_MS, Math.min(LONGEST_WAIT_MS, deadlineAt - clock.nowMs()));
  if (outcomeFile !== undefined) {
    const writing = writeOutcome(outcomeFile, `${JSON.stringify(outcome)}\n`);
    const fault = await within(wait(), writing, 'it takes too long');
    if (fault !== undefined) return `could not write SVC_ON_UPLOAD (${outcomeFile}): ${fault}`;
  }
  if (onUpload === undefined) return undefined;
  const answering = (async () => onUpload(outcome))().then(
    () => undefined,
    (error: unknown) => `onUpload failed: ${describeFault(error)}`,
  );
  return within(wait(), answering);
}

/**
 * Writes only to regular files: opening a FIFO waits for a reader in a thread that signals do not interrupt, and a
 * device may have any effect. Writes to a separate file in a folder, because one command may run several reporters.
 * Returns an error message. Never rejects: it catches all errors.
 */
async function writeOutcome(place: string, text: string): Promise<string | undefined> {
  try {
    const path = await findOutcomeFile(place);
    if (path === undefined) return NOT_REGULAR;
    const file = await open(path, constants.O_WRONLY | constants.O_CREAT | constants.O_NONBLOCK);
    try {
      // Another file may have replaced it since the check.
      if (!(await file.stat()).isFile()) return NOT_REGULAR;
      await file.truncate();
      await file.writeFile(text);
    } finally {
      await file.close();
    }
    return undefined;
  } catch (error) {
    return describeFault(error);
  }
}

const NOT_REGULAR = 'it is not a regular file';

async function findOutcomeFile(place: string): Promise<string | undefined> {
  try {
    const stats = await stat(place);
    if (stats.isDirectory()) return join(place, `${randomUUID()}.json`);
    return stats.isFile() ? place : undefined;
  } catch (error) {
    if (isErrno(error) && error.code === 'ENOENT') return place;
    throw error;
  }
}

// Writing a comment on a pull request takes less time. A longer wait would look like a hanging run.
const LONGEST_WAIT_MS = 5_000;
// Enough for a function that returns immediately, even if the upload used the whole budget.
const SHORTEST_WAIT_MS = 50;
