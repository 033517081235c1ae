import type { Scope } from '../db/scope.ts';
import { createBinds, type ExecutionsFilter } from '../db/conditions/execution-conditions.ts';
import { failureRows } from './failure-rows.queries.ts';

const TOP_BRANCHES = 5;

/** The branches with most failures of each group, at most 5, by the fingerprint's hex digits. */
export async function listBranchesOfFailures(
  scope: Scope,
  { filter, fingerprintIds }: { filter: ExecutionsFilter; fingerprintIds: readonly string[] },
): Promise<Map<string, string[]>> {
  const { bind, value } = createBinds(scope.organizationId);
  const rows = await scope.query<{ id: string; branches: string[] }>(
    `WITH ${failureRows({ filter, fingerprintIds }, value)}, branches AS (
       SELECT fingerprint_id,
              branch,
              row_number() OVER (
                PARTITION BY fingerprint_id
                ORDER BY sum(failures) DESC, branch COLLATE "C") AS place
       FROM failures
       WHERE branch IS NOT NULL
       GROUP BY fingerprint_id, branch
     )
     SELECT replace(fingerprint_id::text, '-', '') AS id,
            array_agg(branch ORDER BY place) AS branches
     FROM branches
     WHERE place <= ${TOP_BRANCHES}
     GROUP BY fingerprint_id`,
    bind,
  );
  return new Map(rows.map((row) => [row.id, row.branches]));
}
