import {
  request as requestHttp,
  type Agent,
  type ClientRequest,
  type IncomingMessage,
} from 'node:http';
import { request as requestHttps } from 'node:https';
import { ANSWER_HEADERS_MOST } from './answer-parts.ts';
import { StoppedError, TimeLimitError } from './error-sentence.ts';

/** How much of an answer is read. The connection of a larger one is closed. */
export const ANSWER_BYTES_MOST = 65_536;

// All headers of an answer together.
const ANSWER_HEADER_BYTES_MOST = 16_384;

/** A request, with all headers but those of HTTP itself. */
export interface ExchangeRequest {
  agent: Agent;
  url: URL;
  headers: Record<string, string>;
  body: Buffer;
  /** The time limit that the error names. */
  timeoutMs: number;
  /** Remaining time of the time limit. */
  remainingMs: number;
  signal: AbortSignal | undefined;
}

export interface ExchangeAnswer {
  /** Null without an answer. */
  response: IncomingMessage | null;
  /** The bytes of the answer that were read. */
  bytes: Buffer;
  /** Whether the answer was larger. */
  truncated: boolean;
  /** Null if the answer is complete or was cut. */
  error: unknown;
  /** Whether the receiver closed a kept connection, perhaps before it saw the request. */
  wasStale: boolean;
}

/** Sends one request and reads its answer. Never rejects. */
export async function exchange(given: ExchangeRequest): Promise<ExchangeAnswer> {
  const received: Received = { response: null, chunks: [], size: 0 };
  let error: unknown = null;
  let sent: ClientRequest | null = null;
  try {
    sent = start(given);
    await waitUntilFinished(sent, received, given);
  } catch (caught) {
    error = caught;
  }
  const truncated = received.size > ANSWER_BYTES_MOST;
  // An answer that is complete leaves its connection to the next request.
  if (truncated || error !== null) sent?.destroy();
  const { response, chunks } = received;
  return {
    response,
    bytes: Buffer.concat(chunks).subarray(0, ANSWER_BYTES_MOST),
    truncated,
    error,
    wasStale: response === null && sent?.reusedSocket === true && isClosed(error),
  };
}

interface Received {
  response: IncomingMessage | null;
  chunks: Buffer[];
  size: number;
}

/** @throws an error of Node when a header or the path has characters that HTTP does not allow. */
function start({ agent, url, headers, body }: ExchangeRequest): ClientRequest {
  const send = url.protocol === 'https:' ? requestHttps : requestHttp;
  const sent = send(url, {
    method: 'POST',
    agent,
    headers: { ...headers, 'content-length': String(body.length) },
    maxHeaderSize: ANSWER_HEADER_BYTES_MOST,
  });
  sent.maxHeadersCount = ANSWER_HEADERS_MOST;
  sent.end(body);
  return sent;
}

/**
 * Waits until the answer is read or cut.
 * @throws what ended it before.
 */
function waitUntilFinished(
  sent: ClientRequest,
  received: Received,
  { timeoutMs, remainingMs, signal }: ExchangeRequest,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  // The timer rejects directly, because a destroyed request that waits for a connection reports no error.
  const timer = setTimeout(() => reject(new TimeLimitError(timeoutMs)), remainingMs);
  const stop = () => reject(new StoppedError());
  signal?.addEventListener('abort', stop);
  if (signal?.aborted === true) stop();
  sent.on('error', reject);
  sent.on('close', () => reject(buildClosedEarlyError()));
  sent.on('response', (response) => {
    received.response = response;
    response.on('error', reject);
    response.on('end', resolve);
    response.on('data', (chunk: Buffer) => {
      received.chunks.push(chunk);
      received.size += chunk.length;
      if (received.size > ANSWER_BYTES_MOST) resolve();
    });
  });
  return promise.finally(() => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
  });
}

function buildClosedEarlyError(): Error {
  return Object.assign(new Error('The connection was closed.'), { code: 'ECONNRESET' });
}

function isClosed(error: unknown): boolean {
  return ['ECONNRESET', 'EPIPE'].includes((error as NodeJS.ErrnoException | null)?.code ?? '');
}
