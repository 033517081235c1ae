import type { IngestAnswer, IngestBody } from '@svc/contract/ingest';
import { postWithRetry } from './post-with-retry.ts';
import type { RateLimitBudget } from './retry.ts';
import { splitBody } from './split-body.ts';
import { localFailure, type UploadFailure } from './upload-failure.ts';
import type { UploadOutcome, UploadTarget } from './upload-outcome.ts';

export type { UploadOutcome, UploadTarget } from './upload-outcome.ts';
export type { UploadFailure } from './upload-failure.ts';

export interface UploadOptions {
  /** Time limit for all requests, waits and retries together. */
  budgetMs: number;
  /** How long to retry without a sign of life; default: the whole budget. */
  unreachableBudgetMs?: number;
  /** How long to retry after 5xx, closed connections and requests that time out; default: the whole budget. */
  errorBudgetMs?: number | undefined;
  /** Called before each retry, except for waits of `rateLimit`. `untilAt`: when retrying ends, in epoch ms. */
  onRetry?: ((failure: UploadFailure, untilAt: number) => void) | undefined;
  /** Extends the budget for waits that the rate limit requests; default: waits count towards the budget. */
  rateLimit?: RateLimitBudget | undefined;
  /** Called as compressed bytes are sent. A retry starts again at the bytes before it. */
  onProgress?: (progress: UploadProgress) => void;
}

export interface UploadProgress {
  sentBytes: number;
  totalBytes: number;
}

/**
 * Sends one execution to `POST {url}/api/ingest`. An execution over the contract's limits needs several requests
 * with one execution key. Their combined answer is the last one, with `accepted` summed up. Never rejects: errors
 * become the outcome's `failure`. The body is sent unchanged: `fitBody` redacts and cuts it.
 */
export async function upload(
  body: IngestBody,
  target: UploadTarget,
  options: UploadOptions,
): Promise<UploadOutcome> {
  const deadlineAt = Date.now() + options.budgetMs;
  // The only open handle may be an unref'd socket. Without this timer, Node would exit before the answer.
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
  options: TimedOptions,
): Promise<UploadOutcome> {
  const { deadlineAt, budgetMs, unreachableBudgetMs = budgetMs, onProgress } = options;
  const { errorBudgetMs, rateLimit, onRetry } = options;
  const answers: IngestAnswer[] = [];
  const progress = { sentBytes: 0, share: 0 };
  let writesLeft: number | undefined;
  for await (const { share, ...part } of splitBody(body)) {
    const { bytes } = part;
    const sentBefore = progress.sentBytes;
    // Estimates the rest from the share of the body that is compressed so far.
    const totalBytes =
      sentBefore + (bytes.byteLength * (1 - progress.share)) / (share - progress.share);
    const outcome = await postWithRetry(part, target, {
      deadlineAt,
      unreachableBudgetMs,
      errorBudgetMs,
      rateLimit,
      onRetry,
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

/** The warnings of both answers, each once. Older servers send none. */
export function joinWarnings(
  before: IngestAnswer,
  after: IngestAnswer,
): Pick<IngestAnswer, 'warnings'> {
  const known = new Set(before.warnings?.map(({ code }) => code));
  const more = after.warnings?.filter(({ code }) => !known.has(code)) ?? [];
  const warnings = [...(before.warnings ?? []), ...more];
  return warnings.length > 0 ? { warnings } : {};
}

/** Combines several answers: the last one, with the sums of all. */
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
    ...joinWarnings(sum, answer),
  }));
}
