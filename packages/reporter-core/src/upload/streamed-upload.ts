import { INGEST_LIMITS } from '@svc/contract/zod-free/limits';
import { sendArtifacts, type SentArtifacts } from './send-artifacts.ts';
import {
  type IngestRequest,
  splitIntoRequests,
  type Pieces,
  type RequestHead,
  type RequestLimits,
} from './ingest-requests.ts';
import { postWithRetry, type UploadTarget } from './retry/post-with-retry.ts';
import type { RetryOptions } from './retry/retry.ts';
import { type RequestsOutcome, sendRequests } from './send-requests.ts';

export interface StreamSettings extends RequestHead, RetryOptions {
  /** Default: requests that a busy server can answer within `requestMs`. */
  limits?: RequestLimits;
  /** Minimum timeout of one request, if the deadline allows; default 60 s. */
  requestMs?: number;
  /** Called as compressed bytes of a request are sent. A retry starts again at 0. */
  onSent?: ((request: IngestRequest, sentBytes: number) => void) | undefined;
}

export type StreamOutcome =
  | (Extract<RequestsOutcome, { ok: true }> & { artifacts: SentArtifacts })
  | Extract<RequestsOutcome, { ok: false }>;

/**
 * Sends an execution whose results arrive in pieces, in as many requests as necessary, each followed by the artifacts
 * of its results. Only one compressed request is in memory. Server errors become failures and do not reject; errors
 * from reading a piece do.
 */
export async function streamUpload(
  pieces: Pieces,
  target: UploadTarget,
  { limits = PROMPT_REQUEST, requestMs = PROMPT_REQUEST_MS, onSent, ...settings }: StreamSettings,
): Promise<StreamOutcome> {
  const artifacts: SentArtifacts = { sent: 0, sentBytes: 0, leftOut: [], pending: [] };
  // The only open handle may be an unref'd socket. Node would exit before the answer without this timer.
  const keepAlive = setInterval(() => {}, 60_000);
  try {
    const outcome = await sendRequests(
      splitIntoRequests(pieces, settings, limits),
      async (request) => {
        const posted = await postWithRetry(request, target, {
          ...settings,
          requestMs,
          onSent: onSent && ((sentBytes) => onSent(request, sentBytes)),
        });
        if (posted.ok && request.artifacts.length > 0) {
          const options = { ...settings, serverUrl: target.url };
          addSent(artifacts, await sendArtifacts(request.artifacts, posted.answer, options));
        }
        return posted;
      },
    );
    return outcome.ok ? { ...outcome, artifacts } : outcome;
  } finally {
    clearInterval(keepAlive);
  }
}

// A busy server with two cores needed up to 15 s for this size. Fewer results per request would need more requests per
// minute than the rate limit allows.
const PROMPT_REQUEST: RequestLimits = {
  bytes: INGEST_LIMITS.bodyBytes / 2,
  filesBytes: 8 * 1024 * 1024,
  results: 40_000,
  files: INGEST_LIMITS.files,
};
const PROMPT_REQUEST_MS = 60_000;

function addSent(sum: SentArtifacts, sent: SentArtifacts): void {
  sum.sent += sent.sent;
  sum.sentBytes += sent.sentBytes;
  sum.leftOut.push(...sent.leftOut);
  sum.pending.push(...sent.pending);
  if (sent.failure !== undefined) sum.failure ??= sent.failure;
}
