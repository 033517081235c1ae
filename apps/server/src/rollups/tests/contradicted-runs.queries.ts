import type { TransactionScope } from '../../db/scope.ts';
import { toArrayLiteral } from '../../db/connections/plain-array.ts';

/** Runs that failed although the same code passed elsewhere, as `testId executionId`. */
export type ContradictedRuns = ReadonlySet<string>;

/** The contradicted runs of these executions. */
export function readContradictedInExecutions(
  scope: TransactionScope,
  executionIds: readonly string[],
): Promise<ContradictedRuns> {
  return readContradicted(scope, 'execution_id', executionIds);
}

/** The contradicted runs of these tests. */
export function readContradictedOfTests(
  scope: TransactionScope,
  testIds: readonly string[],
): Promise<ContradictedRuns> {
  return readContradicted(scope, 'test_id', testIds);
}

async function readContradicted(
  scope: TransactionScope,
  column: 'execution_id' | 'test_id',
  ids: readonly string[],
): Promise<ContradictedRuns> {
  const rows = await scope.query<{ run: string }>(
    `SELECT DISTINCT replace(test_id::text, '-', '') || ' ' || execution_id AS run
     FROM failing_results
     WHERE organization_id = $1 AND ${column} = ANY ($2::uuid[]) AND contradicted`,
    [scope.organizationId, toArrayLiteral(ids)],
  );
  return new Set(rows.map((row) => row.run));
}
