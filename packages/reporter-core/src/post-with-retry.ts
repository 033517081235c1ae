import { parsedJson } from '@svc/contract/parsed-json';
import type { IngestAnswer } from '@svc/contract/ingest';
import { isRecord } from './is-record.ts';
import { failedTry, requestTimeoutMs, retry, type RetryOptions, type Try } from './retry.ts';
import { failureOfAnswer, failureOfFetch } from './upload-failure.ts';
import type { UploadTarget } from './upload-outcome.ts';

/** One request's worth: a whole execution, or a part of one that is over the limits. */
export interface CompressedPart {
  idempotencyKey: string;
  bytes: Uint8Array<ArrayBuffer>;
}

export interface PostOptions extends RetryOptions {
  /** How long one request may take at least, if the deadline allows; default 15 s. */
  requestMs?: number;
  onSent?: ((sentBytes: number) => void) | undefined;
}

/** Posts one part. Network faults, 429 and 5xx are tried again before the deadline. */
export async function postWithRetry(
  part: CompressedPart,
  target: UploadTarget,
  options: PostOptions,
): Promise<Try<IngestAnswer>> {
  return retry(() => post(part, target, options), options);
}

const CHUNK_BYTES = 64 * 1024;

async function post(
  part: CompressedPart,
  target: UploadTarget,
  options: PostOptions,
): Promise<Try<IngestAnswer>> {
  const url = target.url.replace(/\/+$/, '');
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
      signal: AbortSignal.timeout(
        requestTimeoutMs(part.bytes.byteLength, options.deadlineAt, options.requestMs),
      ),
    });
    return readAnswer(response, await response.text());
  } catch (error) {
    return failedTry(failureOfFetch(error, url));
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

function readAnswer(response: Response, text: string): Try<IngestAnswer> {
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
    Array.isArray(answer['uploads']) &&
    Array.isArray(answer['refusedUploads'])
  );
}
