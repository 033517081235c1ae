import type { Scope } from '../../../db/scope.ts';
import { toArrayLiteral } from '../../../db/connections/plain-array.ts';

/** The files of these executions that failed to load or to set up, by execution id, sorted by name. */
export async function listBrokenFilesOfExecutions(
  scope: Scope,
  executions: readonly { id: string; week: string }[],
): Promise<Map<string, string[]>> {
  if (executions.length === 0) return new Map();
  const rows = await scope.query<{ executionId: string; file: string }>(
    `SELECT DISTINCT execution_files.execution_id AS "executionId", execution_files.file
     FROM unnest($2::uuid[], $3::date[]) AS wanted (execution_id, week)
     JOIN execution_files ON execution_files.execution_id = wanted.execution_id
                         AND execution_files.week = wanted.week
     WHERE execution_files.organization_id = $1
       AND execution_files.errors_id IS NOT NULL
     ORDER BY execution_files.file`,
    [
      scope.organizationId,
      toArrayLiteral(executions.map((execution) => execution.id)),
      toArrayLiteral(executions.map((execution) => execution.week)),
    ],
  );
  const byExecution = Map.groupBy(rows, (row) => row.executionId);
  return new Map([...byExecution].map(([id, files]) => [id, files.map(({ file }) => file)]));
}
