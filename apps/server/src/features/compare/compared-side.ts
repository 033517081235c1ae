import type { ComparedSide } from '@svc/analysis/compare-executions';
import type { Database } from '../../db/database.ts';
import { SvcError } from '../../errors.ts';
import type { ExecutionRow } from '../../history/execution-rows.queries.ts';
import { listBrokenFiles } from './broken-files.queries.ts';
import { listRuns } from './runs.queries.ts';

/**
 * One execution as far as comparing needs it. Without `withFiles` no run has its file, which is asked
 * for only where an execution has broken ones.
 * @throws SvcError BAD_REQUEST for an execution whose results retention has taken.
 */
export async function readSide(
  database: Database,
  organizationId: string,
  {
    parameter,
    execution,
    withFiles,
  }: { parameter: string; execution: ExecutionRow; withFiles: boolean },
): Promise<ComparedSide> {
  const [runs, brokenFiles] = await Promise.all([
    listRuns(database, organizationId, { execution, withFiles }),
    execution.hasFileErrors ? listBrokenFiles(database, organizationId, execution) : [],
  ]);
  if (runs.length === 0 && countOf(execution) > 0) {
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
    brokenFiles,
  };
}

function countOf({ passed, failed, timedOut, skipped, interrupted }: ExecutionRow): number {
  return passed + failed + timedOut + skipped + interrupted;
}
