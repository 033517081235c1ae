import type { TransactionScope } from '../../db/scope.ts';
import { CAN_SPEAK, IS_INFRASTRUCTURE } from '../../db/conditions/execution-conditions.ts';
import { toArrayLiteral } from '../../db/connections/plain-array.ts';

/** The facts of an execution that a test's state needs. */
export interface NumberedExecution {
  executionId: string;
  projectId: string;
  number: number;
  /** The week of its results. */
  week: string;
  /** Milliseconds since 1970. */
  startedAt: number;
  branch: string | null;
  commit: string | null;
  infrastructure: boolean;
  fromCi: boolean;
  /** Finished, not partial, of a clean tree. */
  canSpeak: boolean;
  /** Retention has deleted its results. */
  expired: boolean;
}

/** Those of these executions that already have a number. */
export function listExecutionsById(
  scope: TransactionScope,
  executionIds: readonly string[],
): Promise<NumberedExecution[]> {
  return scope.query<NumberedExecution>(
    `SELECT ${COLUMNS}
     FROM executions
     WHERE organization_id = $1 AND id = ANY ($2::uuid[]) AND number IS NOT NULL`,
    [scope.organizationId, toArrayLiteral(executionIds)],
  );
}

/** These executions of a project; deleted ones are missing. */
export function listExecutionsByNumber(
  scope: TransactionScope,
  { projectId, numbers }: { projectId: string; numbers: readonly number[] },
): Promise<NumberedExecution[]> {
  return scope.query<NumberedExecution>(
    `SELECT ${COLUMNS}
     FROM executions
     WHERE organization_id = $1 AND project_id = $2 AND number = ANY ($3::integer[])`,
    [scope.organizationId, projectId, toArrayLiteral(numbers)],
  );
}

export function collectProjectIds(executions: readonly NumberedExecution[]): string[] {
  return [...new Set(executions.map((execution) => execution.projectId))];
}

const COLUMNS = `id AS "executionId",
            project_id AS "projectId",
            number,
            week::text AS week,
            (extract(epoch FROM started_at) * 1000)::float8 AS "startedAt",
            branch,
            commit,
            ${IS_INFRASTRUCTURE} AS infrastructure,
            from_ci AS "fromCi",
            ${CAN_SPEAK} AS "canSpeak",
            results_expired_at IS NOT NULL AS expired`;
