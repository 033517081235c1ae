import type { ExecutionStatus } from '@svc/contract/executions/ingest';
import type { Candidate, Classification } from '@svc/contract/executions/outcomes';
import { isOpenToKey } from '../../db/conditions/key-rights.ts';
import { plainArray } from '../../db/connections/plain-array.ts';
import type { Scope } from '../../db/scope.ts';

/** An execution as it is stored, with the name of its project. */
export interface ExecutionRow {
  id: string;
  key: string;
  number: number;
  attempt: number;
  previousAttemptId: string | null;
  projectId: string;
  project: string;
  week: string;
  name: string | null;
  legs: string[];
  framework: string;
  /** Its framework and name, or workflow: see the column. */
  suite: string;
  frameworkVersion: string | null;
  reporter: { name: string; version: string };
  status: ExecutionStatus;
  /** A part reported that it was interrupted, regardless of the final status. */
  interruptedReported: boolean;
  /** Files that failed to load or to set up. */
  hasFileErrors: boolean;
  startedAt: Date;
  endedAt: Date;
  passed: number;
  failed: number;
  timedOut: number;
  skipped: number;
  interrupted: number;
  flaky: number;
  git: Record<string, unknown>;
  ci: Record<string, unknown>;
  environment: Record<string, string>;
  tags: string[];
  partial: string[];
  shardsExpected: number;
  shardsReceived: number;
  shardsCarried: number;
  /** Results of carried parts. The counts above do not include them. */
  carriedPassed: number;
  carriedSkipped: number;
  carriedFlaky: number;
  /** When retention deleted its results. */
  resultsExpiredAt: Date | null;
  /** Failed results that the quarantine excused when it last settled. */
  excused: number;
  /** Class of its analysis; null until it is analysed. */
  verdict: { classification: Classification; confidence: number; runnerUp: Candidate } | null;
}

/** The columns of an ExecutionRow, for a statement on FROM_EXECUTIONS. */
export const EXECUTION_COLUMNS = `
  executions.id,
  executions.key,
  executions.number,
  executions.attempt,
  executions.previous_attempt_id AS "previousAttemptId",
  executions.project_id AS "projectId",
  projects.name AS project,
  executions.week::text AS week,
  executions.name,
  executions.legs,
  executions.framework,
  executions.suite,
  executions.framework_version AS "frameworkVersion",
  executions.reporter,
  executions.status,
  executions.interrupted_reported AS "interruptedReported",
  executions.has_file_errors AS "hasFileErrors",
  executions.started_at AS "startedAt",
  executions.ended_at AS "endedAt",
  executions.passed,
  executions.failed,
  executions.timed_out AS "timedOut",
  executions.skipped,
  executions.interrupted,
  executions.flaky,
  executions.git,
  executions.ci,
  executions.environment,
  executions.tags,
  executions.partial,
  executions.shards_expected AS "shardsExpected",
  executions.shards_received AS "shardsReceived",
  executions.shards_carried AS "shardsCarried",
  executions.carried_passed AS "carriedPassed",
  executions.carried_skipped AS "carriedSkipped",
  executions.carried_flaky AS "carriedFlaky",
  executions.results_expired_at AS "resultsExpiredAt",
  (SELECT coalesce(sum(excusals.results), 0)::integer
   FROM excusals
   WHERE excusals.organization_id = executions.organization_id
     AND excusals.execution_id = executions.id) AS excused,
  (SELECT json_build_object(
            'classification', analyses.classification,
            'confidence', analyses.confidence,
            'runnerUp', json_build_object(
              'classification', analyses.runner_up,
              'confidence', analyses.runner_up_confidence))
   FROM analyses
   WHERE analyses.organization_id = executions.organization_id
     AND analyses.execution_id = executions.id) AS verdict`;

export const FROM_EXECUTIONS = `
  FROM executions
  JOIN projects ON projects.organization_id = executions.organization_id
               AND projects.id = executions.project_id`;

/** The run-level errors, and how many more there were. */
export interface RunErrors {
  errors: unknown[];
  errorsOmitted: number;
}

/** These executions, in no order. Without those of another organization. */
export function executionsWithIds(scope: Scope, ids: readonly string[]): Promise<ExecutionRow[]> {
  return scope.query<ExecutionRow>(
    `SELECT ${EXECUTION_COLUMNS}
     ${FROM_EXECUTIONS}
     WHERE executions.organization_id = $1
       AND executions.id = ANY ($2::uuid[])
       AND executions.number IS NOT NULL`,
    [scope.organizationId, plainArray(ids)],
  );
}

/** Null for an execution of another organization, and while its first upload is in progress. */
export async function findExecution(
  scope: Scope,
  id: string,
): Promise<(ExecutionRow & RunErrors) | null> {
  const rows = await scope.query<ExecutionRow & RunErrors>(
    `SELECT ${EXECUTION_COLUMNS}, executions.errors, executions.errors_omitted AS "errorsOmitted"
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
    `SELECT
     ${FROM_EXECUTIONS}
     WHERE executions.organization_id = $1
       AND ($4::text[] IS NULL OR projects.name = ANY ($4::text[]))
       AND executions.id = $2
       AND ${isOpenToKey('$3')}`,
    [scope.organizationId, executionId, apiKeyId, projects],
  );
  return rows.length > 0;
}
