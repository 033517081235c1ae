import type { Candidate, Classification } from '@svc/contract/executions/outcomes';
import { isOpenToKey } from '../../db/conditions/key-rights.ts';
import { toArrayLiteral } from '../../db/connections/plain-array.ts';
import { STORED_COLUMNS, type StoredExecution } from '../../db/execution-columns.ts';
import type { Scope } from '../../db/scope.ts';

/** An execution as it is stored, with the name of its project and what others found out about it. */
export interface ExecutionRow extends StoredExecution {
  project: string;
  /** Failed results that the quarantine excused when it last settled. */
  excused: number;
  /** Class of its analysis; null until it is analysed. */
  verdict: { classification: Classification; confidence: number; runnerUp: Candidate } | null;
}

/** The columns of an ExecutionRow, for a statement on FROM_EXECUTIONS. */
export const EXECUTION_COLUMNS = `
  ${STORED_COLUMNS},
  projects.name AS project,
  (SELECT coalesce(sum(excusals.results), 0)::integer
   FROM excusals
   WHERE excusals.organization_id = $1
     AND excusals.execution_id = executions.id) AS excused,
  (SELECT json_build_object(
            'classification', analyses.classification,
            'confidence', analyses.confidence,
            'runnerUp', json_build_object(
              'classification', analyses.runner_up,
              'confidence', analyses.runner_up_confidence))
   FROM analyses
   WHERE analyses.organization_id = $1
     AND analyses.execution_id = executions.id) AS verdict`;

export const FROM_EXECUTIONS = `
  FROM executions
  JOIN projects ON projects.organization_id = $1
               AND projects.id = executions.project_id`;

/** The run-level errors. `errorsOmitted` is the number of further ones. */
export interface RunErrors {
  errors: unknown[];
}

/** Lists these executions, unordered. Leaves out those of another organization. */
export function listExecutionsWithIds(
  scope: Scope,
  ids: readonly string[],
): Promise<ExecutionRow[]> {
  return scope.query<ExecutionRow>(
    `SELECT ${EXECUTION_COLUMNS}
     ${FROM_EXECUTIONS}
     WHERE executions.organization_id = $1
       AND executions.id = ANY ($2::uuid[])
       AND executions.number IS NOT NULL`,
    [scope.organizationId, toArrayLiteral(ids)],
  );
}

/** Null for an execution of another organization, and while its first upload is in progress. */
export async function findExecution(
  scope: Scope,
  id: string,
): Promise<(ExecutionRow & RunErrors) | null> {
  const rows = await scope.query<ExecutionRow & RunErrors>(
    `SELECT ${EXECUTION_COLUMNS}, executions.errors
     ${FROM_EXECUTIONS}
     WHERE executions.organization_id = $1
       AND executions.id = $2
       AND executions.number IS NOT NULL`,
    [scope.organizationId, id],
  );
  return rows[0] ?? null;
}

/**
 * Whether a key that may only upload may read the execution. `projects` are those it is bound to; null: every project.
 */
export async function isReadableByKey(
  scope: Scope,
  {
    executionId,
    apiKeyId,
    projects,
  }: { executionId: string; apiKeyId: string; projects: string[] | null },
): Promise<boolean> {
  const rows = await scope.query(
    `SELECT 1
     ${FROM_EXECUTIONS}
     WHERE executions.organization_id = $1
       AND ($4::text[] IS NULL OR projects.name = ANY ($4::text[]))
       AND executions.id = $2
       AND ${isOpenToKey('$3')}`,
    [scope.organizationId, executionId, apiKeyId, projects],
  );
  return rows.length > 0;
}
