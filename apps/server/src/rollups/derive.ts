import type { Scope } from '../db/scope.ts';
import {
  findDerivable,
  forgetFailingResults,
  recountExecution,
  storedFailures,
} from './derive.queries.ts';
import { failingResultOf } from './failing-result.ts';
import { insertFailingResults, type FailingResultRow } from './failing-results.queries.ts';

/** Makes again from an execution's stored results what an upload makes as it comes: the counters and the failing results. */
export async function deriveExecution(scope: Scope, executionId: string): Promise<void> {
  const execution = await findDerivable(scope, executionId);
  if (execution === null) return;
  const failures = await storedFailures(scope, execution);
  const rows = failures.flatMap(({ attempts, ...result }): FailingResultRow[] => {
    const failing = failingResultOf({
      ...result,
      attempts: (attempts ?? []).map((one) => ({ ...one, error: () => one.error })),
    });
    return failing === null ? [] : [{ ...result, ...failing }];
  });
  await recountExecution(scope, execution);
  await forgetFailingResults(scope, executionId);
  await insertFailingResults(scope, execution, rows);
}
