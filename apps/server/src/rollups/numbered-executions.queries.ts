import { IS_INFRASTRUCTURE } from '../db/infrastructure.ts';
import { plainArray } from '../db/plain-array.ts';
import type { Scope } from '../db/scope.ts';

/** What a test's state has to know of the execution of a run. */
export interface NumberedExecution {
  executionId: string;
  number: number;
  /** Milliseconds since 1970. */
  startedAt: number;
  branch: string | null;
  commit: string | null;
  infrastructure: boolean;
  /** Retention took its results. */
  expired: boolean;
}

/** These executions of a project, by number; one that is gone is missing. */
export async function numberedExecutions(
  scope: Scope,
  { projectId, numbers }: { projectId: string; numbers: readonly number[] },
): Promise<Map<number, NumberedExecution>> {
  const rows = await scope.database.query<NumberedExecution>(
    `SELECT id AS "executionId",
            number,
            (extract(epoch FROM started_at) * 1000)::float8 AS "startedAt",
            branch,
            commit,
            ${IS_INFRASTRUCTURE} AS infrastructure,
            results_expired_at IS NOT NULL AS expired
     FROM executions
     WHERE organization_id = $1 AND project_id = $2 AND number = ANY ($3::integer[])`,
    [scope.organizationId, projectId, plainArray(numbers)],
    scope.transaction,
  );
  return new Map(rows.map((row) => [row.number, row]));
}
