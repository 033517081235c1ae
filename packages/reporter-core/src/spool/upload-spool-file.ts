import { type SentArtifacts, sendArtifacts } from '../upload/send-artifacts.ts';
import { locateArtifacts } from './kept-artifacts.ts';
import { claimSpoolFile, type SpoolClaim } from './spool-claim.ts';
import { readSpoolFile, SpoolTooLarge, type SpooledRun } from './spool-file.ts';
import { isSpoolName } from './spool-name.ts';
import { countErrors } from '../report/empty-run.ts';
import { upload, type UploadOptions, type UploadOutcome } from '../upload/upload.ts';
import { buildLocalFailure } from '../upload/build-failure.ts';
import type { UploadFailure } from '../report/upload-failure.ts';
import type { UploadTarget } from '../upload/retry/post-with-retry.ts';
import { clock } from '../clock.ts';

export interface SpoolUploadOptions extends UploadOptions {
  /** Limit for the uncompressed size. A larger run stays unchanged, with a failure of kind `deferred`. */
  mostBytes?: number;
}

export type SpoolFileOutcome =
  | (Extract<UploadOutcome, { ok: true }> & {
      artifacts: SentArtifacts;
      /** Number of errors outside of tests: of the run and of its files. */
      errors: number;
      /** Whether the server had the results before, and only artifacts were missing. */
      hadArrived: boolean;
    })
  | Extract<UploadOutcome, { ok: false }>;

/**
 * Sends one spool file with its artifacts, and removes both when everything is sent. Claims the file first, so that
 * only one of several processes sends it. The others get a failure of kind `claimed`. A file that can never be
 * accepted is renamed to `.refused`, an unreadable file to `.corrupt`. If the results arrive but not all artifacts,
 * the file stays for the next try: the server recognises the results by their idempotency key and asks only for
 * missing artifacts.
 */
export async function uploadSpoolFile(
  path: string,
  target: UploadTarget,
  options: SpoolUploadOptions,
): Promise<SpoolFileOutcome> {
  const deadlineAt = clock.nowMs() + options.budgetMs;
  // Claiming renames the file, and a user's own file must not be renamed by mistake.
  if (!isSpoolName(path)) return { ok: false, failure: buildNoSpoolFileFailure(path) };
  try {
    const claim = await claimSpoolFile(path);
    if (claim === undefined) return { ok: false, failure: buildClaimedFailure(path) };
    const run = await readSpoolFile(claim.path, options.mostBytes).catch(async (error: unknown) => {
      await claim.giveBack();
      throw error;
    });
    if (run === undefined) {
      await claim.putAside('corrupt');
      return { ok: false, failure: buildUnreadableFailure(path) };
    }
    return await sendClaimed(claim, run, { target, options, deadlineAt });
  } catch (error) {
    if (error instanceof SpoolTooLarge) return { ok: false, failure: buildTooLargeFailure(path) };
    // The next sender takes over the stale claim, and the server counts a resend once.
    return { ok: false, failure: buildLocalFailure(error) };
  }
}

interface Sending {
  target: UploadTarget;
  options: UploadOptions;
  deadlineAt: number;
}

async function sendClaimed(
  claim: SpoolClaim,
  run: SpooledRun,
  { target, options, deadlineAt }: Sending,
): Promise<SpoolFileOutcome> {
  const outcome = await upload(run.body, target, options);
  if (!outcome.ok) {
    if (outcome.failure.resend) await claim.giveBack();
    else await claim.putAside('refused');
    return outcome;
  }
  const kept = locateArtifacts(run.artifacts ?? [], claim.path);
  const artifacts = await sendArtifacts(kept, outcome.answer, {
    deadlineAt,
    unreachableBudgetMs: options.unreachableBudgetMs ?? options.budgetMs,
    serverUrl: target.url,
  });
  if (artifacts.pending.length > 0) await claim.giveBack();
  else await claim.remove();
  return {
    ...outcome,
    artifacts,
    errors: countErrors(run.body),
    hadArrived: run.hasArrived === true,
  };
}

function buildClaimedFailure(path: string): UploadFailure {
  return { kind: 'claimed', message: `${path} is being sent by another process`, resend: false };
}

function buildTooLargeFailure(path: string): UploadFailure {
  return { kind: 'deferred', message: `${path} is too large to be sent here`, resend: true };
}

function buildNoSpoolFileFailure(path: string): UploadFailure {
  return { kind: 'corrupt', message: `${path} is not a saved run`, resend: false };
}

function buildUnreadableFailure(path: string): UploadFailure {
  const message = `${path} cannot be read and was renamed to ${path}.corrupt`;
  return { kind: 'corrupt', message, resend: false };
}
