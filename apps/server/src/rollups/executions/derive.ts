import type { TransactionScope } from '../../db/scope.ts';
import {
  findDerivable,
  deleteFailingResults,
  keepContradicted,
  recountExecution,
  listStoredFailures,
  type StoredFailure,
} from './derive.queries.ts';
import { insertFailingResults } from './failing-results.queries.ts';
import { buildFailingRows } from './failing-row.ts';

// Each may have an error of 128 KB, and an outage fails tens of thousands of tests at once.
const FAILURES_AT_ONCE = 250;

/**
 * Derives again from an execution's stored results what an upload writes on arrival: the counters and the failing
 * results.
 */
export async function deriveExecution(scope: TransactionScope, executionId: string): Promise<void> {
  const execution = await findDerivable(scope, executionId);
  if (execution === null) return;
  await recountExecution(scope, execution);
  const contradicted = await deleteFailingResults(scope, executionId);
  let after: string | null = null;
  do {
    const page = { after, limit: FAILURES_AT_ONCE };
    const failures: StoredFailure[] = await listStoredFailures(scope, execution, page);
    await insertFailingResults(
      scope,
      execution,
      failures.flatMap((one) => buildFailingRows(one, execution)),
    );
    after = failures.at(-1)?.resultId ?? null;
  } while (after !== null);
  await keepContradicted(scope, executionId, contradicted);
}
