import type { Scope } from '../db/scope.ts';
import {
  createBinds,
  executionConditions,
  type ExecutionsFilter,
} from '../db/conditions/execution-conditions.ts';
import { toArrayLiteral } from '../db/connections/plain-array.ts';

export interface PackedTest {
  testId: string;
  projectId: string;
  runs: Buffer;
}

/** The tests among these whose state contains all their counted runs from `from` on. */
export async function listPackedTests(
  scope: Scope,
  { testIds, from }: { testIds: readonly string[]; from: Date },
): Promise<PackedTest[]> {
  return scope.query<PackedTest>(
    `SELECT replace(test_id::text, '-', '') AS "testId", project_id AS "projectId", runs
     FROM test_states
     WHERE organization_id = $1
       AND test_id = ANY ($2::uuid[])
       AND watched
       AND (runs_from IS NULL OR runs_from <= $3)`,
    [scope.organizationId, toArrayLiteral(testIds), from],
  );
}

/** The numbers of the matching executions, by project; null when retention has deleted results of any. */
export async function findMatchingNumbers(
  scope: Scope,
  filter: ExecutionsFilter,
): Promise<Map<string, Set<number>> | null> {
  const { bind, value } = createBinds(scope.organizationId);
  const rows = await scope.query<{ projectId: string; numbers: string; expired: boolean }>(
    `SELECT project_id AS "projectId",
            string_agg(number::text, ',') AS numbers,
            bool_or(results_expired_at IS NOT NULL) AS expired
     FROM executions
     WHERE ${executionConditions(filter, value)}
     GROUP BY project_id`,
    bind,
  );
  if (rows.some((row) => row.expired)) return null;
  return new Map(rows.map((row) => [row.projectId, new Set(row.numbers.split(',').map(Number))]));
}
