import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { IngestAnswer, IngestBody } from '@svc/contract/ingest';
import { postWithRetry } from './post-with-retry.ts';
import { claimSpoolFile, isSpoolName, type SpoolClaim } from './spool-claim.ts';
import { readSpoolFile } from './spool.ts';
import { splitBody } from './split-body.ts';
import { localFailure, type UploadFailure } from './upload-failure.ts';
import type { UploadOutcome, UploadTarget } from './upload-outcome.ts';

export type { UploadOutcome, UploadTarget } from './upload-outcome.ts';
export type { UploadFailure } from './upload-failure.ts';

export interface UploadOptions {
  /** All requests, waits and retries together end within this time. */
  budgetMs: number;
  /** How long to keep trying an address where nobody listens; default: the whole budget. */
  unreachableBudgetMs?: number;
  /** Called as compressed bytes leave; a retry starts again at the bytes before it. */
  onProgress?: (progress: UploadProgress) => void;
}

export interface UploadProgress {
  sentBytes: number;
  totalBytes: number;
}

/**
 * Sends one execution to `POST {url}/api/ingest`, in several requests of one execution key where it
 * is over the contract's limits. The answer of several is the last one's, with `accepted` summed up.
 * Never rejects: what goes wrong is the outcome's `failure`.
 * The body goes out as it is: redacting and cutting are `fitBody`'s part.
 */
export async function upload(
  body: IngestBody,
  target: UploadTarget,
  options: UploadOptions,
): Promise<UploadOutcome> {
  const deadlineAt = Date.now() + options.budgetMs;
  // A reporter's last open handle may be an unref'd socket, and then Node would end before the answer.
  const keepAlive = setTimeout(() => {}, options.budgetMs);
  try {
    return await uploadParts(body, target, { ...options, deadlineAt });
  } catch (error) {
    return { ok: false, failure: localFailure(error) };
  } finally {
    clearTimeout(keepAlive);
  }
}

/**
 * Sends one spool file and removes it when it was accepted. It is claimed first, so that of two
 * processes only one sends it; the other gets a failure of kind `claimed`. What can never be
 * accepted is put aside under a name that ends in `.refused`, what cannot be read in `.corrupt`.
 */
export async function uploadSpoolFile(
  path: string,
  target: UploadTarget,
  options: UploadOptions,
): Promise<UploadOutcome> {
  let claim: SpoolClaim | undefined;
  // Claiming renames: a file of the user's own, named by mistake, stays as it is.
  if (!isSpoolName(path)) return { ok: false, failure: unreadable(path) };
  try {
    claim = await claimSpoolFile(path);
    if (claim === undefined) return { ok: false, failure: takenByAnother(path) };
    const run = await readSpoolFile(claim.path);
    if (run === undefined) {
      await claim.putAside('corrupt');
      return { ok: false, failure: unreadable(path) };
    }
    const outcome = await upload(run.body, target, options);
    if (outcome.ok) await claim.remove();
    else if (outcome.failure.resend) await claim.giveBack();
    else await claim.putAside('refused');
    return outcome;
  } catch (error) {
    // The claim that stays behind is taken over as a stale one, and the server counts a resend once.
    return { ok: false, failure: localFailure(error) };
  }
}

const compress = promisify(gzip);

async function uploadParts(
  body: IngestBody,
  target: UploadTarget,
  options: UploadOptions & { deadlineAt: number },
): Promise<UploadOutcome> {
  const parts = [];
  for (const part of splitBody(body)) {
    parts.push({ idempotencyKey: part.idempotencyKey, bytes: await compress(part.json) });
  }
  const totalBytes = parts.reduce((total, part) => total + part.bytes.byteLength, 0);
  const answers: IngestAnswer[] = [];
  let sentBefore = 0;
  for (const part of parts) {
    const base = sentBefore;
    const outcome = await postWithRetry(part, target, {
      deadlineAt: options.deadlineAt,
      unreachableBudgetMs: options.unreachableBudgetMs ?? options.budgetMs,
      onSent: options.onProgress && reportTo(options.onProgress, base, totalBytes),
    });
    if (!outcome.ok) return outcome;
    answers.push(outcome.answer);
    sentBefore += part.bytes.byteLength;
  }
  return { ok: true, answer: sumUp(answers) };
}

function reportTo(
  onProgress: (progress: UploadProgress) => void,
  base: number,
  totalBytes: number,
): (sentBytes: number) => void {
  return (sentBytes) => onProgress({ sentBytes: base + sentBytes, totalBytes });
}

function sumUp(answers: IngestAnswer[]): IngestAnswer {
  return answers.reduce((sum, answer) => ({
    ...answer,
    accepted: {
      results: sum.accepted.results + answer.accepted.results,
      duplicates: sum.accepted.duplicates + answer.accepted.duplicates,
    },
    uploads: [...sum.uploads, ...answer.uploads],
    ignoredFields: sum.ignoredFields + answer.ignoredFields,
  }));
}

function takenByAnother(path: string): UploadFailure {
  return { kind: 'claimed', message: `${path} is being sent by another process`, resend: false };
}

function unreadable(path: string): UploadFailure {
  return {
    kind: 'corrupt',
    message: `${path} cannot be read and was renamed to ${path}.corrupt`,
    resend: false,
  };
}
