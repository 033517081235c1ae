import { stat } from 'node:fs/promises';
import { RateLimitBudget } from '../upload/retry/retry.ts';
import { listUnsentFiles } from './spool.ts';
import { readSpoolHead } from './spool-file.ts';
import { type SpoolFileOutcome, uploadSpoolFile } from './upload-spool-file.ts';
import type { UploadTarget } from '../upload/retry/post-with-retry.ts';
import type { UploadFailure } from '../report/upload-failure.ts';
import { isErrno } from '../text/unknown-value.ts';
import { clock } from '../clock.ts';

export interface SpoolDelivery {
  /** Number of runs whose results the server accepted now. */
  sent: number;
  /** Number of artifacts sent, including those of runs whose results had arrived before. */
  artifacts: number;
  /** Number of runs that remain for this server, as far as there was time to check. */
  left: number;
  /** Runs that were saved for another server, as far as there was time to check. */
  elsewhere: SpooledElsewhere[];
  /** Failures, with the current path of the spool file. */
  failures: { path: string; failure: UploadFailure }[];
}

export interface SpooledElsewhere {
  path: string;
  url: string;
}

export interface SpoolBudget {
  budgetMs: number;
  /** Share of the key's writes that is left, 0 to 1. Undefined if unknown. */
  writesLeft?: number | undefined;
}

/**
 * Sends what earlier runs of the project around `directory` left behind, oldest first. Sends each run only to its
 * own server. This happens at the end of a user's tests, with a key that other jobs share. So the limits are
 * strict: at most 2 s and three runs, no large run, no run while less than half of the key's writes are left, and
 * no further run after a failure that is not specific to one file. `svc upload` sends the rest.
 */
export async function sendSpool(
  directory: string,
  target: UploadTarget,
  { budgetMs, writesLeft }: SpoolBudget,
): Promise<SpoolDelivery> {
  const deadlineAt = clock.nowMs() + Math.min(budgetMs, LONGEST_MS);
  const delivery: SpoolDelivery = { sent: 0, artifacts: 0, left: 0, elsewhere: [], failures: [] };
  let tried = 0;
  let isOver = isScarce(writesLeft);
  for (const path of await listUnsentFiles(directory)) {
    const remainingMs = deadlineAt - clock.nowMs();
    if (remainingMs < 0) break;
    const url = await findOtherServer(path, target.url);
    if (url !== undefined) {
      delivery.elsewhere.push({ path, url });
      continue;
    }
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
    // A run that another process has claimed took no time.
    if (outcome.ok || outcome.failure.kind !== 'claimed') tried++;
    note(path, outcome, delivery);
    isOver = outcome.ok ? isScarce(outcome.writesLeft) : isServerFailure(outcome.failure);
  }
  return delivery;
}

const LONGEST_MS = 2_000;
const MOST_RUNS = 3;
// A request with less time would fail.
const SHORTEST_MS = 500;
// A run of about 50,000 results. It is loaded into a process that has run tests.
const MOST_BYTES = 32 * 1024 * 1024;
// JSON of results shrinks to a tenth. Larger files are skipped without opening them.
const MOST_COMPRESSED_BYTES = 4 * 1024 * 1024;

/** Current runs take precedence over saved runs. */
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

/** A 403 may concern one run: the key may not upload from its branch, or to its project. */
function isServerFailure({ kind, resend, status }: UploadFailure): boolean {
  return resend && kind !== 'deferred' && kind !== 'tooLarge' && status !== 403;
}

async function isLarge(path: string): Promise<boolean> {
  try {
    return (await stat(path)).size > MOST_COMPRESSED_BYTES;
  } catch (error) {
    // Another process has claimed the file. The attempt to claim it reports that.
    if (isErrno(error)) return false;
    throw error;
  }
}

/** The server of the run, if it is another one. */
async function findOtherServer(path: string, url: string): Promise<string | undefined> {
  try {
    const run = await readSpoolHead(path);
    return run?.url === url.replace(/\/+$/, '') ? undefined : run?.url;
  } catch (error) {
    // Another process has claimed the file. The attempt to claim it reports that.
    if (isErrno(error)) return undefined;
    throw error;
  }
}
