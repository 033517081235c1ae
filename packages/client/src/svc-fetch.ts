import { readAnswer } from './answer.ts';
import { SvcClientError } from './client-error.ts';
import type { SvcClientOptions } from './client-options.ts';
import { parseRateLimit } from './request-trace.ts';
import { computeRetryDelayMs } from './retry-delay.ts';
import { describeUnreachable } from './unreachable-reason.ts';

/** The part of an answer that tRPC's link needs: the document, already read. */
interface ReadAnswer {
  ok: boolean;
  json: () => Promise<unknown>;
}

// A small server needs some seconds for a page of 50,000 results. A server that hangs is reported after this time.
const REQUEST_TIMEOUT_MS = 30_000;
const RETRY_BUDGET_MS = 30_000;

/** `fetch` for tRPC's link: retries after 429 and 503, and throws only SvcClientError. */
export function createSvcFetch(options: SvcClientOptions) {
  return async (url: string | URL | Request, init: RequestInit = {}): Promise<ReadAnswer> => {
    const document = await askPatiently(options, new Request(url, init), (response) =>
      readAnswer(response, countBodyBytes(init.body)),
    );
    return { ok: true, json: () => Promise.resolve(document) };
  };
}

/** The size of a request's body, which is text in all requests of this package. */
export function countBodyBytes(body: RequestInit['body']): number {
  return typeof body === 'string' ? new TextEncoder().encode(body).byteLength : 0;
}

/**
 * Returns the result of `read` for the answer, which may be a redirect: redirects are not followed, because another
 * host must not answer for the server. Retries after 429 and 503 within the budget.
 * @throws SvcClientError, also those of `read`.
 */
export async function askPatiently<Answer>(
  options: SvcClientOptions,
  request: Request,
  read: (response: Response) => Promise<Answer>,
): Promise<Answer> {
  const random = options.random ?? Math.random;
  const sleep = options.sleep ?? sleepUntilAborted;
  let budgetMs = options.retryBudgetMs ?? RETRY_BUDGET_MS;
  for (let attempt = 1; ; attempt++) {
    try {
      return await askOnce(options, { request: request.clone(), attempt, read });
    } catch (error) {
      const waitMs = computeRetryDelayMs(error, attempt, random);
      if (waitMs === undefined || waitMs > budgetMs) throw error;
      budgetMs -= waitMs;
      await sleep(waitMs, request.signal);
    }
  }
}

interface OneRequest<Answer> {
  request: Request;
  attempt: number;
  read: (response: Response) => Promise<Answer>;
}

async function askOnce<Answer>(
  options: SvcClientOptions,
  { request, attempt, read }: OneRequest<Answer>,
): Promise<Answer> {
  const timeoutMs = options.timeoutMs ?? REQUEST_TIMEOUT_MS;
  const timeout = AbortSignal.timeout(timeoutMs);
  const startedMs = performance.now();
  let response: Response | undefined;
  try {
    const signal = AbortSignal.any([request.signal, timeout]);
    response = await (options.fetch ?? fetch)(request, { signal, redirect: 'manual' });
    return await read(response);
  } catch (error) {
    if (error instanceof SvcClientError) throw error;
    throw buildNetworkError(error, { options, request, timedOut: timeout.aborted, timeoutMs });
  } finally {
    options.onRequest?.({
      method: request.method,
      path: new URL(request.url).pathname,
      status: response?.status,
      requestId: response?.headers.get('x-request-id') ?? undefined,
      durationMs: Math.round(performance.now() - startedMs),
      attempt,
      rateLimit: response && parseRateLimit(response.headers),
    });
  }
}

interface Failed {
  options: SvcClientOptions;
  request: Request;
  timedOut: boolean;
  timeoutMs: number;
}

function buildNetworkError(thrown: unknown, { options, request, timedOut, timeoutMs }: Failed) {
  const cause = thrown instanceof Error ? thrown : new Error(String(thrown));
  if (request.signal.aborted) {
    return new SvcClientError('ABORTED', 'The call was ended by its caller.', { cause });
  }
  const why = timedOut
    ? `did not answer within ${timeoutMs / 1000} s`
    : `cannot be reached (${describeUnreachable(cause, options.url)})`;
  return new SvcClientError('UNREACHABLE', `${options.url} ${why}.`, { cause });
}

function sleepUntilAborted(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(new SvcClientError('ABORTED', 'The call was ended by its caller.'));
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', abort);
      resolve();
    }, ms);
    signal.addEventListener('abort', abort, { once: true });
  });
}
