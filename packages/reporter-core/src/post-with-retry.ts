import { parsedJson } from '@svc/contract/parsed-json';
import { setTimeout as sleep } from 'node:timers/promises';
import type { IngestAnswer } from '@svc/contract/ingest';
import { isRecord } from './is-record.ts';
import { retryDelayMs } from './retry-delay.ts';
import { failureOfAnswer, failureOfFetch, type UploadFailure } from './upload-failure.ts';
import type { UploadOutcome, UploadTarget } from './upload-outcome.ts';

/** One request's worth: a whole execution, or a part of one that is over the limits. */
export interface CompressedPart {
  idempotencyKey: string;
  bytes: Uint8Array<ArrayBuffer>;
}

export interface PostOptions {
  deadlineAt: number;
  unreachableBudgetMs: number;
  onSent?: ((sentBytes: number) => void) | undefined;
}

/**
 * Posts until it is accepted, refused, or no further try fits before the deadline. Network faults,
 * 429 and 5xx are tried again; a `Retry-After` that does not fit ends it at once, since waiting for
 * less would only be refused again.
 */
export async function postWithRetry(
  part: CompressedPart,
  target: UploadTarget,
  options: PostOptions,
): Promise<UploadOutcome> {
  const startedAt = Date.now();
  for (let tries = 1; ; tries++) {
    const outcome = await post(part, target, options);
    if (outcome.ok || !outcome.again) return outcome;
    const delayMs = retryDelayMs(tries, outcome.retryAfter, {
      now: Date.now(),
      random: Math.random,
    });
    const limitAt =
      outcome.failure.kind === 'unreachable'
        ? Math.min(options.deadlineAt, startedAt + options.unreachableBudgetMs)
        : options.deadlineAt;
    if (Date.now() + delayMs + SHORTEST_TRY_MS > limitAt) return outcome;
    await sleep(delayMs);
  }
}

// Long enough for the slowest ingest that was measured with room to spare, and still leaves a second try in the budget.
const REQUEST_TIMEOUT_MS = 15_000;
// 256 kbit/s: a line slower than that is as good as none.
const SLOWEST_BYTES_PER_MS = 32;
// With less than this left a request would only be cut off.
const SHORTEST_TRY_MS = 200;
const CHUNK_BYTES = 64 * 1024;

type Try =
  | { ok: true; answer: IngestAnswer }
  | { ok: false; failure: UploadFailure; again: boolean; retryAfter: string | null };

async function post(
  part: CompressedPart,
  target: UploadTarget,
  options: PostOptions,
): Promise<Try> {
  const url = target.url.replace(/\/+$/, '');
  const remainingMs = Math.max(1, options.deadlineAt - Date.now());
  const timeoutMs = Math.max(REQUEST_TIMEOUT_MS, part.bytes.byteLength / SLOWEST_BYTES_PER_MS);
  try {
    const response = await fetch(`${url}/api/ingest`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${target.apiKey}`,
        'content-type': 'application/json',
        'content-encoding': 'gzip',
        'idempotency-key': part.idempotencyKey,
      },
      ...payload(part.bytes, options.onSent),
      // Followed, a redirect would turn the POST into a GET.
      redirect: 'manual',
      signal: AbortSignal.timeout(Math.min(timeoutMs, remainingMs)),
    });
    return readAnswer(response, await response.text());
  } catch (error) {
    const failure = failureOfFetch(error, url);
    return { ok: false, failure, again: failure.kind !== 'refused', retryAfter: null };
  }
}

function payload(bytes: Uint8Array<ArrayBuffer>, onSent: PostOptions['onSent']): RequestInit {
  // A stream tells how far it got, at the price of a chunked request; without a listener the length is known.
  if (onSent === undefined) return { body: bytes };
  let sentBytes = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (sentBytes >= bytes.byteLength) return controller.close();
      const chunk = bytes.subarray(sentBytes, sentBytes + CHUNK_BYTES);
      controller.enqueue(chunk);
      sentBytes += chunk.byteLength;
      onSent(sentBytes);
    },
  });
  return { body, duplex: 'half' };
}

function readAnswer(response: Response, text: string): Try {
  const { status } = response;
  if (status >= 200 && status < 300) {
    const answer = readIngestAnswer(parsedJson(text));
    if (answer !== undefined) return { ok: true, answer };
    const message = `the answer at ${response.url} is not an svc server's`;
    return {
      ok: false,
      failure: { kind: 'serverError', message, status, resend: true },
      again: false,
      retryAfter: null,
    };
  }
  return {
    ok: false,
    failure: failureOfAnswer(status, text, response.headers.get('location')),
    again: status === 429 || status >= 500,
    retryAfter: response.headers.get('retry-after'),
  };
}

function readIngestAnswer(body: unknown): IngestAnswer | undefined {
  return isRecord(body) && isIngestAnswer(body['data']) ? body['data'] : undefined;
}

function isIngestAnswer(answer: unknown): answer is IngestAnswer {
  return (
    isRecord(answer) &&
    typeof answer['executionId'] === 'string' &&
    typeof answer['number'] === 'number' &&
    typeof answer['url'] === 'string' &&
    isRecord(answer['accepted']) &&
    typeof answer['accepted']['results'] === 'number' &&
    Array.isArray(answer['uploads'])
  );
}
