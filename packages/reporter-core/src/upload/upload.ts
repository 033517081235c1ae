import type { IngestAnswer, IngestBody } from '@svc/contract/ingest';
import { postWithRetry } from './post-with-retry.ts';
import type { RateLimitBudget } from './retry.ts';
import { splitBody } from './split-body.ts';
import { localFailure } from './upload-failure.ts';
import type { UploadOutcome, UploadTarget } from './upload-outcome.ts';

export type { UploadOutcome, UploadTarget } from './upload-outcome.ts';
export type { UploadFailure } from './upload-failure.ts';

export interface UploadOptions {
  /** All requests, waits and retries together end within this time. */
  budgetMs: number;
  /** How long to keep trying without a sign of life; default: the whole budget. */
  unreachableBudgetMs?: number;
  /** For waits that the rate limit asks for, on top of the budget; default: they are part of it. */
  rateLimit?: RateLimitBudget | undefined;
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
  const keepAlive = setInterval(() => {}, 60_000);
  try {
    return await uploadParts(body, target, { ...options, deadlineAt });
  } catch (error) {
    return { ok: false, failure: localFailure(error) };
  } finally {
    clearInterval(keepAlive);
  }
}

async function uploadParts(
  body: IngestBody,
  target: UploadTarget,
  { deadlineAt, budgetMs, unreachableBudgetMs = budgetMs, rateLimit, onProgress }: TimedOptions,
): Promise<UploadOutcome> {
  const answers: IngestAnswer[] = [];
  const progress = { sentBytes: 0, share: 0 };
  let writesLeft: number | undefined;
  for await (const { share, ...part } of splitBody(body)) {
    const { bytes } = part;
    const sentBefore = progress.sentBytes;
    // What is still to come is as large as its share of the body, as far as one can know.
    const totalBytes =
      sentBefore + (bytes.byteLength * (1 - progress.share)) / (share - progress.share);
    const outcome = await postWithRetry(part, target, {
      deadlineAt,
      unreachableBudgetMs,
      rateLimit,
      onSent: onProgress && ((sent) => onProgress({ sentBytes: sentBefore + sent, totalBytes })),
    });
    if (!outcome.ok) return { ok: false, failure: outcome.failure };
    answers.push(outcome.answer);
    writesLeft = outcome.writesLeft;
    progress.sentBytes += bytes.byteLength;
    progress.share = share;
  }
  return { ok: true, answer: sumUp(answers), writesLeft };
}

type TimedOptions = UploadOptions & { deadlineAt: number };

/** One answer for several requests: the last one's, with what the others took. */
export function sumUp(answers: IngestAnswer[]): IngestAnswer {
  return answers.reduce((sum, answer) => ({
    ...answer,
    accepted: {
      results: sum.accepted.results + answer.accepted.results,
      duplicates: sum.accepted.duplicates + answer.accepted.duplicates,
    },
    uploads: [...sum.uploads, ...answer.uploads],
    refusedUploads: [...sum.refusedUploads, ...answer.refusedUploads],
    ignoredFields: sum.ignoredFields + answer.ignoredFields,
  }));
}
