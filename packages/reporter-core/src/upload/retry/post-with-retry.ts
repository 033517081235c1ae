import type { ClientRequest, IncomingHttpHeaders } from 'node:http';
import { CI_RUN_HEADER } from '@svc/contract/zod-free/ci-run';
import { parseJson } from '@svc/contract/zod-free/parsed-json';
import type { IngestAnswer } from '@svc/contract/executions/ingest';
import { isRecord } from '@svc/contract/zod-free/is-record';
import { type HttpAnswer, sendHttpRequest } from '../http-exchange.ts';
import {
  buildFailedTry,
  computeRequestTimeoutMs,
  retry,
  type RetryOptions,
  type Try,
} from './retry.ts';
import { SilenceWatch } from './silence-watch.ts';
import { buildAnswerFailure, buildRequestFailure, mayChangeSoon } from '../build-failure.ts';

export interface UploadTarget {
  /** The server's address, with or without a trailing slash. */
  url: string;
  apiKey: string;
}

/** The content of one request: a whole execution, or some of its results. */
export interface CompressedRequest {
  idempotencyKey: string;
  bytes: Uint8Array<ArrayBuffer>;
  /** The value of `Svc-Run`: uploads of one CI run count once against the rate limit. */
  ciRun?: string | undefined;
}

export interface PostOptions {
  /** Epoch ms. */
  deadlineAt: number;
  /** Minimum timeout of one request, if the deadline allows; default 15 s. */
  requestMs?: number;
  onSent?: ((sentBytes: number) => void) | undefined;
  /** Aborts the request in flight. */
  signal?: AbortSignal;
}

/** Posts one request. Retries network errors, 429 and temporary 5xx within the budgets. */
export async function postWithRetry(
  request: CompressedRequest,
  target: UploadTarget,
  options: RetryOptions & PostOptions,
): Promise<Try<IngestAnswer>> {
  return retry((deadlineAt) => postOnce(request, target, { ...options, deadlineAt }), options);
}

const CHUNK_BYTES = 64 * 1024;
// Addresses for 20,000 artifacts need a few MB.
const MOST_ANSWER_BYTES = 64 * 1024 * 1024;

export async function postOnce(
  request: CompressedRequest,
  target: UploadTarget,
  options: PostOptions,
): Promise<Try<IngestAnswer>> {
  const url = target.url.replace(/\/+$/, '');
  const { byteLength } = request.bytes;
  const watch = new SilenceWatch(url, {
    timeoutMs: computeRequestTimeoutMs(byteLength, options.deadlineAt, options.requestMs),
  });
  const stop = (): void => watch.end(new DOMException('the request was ended', 'TimeoutError'));
  options.signal?.addEventListener('abort', stop);
  if (options.signal?.aborted) stop();
  try {
    const answer = await sendHttpRequest(`${url}/api/ingest`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${target.apiKey}`,
        'content-type': 'application/json',
        'content-encoding': 'gzip',
        'content-length': byteLength,
        'idempotency-key': request.idempotencyKey,
        ...(request.ciRun !== undefined && { [CI_RUN_HEADER]: request.ciRun }),
      },
      signal: watch.signal,
      onSign: () => watch.sign(),
      send: (client) =>
        write(client, request.bytes, (sent) => {
          watch.sign();
          options.onSent?.(sent);
        }),
      mostAnswerBytes: MOST_ANSWER_BYTES,
    });
    return readAnswer(answer, url, byteLength);
  } catch (error) {
    return buildFailedTry(buildRequestFailure(error, url));
  } finally {
    watch.stop();
    options.signal?.removeEventListener('abort', stop);
  }
}

/** Writes in pieces, so that `onSent` reports progress. */
function write(request: ClientRequest, bytes: Uint8Array, onSent: PostOptions['onSent']): void {
  for (let sent = 0; sent < bytes.byteLength; sent += CHUNK_BYTES) {
    const piece = bytes.subarray(sent, sent + CHUNK_BYTES);
    request.write(piece, () => onSent?.(sent + piece.byteLength));
  }
  request.end();
}

function readAnswer(
  { status, headers, text }: HttpAnswer,
  url: string,
  sentBytes: number,
): Try<IngestAnswer> {
  if (status >= 200 && status < 300) {
    const answer = readIngestAnswer(parseJson(text));
    if (answer !== undefined) return { ok: true, answer, writesLeft: parseWritesLeft(headers) };
    const message = `the answer at ${url}/api/ingest is not from an svc server`;
    return {
      ok: false,
      failure: { kind: 'serverError', message, status, resend: true },
      again: false,
      retryAfter: null,
    };
  }
  return {
    ok: false,
    failure: buildAnswerFailure({ status, text, headers, sentBytes }, url),
    again: mayChangeSoon(status),
    retryAfter: headers['retry-after'] ?? null,
  };
}

/** Reads the rate limit headers, which a proxy may have removed. */
function parseWritesLeft(headers: IncomingHttpHeaders): number | undefined {
  const left = Number(headers['x-ratelimit-remaining']);
  const limit = Number(headers['x-ratelimit-limit']);
  return left >= 0 && limit > 0 ? left / limit : undefined;
}

/** A malformed warning is left out: the server has accepted the upload. */
function readIngestAnswer(body: unknown): IngestAnswer | undefined {
  if (!isRecord(body) || !isIngestAnswer(body['data'])) return undefined;
  const { warnings, ...answer }: Unchecked = body['data'];
  const valid = Array.isArray(warnings) ? warnings.filter(isWarning) : [];
  return valid.length > 0 ? { ...answer, warnings: valid } : answer;
}

/** `warnings` may be anything. The code may be one that only newer servers have. */
type Unchecked = Omit<IngestAnswer, 'warnings'> & { warnings?: unknown };
type Warning = NonNullable<IngestAnswer['warnings']>[number];

function isWarning(entry: unknown): entry is Warning {
  return (
    isRecord(entry) && typeof entry['code'] === 'string' && typeof entry['message'] === 'string'
  );
}

function isIngestAnswer(answer: unknown): answer is Unchecked {
  return (
    isRecord(answer) &&
    typeof answer['executionId'] === 'string' &&
    typeof answer['number'] === 'number' &&
    typeof answer['url'] === 'string' &&
    isRecord(answer['accepted']) &&
    typeof answer['accepted']['results'] === 'number' &&
    Array.isArray(answer['uploads']) &&
    Array.isArray(answer['refusedUploads'])
  );
}
