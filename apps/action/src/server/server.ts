import { createSvcClient, SvcClientError, type SvcClient } from '@svc/client';
import { SENDER } from '../version.ts';

export { SvcClientError, type SvcClient };

// All jobs of a matrix ask at the same time, and a key may read 100 times a minute by default.
const RETRY_BUDGET_MS = 90_000;

// All questions of one step together. A server that hangs in each of them must not hold the job for an hour.
const BUDGET_MS = 5 * 60_000;

/**
 * `answerMs`: time limit of one request. `waitMs`: how long the step may wait for parts, in addition to its requests.
 */
export function connect({
  url,
  apiKey,
  answerMs,
  waitMs,
}: {
  url: string;
  apiKey: string;
  answerMs: number;
  waitMs: number;
}): SvcClient {
  const over = new AbortController();
  const timer = setTimeout(() => {
    over.abort(new Error('it took more than five minutes to answer everything'));
  }, BUDGET_MS + waitMs);
  timer.unref();
  return createSvcClient({
    url,
    apiKey,
    timeoutMs: answerMs,
    retryBudgetMs: RETRY_BUDGET_MS,
    fetch: (request, init) =>
      fetch(request, {
        ...init,
        signal: init?.signal ? AbortSignal.any([over.signal, init.signal]) : over.signal,
      }),
    userAgent: `svc-action/${SENDER.version}`,
  });
}

/** Runs a question whose answer is not needed. Adds the reason to `notes` if the server does not answer it. */
export async function askOptionally<Answer>(
  what: string,
  notes: string[],
  question: () => Promise<Answer>,
): Promise<Answer | null> {
  try {
    return await question();
  } catch (error) {
    if (!(error instanceof SvcClientError)) throw error;
    notes.push(`${what}: ${error.message}`);
    return null;
  }
}
