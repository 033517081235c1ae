import { toArrayLiteral } from '../../db/connections/plain-array.ts';
import type { Scope } from '../../db/scope.ts';

/** The newest counted runs of each of these tests that failed lately (history/packed-runs), by test id. */
export async function readPackedRuns(
  scope: Scope,
  testIds: readonly string[],
): Promise<Map<string, Buffer>> {
  const rows = await scope.query<{ testId: string; runs: Buffer }>(
    `SELECT replace(test_id::text, '-', '') AS "testId", runs
     FROM test_states
     WHERE organization_id = $1 AND test_id = ANY ($2::uuid[]) AND watched`,
    [scope.organizationId, toArrayLiteral(testIds)],
  );
  return new Map(rows.map(({ testId, runs }) => [testId, runs]));
}
