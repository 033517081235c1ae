import { writeFile } from 'node:fs/promises';
import type { ResolvedOptions } from './options.ts';
import type { RunOutcome } from './run-outcome.ts';
import { within } from './within.ts';

/**
 * Hands the outcome to those who asked for it: the file, then the function. Waits for the function
 * until `deadlineAt` (epoch ms), and five seconds at most. Gives what went wrong, in words.
 */
export async function tellOutcome(
  outcome: RunOutcome,
  { onUpload, outcomeFile }: Pick<ResolvedOptions, 'onUpload' | 'outcomeFile'>,
  deadlineAt: number,
): Promise<string | undefined> {
  try {
    if (outcomeFile !== undefined) await writeFile(outcomeFile, `${JSON.stringify(outcome)}\n`);
  } catch (error) {
    return `could not write SVC_ON_UPLOAD: ${words(error)}`;
  }
  if (onUpload === undefined) return undefined;
  const answering = (async () => onUpload(outcome))().then(
    () => undefined,
    (error: unknown) => `onUpload failed: ${words(error)}`,
  );
  const waitMs = Math.min(LONGEST_WAIT_MS, deadlineAt - Date.now());
  return within(Math.max(SHORTEST_WAIT_MS, waitMs), answering);
}

// A comment on a pull request is written in less; one that hangs must not look like a hanging run.
const LONGEST_WAIT_MS = 5_000;
// For a function that answers at once, also where the upload has taken all there was.
const SHORTEST_WAIT_MS = 50;

function words(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
