import type { ComparedSide } from '@svc/analysis/compare-executions';
import type { Database } from '../../db/database.ts';
import { SvcError } from '../../errors.ts';
import type { ExecutionRow } from '../../history/execution-rows.queries.ts';
import { listBrokenFiles } from './broken-files.queries.ts';
import type { DifferingRuns, StoredRun } from './differing-runs.queries.ts';
import type { Parameter } from './execution-references.ts';

/**
 * One execution as far as comparing needs it.
 * @throws SvcError BAD_REQUEST for an execution whose results retention has taken.
 */
export async function comparedSide(
  database: Database,
  organizationId: string,
  {
    parameter,
    execution,
    found: { hasResults, runs },
  }: { parameter: Parameter; execution: ExecutionRow; found: DifferingRuns },
): Promise<ComparedSide<StoredRun>> {
  if (!hasResults && countOf(execution) > 0) {
    const message = `The results of execution ${execution.id} are not kept any more`;
    throw new SvcError('BAD_REQUEST', `${parameter}: ${message}.`, {
      details: [{ path: parameter, message }],
    });
  }
  return {
    runs,
    partial: execution.partial,
    interrupted: execution.status === 'interrupted' || execution.interruptedReported,
    missingShards: execution.shardsReceived < execution.shardsExpected,
    brokenFiles: execution.hasFileErrors
      ? await listBrokenFiles(database, organizationId, execution)
      : [],
  };
}

function countOf({ passed, failed, timedOut, skipped, interrupted }: ExecutionRow): number {
  return passed + failed + timedOut + skipped + interrupted;
}
