import { unsentFiles } from './spool.ts';
import { readSpoolHead } from './spool-file.ts';
import { uploadSpoolFile } from './upload-spool-file.ts';
import type { UploadTarget } from './upload-outcome.ts';
import type { UploadFailure } from './upload-failure.ts';
import { isErrno } from './is-errno.ts';

export interface SpoolDelivery {
  /** How many runs were accepted that had not arrived before. */
  sent: number;
  /** How many artifacts went along, those of runs that had arrived before included. */
  artifacts: number;
  /** What did not get through, with the path that holds it now. */
  failures: { path: string; failure: UploadFailure }[];
}

/**
 * Sends what earlier runs of the project around `directory` left behind, oldest first, to the server
 * that each was meant for; runs for other servers stay. Ends at the first failure that concerns the
 * server and not the one file, and when the budget is used up.
 */
export async function sendSpool(
  directory: string,
  target: UploadTarget,
  budgetMs: number,
): Promise<SpoolDelivery> {
  const deadlineAt = Date.now() + budgetMs;
  const delivery: SpoolDelivery = { sent: 0, artifacts: 0, failures: [] };
  for (const path of await unsentFiles(directory)) {
    const remainingMs = deadlineAt - Date.now();
    if (remainingMs < SHORTEST_MS) break;
    if (await isForAnother(path, target.url)) continue;
    const outcome = await uploadSpoolFile(path, target, { budgetMs: remainingMs });
    if (outcome.ok) {
      if (!outcome.hadArrived) delivery.sent++;
      delivery.artifacts += outcome.artifacts.sent;
    } else if (outcome.failure.kind !== 'claimed') {
      delivery.failures.push({ path, failure: outcome.failure });
      if (outcome.failure.resend) break;
    }
  }
  return delivery;
}

// Less is not enough for a request that has a chance.
const SHORTEST_MS = 500;

async function isForAnother(path: string, url: string): Promise<boolean> {
  try {
    const run = await readSpoolHead(path);
    return run !== undefined && run.url !== url.replace(/\/+$/, '');
  } catch (error) {
    // Somebody else has claimed it meanwhile; trying to claim it tells so.
    if (isErrno(error)) return false;
    throw error;
  }
}
