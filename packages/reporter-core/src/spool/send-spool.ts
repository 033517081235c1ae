import { stat } from 'node:fs/promises';
import { RateLimitBudget } from '../upload/retry.ts';
import { unsentFiles } from './spool.ts';
import { readSpoolHead } from './spool-file.ts';
import { type SpoolFileOutcome, uploadSpoolFile } from './upload-spool-file.ts';
import type { UploadTarget } from '../upload/upload-outcome.ts';
import type { UploadFailure } from '../upload/upload-failure.ts';
import { isErrno } from '../text/is-errno.ts';

export interface SpoolDelivery {
  /** How many runs were accepted that had not arrived before. */
  sent: number;
  /** How many artifacts were sent, those of runs that had arrived before included. */
  artifacts: number;
  /** How many runs for this server are still there, as far as there was time to look. */
  left: number;
  /** What was not accepted, with the path that holds it now. */
  failures: { path: string; failure: UploadFailure }[];
}

export interface SpoolBudget {
  budgetMs: number;
  /** Which share of its writes the key has left, 0 to 1; undefined where that is not known. */
  writesLeft?: number | undefined;
}

/**
 * Sends what earlier runs of the project around `directory` left behind, oldest first, to the server
 * that each was meant for; runs for other servers stay. It takes place at the end of somebody's tests
 * and with a key that other jobs share: so at most 2 s and three runs, none that is large, none while
 * less than half of the key's writes are left, and no further one after the first failure that
 * concerns the server and not the one file. `svc upload` sends the rest.
 */
export async function sendSpool(
  directory: string,
  target: UploadTarget,
  { budgetMs, writesLeft }: SpoolBudget,
): Promise<SpoolDelivery> {
  const deadlineAt = Date.now() + Math.min(budgetMs, LONGEST_MS);
  const delivery: SpoolDelivery = { sent: 0, artifacts: 0, left: 0, failures: [] };
  let tried = 0;
  let isOver = isScarce(writesLeft);
  for (const path of await unsentFiles(directory)) {
    const remainingMs = deadlineAt - Date.now();
    if (remainingMs < 0) break;
    if (await isForAnother(path, target.url)) continue;
    isOver ||= tried >= MOST_RUNS || remainingMs < SHORTEST_MS;
    if (isOver || (await isLarge(path))) {
      delivery.left++;
      continue;
    }
    const outcome = await uploadSpoolFile(path, target, {
      budgetMs: remainingMs,
      rateLimit: new RateLimitBudget(0),
      mostBytes: MOST_BYTES,
    });
    // What another process has claimed took no time.
    if (outcome.ok || outcome.failure.kind !== 'claimed') tried++;
    note(path, outcome, delivery);
    isOver = outcome.ok ? isScarce(outcome.writesLeft) : concernsServer(outcome.failure);
  }
  return delivery;
}

const LONGEST_MS = 2_000;
const MOST_RUNS = 3;
// Less is not enough for a request that has a chance.
const SHORTEST_MS = 500;
// In the memory of a process that has run tests: a run of some 50,000 results.
const MOST_BYTES = 32 * 1024 * 1024;
// JSON of results is compressed to a tenth. Larger ones need not be opened to know.
const MOST_COMPRESSED_BYTES = 4 * 1024 * 1024;

/** The writes of a key belong to the runs of now. */
function isScarce(writesLeft: number | undefined): boolean {
  return writesLeft !== undefined && writesLeft < 0.5;
}

function note(path: string, outcome: SpoolFileOutcome, delivery: SpoolDelivery): void {
  if (outcome.ok) {
    if (!outcome.hadArrived) delivery.sent++;
    delivery.artifacts += outcome.artifacts.sent;
  } else if (outcome.failure.kind === 'deferred') {
    delivery.left++;
  } else if (outcome.failure.kind !== 'claimed') {
    if (outcome.failure.resend) delivery.left++;
    delivery.failures.push({ path, failure: outcome.failure });
  }
}

function concernsServer({ kind, resend }: UploadFailure): boolean {
  return resend && kind !== 'deferred';
}

async function isLarge(path: string): Promise<boolean> {
  try {
    return (await stat(path)).size > MOST_COMPRESSED_BYTES;
  } catch (error) {
    // Another process has claimed it meanwhile; trying to claim it shows that.
    if (isErrno(error)) return false;
    throw error;
  }
}

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
