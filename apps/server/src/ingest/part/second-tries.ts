import type { IngestExecution } from '@svc/contract/executions/ingest';
import type { TransactionScope } from '../../db/scope.ts';
import { joinRetriedPart, type PartIdentity, haveAllPassed } from '../../executions/index.ts';
import { recountExecution } from '../../rollups/index.ts';
import type { UploadPlace } from '../results/upload-place.ts';
import { lockExecution, type LockedExecution } from '../execution/execution-rows.queries.ts';
import { derivePartStart } from './part-times.ts';

/**
 * If the part that just arrived is the second try of a job, joins it with the first one. Returns the execution's row
 * with all results counted, or null if it is no second try. Once every part has passed, what the first try reported of
 * itself does not count any more. Errors of the run stay: which part sent them is not stored.
 */
export async function joinSecondTry(
  scope: TransactionScope,
  {
    part,
    place,
    execution,
    wasInterrupted,
  }: {
    part: PartIdentity;
    place: UploadPlace;
    execution: IngestExecution;
    wasInterrupted: boolean;
  },
): Promise<LockedExecution | null> {
  const { executionId, week } = place;
  if (part.jobId === null) return null;
  const arrived = {
    ...part,
    executionId,
    week,
    beganAt: derivePartStart(execution, place.at),
    isPartial: (execution.partial ?? []).length > 0,
    wasInterrupted,
  };
  if (!(await joinRetriedPart(scope, arrived))) return null;
  await recountExecution(scope, { executionId, week });
  const joined = await lockExecution(scope, executionId, { withErrors: true });
  if (!(await haveAllPassed(scope, executionId))) return joined;
  return { ...joined, failedReported: false, interruptedReported: false, hasFileErrors: false };
}
