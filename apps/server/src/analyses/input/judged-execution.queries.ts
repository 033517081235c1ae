import type { ExecutionStatus } from '@svc/contract/executions/ingest';
import type { TestError } from '@svc/contract/executions/test-errors';
import type { Scope } from '../../db/scope.ts';
import { repositoryOf } from '../../db/conditions/repository.ts';
import { HAS_FAILED_PARTS } from '../../db/conditions/failed-parts.ts';
import {
  BASE_COLUMNS,
  type BasedExecution,
} from '../../history/executions/base-executions.queries.ts';

/** Facts about an execution that its analysis needs. */
export interface JudgedExecution extends BasedExecution {
  number: number;
  project: string;
  branch: string | null;
  commit: string | null;
  /** Its name for the root of paths. */
  repository: string;
  isDirty: boolean;
  status: ExecutionStatus;
  week: string;
  /** Time in Postgres' text form, because a Date would lose the microseconds. */
  updatedAt: string;
  revision: number;
  /** Whether a test, the run or a file failed. */
  hasFailed: boolean;
  hasFileErrors: boolean;
  /** Results that failed or timed out, and those that passed, with carried parts. */
  failures: number;
  passed: number;
  missingShards: number;
  resultsExpired: boolean;
  /** Whether roll-ups still miss its newest results. */
  isRollUpDue: boolean;
  /** The first errors of the whole run. */
  errors: TestError[];
}

// The verdict on a run does not get better with more of its errors.
const MOST_ERRORS = 20;

/** Null for an execution of another organization, and while its first upload is in progress. */
export async function findJudgedExecution(
  scope: Scope,
  executionId: string,
): Promise<JudgedExecution | null> {
  const [row] = await scope.query<JudgedExecution>(
    `SELECT executions.id,
            executions.number,
            executions.project_id AS "projectId",
            projects.name AS project,
            executions.framework,
            executions.suite,
            executions.name,
            executions.branch,
            executions.commit,
            ${repositoryOf('executions', 'projects.name')} AS repository,
            ${BASE_COLUMNS},
            executions.git -> 'dirty' IS NOT DISTINCT FROM 'true'::jsonb AS "isDirty",
            executions.status,
            executions.week::text AS week,
            executions.started_at AS "startedAt",
            executions.updated_at::text AS "updatedAt",
            executions.revision,
            ${HAS_FAILED_PARTS} AS "hasFailed",
            executions.has_file_errors AS "hasFileErrors",
            executions.failed + executions.timed_out AS failures,
            executions.passed + executions.carried_passed AS passed,
            greatest(0, executions.shards_expected - executions.shards_received - executions.shards_carried)
              AS "missingShards",
            executions.results_expired_at IS NOT NULL AS "resultsExpired",
            EXISTS (
              SELECT 1 FROM execution_changes
              WHERE execution_changes.organization_id = $1
                AND execution_changes.execution_id = executions.id) AS "isRollUpDue",
            jsonb_path_query_array(executions.errors, '$[0 to ${MOST_ERRORS - 1}]') AS errors
     FROM executions
     JOIN projects ON projects.organization_id = $1 AND projects.id = executions.project_id
     WHERE executions.organization_id = $1
       AND executions.id = $2
       AND executions.number IS NOT NULL`,
    [scope.organizationId, executionId],
  );
  return row ?? null;
}

/** The newest attempt of a CI run; of several executions one that failed. Reads the index executions_by_run_id. */
export async function findExecutionOfRun(
  scope: Scope,
  { provider, runId }: { provider: string; runId: string },
): Promise<string | null> {
  const [row] = await scope.query<{ id: string }>(
    `SELECT id
     FROM executions
     WHERE organization_id = $1
       AND md5(ci ->> 'runId') = md5($2)
       AND ci ->> 'runId' = $2
       AND ci ->> 'provider' = $3
       AND number IS NOT NULL
     ORDER BY attempt DESC, (${HAS_FAILED_PARTS}) DESC, started_at DESC, id DESC
     LIMIT 1`,
    [scope.organizationId, runId, provider],
  );
  return row?.id ?? null;
}

/** The repository of the project's newest execution, for `computeFingerprint`; the project's name without any. */
export async function readProjectRepository(
  scope: Scope,
  { id, name }: { id: string; name: string },
): Promise<string> {
  const [row] = await scope.query<{ repository: string }>(
    `SELECT ${repositoryOf('executions', '$3::text')} AS repository
     FROM executions
     WHERE organization_id = $1 AND project_id = $2
     ORDER BY started_at DESC, id DESC
     LIMIT 1`,
    [scope.organizationId, id, name],
  );
  return row?.repository ?? name;
}
