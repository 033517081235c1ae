import { readAnswer } from './answer.ts';
import { SvcClientError } from './client-error.ts';
import type { SvcClientOptions } from './client-options.ts';
import { rateLimitOf } from './request-trace.ts';
import { retryDelayMs } from './retry-delay.ts';

/** What tRPC's link wants of an answer: the document, already read. */
interface ReadAnswer {
  ok: boolean;
  json: () => Promise<unknown>;
}

// A page of 50,000 results takes a small server some seconds; a hung one should not look like that for minutes.
const REQUEST_TIMEOUT_MS = 30_000;
const RETRY_BUDGET_MS = 30_000;

/** `fetch` for tRPC's link: waits and asks again where the server says so, and throws SvcClientError only. */
export function svcFetch(options: SvcClientOptions) {
  const random = options.random ?? Math.random;
  const sleep = options.sleep ?? sleepUntilAborted;
  return async (url: string | URL | Request, init: RequestInit = {}): Promise<ReadAnswer> => {
    const request = new Request(url, init);
    let budgetMs = options.retryBudgetMs ?? RETRY_BUDGET_MS;
    for (let attempt = 1; ; attempt++) {
      try {
        const document = await askOnce(options, request.clone(), attempt);
        return { ok: true, json: () => Promise.resolve(document) };
      } catch (error) {
        const waitMs = retryDelayMs(error, attempt, random);
        if (waitMs === undefined || waitMs > budgetMs) throw error;
        budgetMs -= waitMs;
        await sleep(waitMs, request.signal);
      }
    }
  };
}

async function askOnce(options: SvcClientOptions, request: Request, attempt: number) {
  const timeoutMs = options.timeoutMs ?? REQUEST_TIMEOUT_MS;
  const timeout = AbortSignal.timeout(timeoutMs);
  const startedMs = performance.now();
  let response: Response | undefined;
  try {
    const signal = AbortSignal.any([request.signal, timeout]);
    response = await (options.fetch ?? fetch)(request, { signal });
    return await readAnswer(response);
  } catch (error) {
    if (error instanceof SvcClientError) throw error;
    throw networkError(error, { options, request, timedOut: timeout.aborted, timeoutMs });
  } finally {
    options.onRequest?.({
      method: request.method,
      path: new URL(request.url).pathname,
      status: response?.status,
      requestId: response?.headers.get('x-request-id') ?? undefined,
      durationMs: Math.round(performance.now() - startedMs),
      attempt,
      rateLimit: response && rateLimitOf(response.headers),
    });
  }
}

interface Failed {
  options: SvcClientOptions;
  request: Request;
  timedOut: boolean;
  timeoutMs: number;
}

function networkError(thrown: unknown, { options, request, timedOut, timeoutMs }: Failed) {
  const cause = thrown instanceof Error ? thrown : new Error(String(thrown));
  if (request.signal.aborted) {
    return new SvcClientError('ABORTED', 'The call was ended by its caller.', { cause });
  }
  const why = timedOut
    ? `did not answer within ${timeoutMs / 1000} s`
    : `is out of reach (${reasonOf(cause)})`;
  return new SvcClientError('UNREACHABLE', `${options.url} ${why}.`, { cause });
}

/** `fetch failed` says nothing; its cause says ECONNREFUSED, ENOTFOUND or what was wrong with the certificate. */
function reasonOf(error: Error): string {
  const { cause } = error;
  if (!(cause instanceof Error)) return error.message;
  const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : undefined;
  return code ?? cause.message;
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
