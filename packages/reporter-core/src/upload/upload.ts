import type { IngestAnswer, IngestBody } from '@svc/contract/executions/ingest';
import {
  toRequestHead,
  toUploadPiece,
  type IngestRequest,
  LARGEST_REQUEST,
} from './ingest-requests.ts';
import type { UploadTarget } from './retry/post-with-retry.ts';
import { type RateLimitBudget, REQUEST_TIMEOUT_MS } from './retry/retry.ts';
import { streamUpload } from './streamed-upload.ts';
import { buildLocalFailure } from './build-failure.ts';
import type { UploadFailure } from '../report/upload-failure.ts';
import { clock } from '../clock.ts';

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
  /** Called as compressed bytes are sent. A retry sets `sentBytes` back to the end of the previous request. */
  onProgress?: (progress: UploadProgress) => void;
}

export interface UploadProgress {
  sentBytes: number;
  totalBytes: number;
}

export type UploadOutcome =
  | {
      ok: true;
      answer: IngestAnswer;
      /** Share of the key's writes that is left in this window, 0 to 1. Undefined if the server does not report it. */
      writesLeft?: number | undefined;
    }
  | { ok: false; failure: UploadFailure };

/**
 * Sends a finished run to `POST {url}/api/ingest`, usually in one request. A run that exceeds the contract's limits is
 * split into several requests. Returns the last answer, with the sums of all answers. Never rejects: errors become the
 * outcome's `failure`. Sends the body unchanged, so callers redact and cut it with `fitBody` first.
 */
export async function upload(
  body: IngestBody,
  target: UploadTarget,
  { budgetMs, unreachableBudgetMs = budgetMs, onProgress, ...retryOptions }: UploadOptions,
): Promise<UploadOutcome> {
  try {
    const outcome = await streamUpload([toUploadPiece(body)], target, {
      ...toRequestHead(body),
      ...retryOptions,
      deadlineAt: clock.nowMs() + budgetMs,
      unreachableBudgetMs,
      limits: LARGEST_REQUEST,
      requestMs: REQUEST_TIMEOUT_MS,
      onSent: onProgress && createProgressReporter(body, onProgress),
    });
    if (!outcome.ok) return { ok: false, failure: outcome.failure };
    return { ok: true, answer: outcome.answer, writesLeft: outcome.writesLeft };
  } catch (error) {
    return { ok: false, failure: buildLocalFailure(error) };
  }
}

/** Estimates the size of the requests to come from the share of the body that is compressed so far. */
function createProgressReporter(
  { files = [], results }: IngestBody,
  onProgress: NonNullable<UploadOptions['onProgress']>,
): (request: IngestRequest, sentBytes: number) => void {
  const count = files.length + results.length;
  let current: { request: IngestRequest; bytesBefore: number; itemsBefore: number } | undefined;
  return (request, sentBytes) => {
    if (current?.request !== request) {
      const before = current && current.bytesBefore + current.request.bytes.byteLength;
      current = { request, bytesBefore: before ?? 0, itemsBefore: current?.request.items ?? 0 };
    }
    const { bytesBefore, itemsBefore } = current;
    const itemsLeft = (count - itemsBefore) / Math.max(1, request.items - itemsBefore);
    const totalBytes = bytesBefore + request.bytes.byteLength * (count === 0 ? 1 : itemsLeft);
    onProgress({ sentBytes: bytesBefore + sentBytes, totalBytes });
  };
}
