import type { Analysis } from '@svc/contract/analysis/analyses';
import type { Execution } from '@svc/contract/executions/executions';
import { SvcClientError, type SvcClient } from './server.ts';

/**
 * The analysis of a failed execution. Reads the stored one if it has all failures, because jobs of a matrix share the
 * few writes a minute of their key; otherwise asks for one. Null if there is nothing to analyse, and if the server does
 * not answer, which is noted.
 */
export async function storedAnalysis(
  client: SvcClient,
  { id, totals }: Execution,
  notes: string[],
): Promise<Analysis | null> {
  try {
    const { items } = await client.analyses.list.query({ executionId: id, limit: 1 });
    const [stored] = items;
    if (stored !== undefined && stored.failureCount >= totals.failed + totals.timedOut) {
      return await client.analyses.get.query({ id: stored.id });
    }
    return await client.analyses.analyze.mutate({ executionId: id });
  } catch (error) {
    if (!(error instanceof SvcClientError)) throw error;
    // An execution that failed without a failed test, such as by its coverage.
    if (error.code !== 'BAD_REQUEST') notes.push(`Analysis: ${error.message}`);
    return null;
  }
}
