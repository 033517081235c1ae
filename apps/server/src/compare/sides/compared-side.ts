import type { ComparedSide } from '@svc/analysis/compare/compare-executions';
import type { Scope } from '../../db/scope.ts';
import { SvcError } from '../../errors.ts';
import type { ExecutionRow } from '../../history/executions/execution-rows.queries.ts';
import { hasLostCarried } from './carried-parts.queries.ts';
import { listBrokenFileNames } from './broken-files.queries.ts';
import type { StoredRun } from './differing-runs.queries.ts';
import type { Parameter } from './execution-references.ts';

/**
 * Reads the facts of one execution that a comparison needs.
 * @throws SvcError BAD_REQUEST for an execution whose results retention has deleted.
 */
export async function readComparedSide(
  scope: Scope,
  {
    parameter,
    execution,
    runs,
  }: { parameter: Parameter; execution: ExecutionRow; runs: readonly StoredRun[] },
): Promise<ComparedSide<StoredRun>> {
  // A shard that arrived after the deletion would look like the whole execution.
  if (execution.resultsExpiredAt !== null) {
    const message = `The results of execution ${execution.id} are not kept any more`;
    throw new SvcError('BAD_REQUEST', `${parameter}: ${message}.`, {
      details: [{ path: parameter, message }],
    });
  }
  return {
    runs,
    partial: execution.partial,
    interrupted:
      execution.status === 'interrupted' ||
      execution.interruptedReported ||
      hasRunNothing(execution),
    missingShards:
      execution.shardsReceived + execution.shardsCarried < execution.shardsExpected ||
      (execution.shardsCarried > 0 && (await hasLostCarried(scope, execution.id))),
    brokenFiles: execution.hasFileErrors ? await listBrokenFileNames(scope, execution) : [],
  };
}

/** Whether the execution failed before its first test, for example in a global setup. It lacks every test. */
function hasRunNothing({ status, passed, failed, timedOut, carriedPassed }: ExecutionRow): boolean {
  return status === 'failed' && passed + failed + timedOut + carriedPassed === 0;
}
