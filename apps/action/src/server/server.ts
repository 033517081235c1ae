import { createSvcClient, SvcClientError, type SvcClient } from '@svc/client';
import { SENDER } from '../version.ts';

export { SvcClientError, type SvcClient };

// All jobs of a matrix ask at the same time, and a key may read 100 times a minute by default.
const RETRY_BUDGET_MS = 90_000;

export function connect({ url, apiKey }: { url: string; apiKey: string }): SvcClient {
  return createSvcClient({
    url,
    apiKey,
    retryBudgetMs: RETRY_BUDGET_MS,
    userAgent: `svc-action/${SENDER.version}`,
  });
}

/** Runs a question whose answer is not needed. Adds the reason to `notes` if the server does not answer it. */
export async function ifAnswered<Answer>(
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
