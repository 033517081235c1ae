import type { ExecutionStatus } from '@svc/contract/executions/ingest';
import type { TestError } from '@svc/contract/executions/test-errors';
import { toArrayLiteral } from '../../../db/connections/plain-array.ts';
import type { Scope } from '../../../db/scope.ts';
import { createBinds, SPEAKS } from '../../../db/conditions/execution-conditions.ts';
import {
  BASE_COLUMNS,
  type BasedExecution,
} from '../../../history/executions/base-executions.queries.ts';

/** The newest execution of one suite that counts for its branch. */
export interface BranchHead extends BasedExecution {
  number: number;
  project: string;
  workflow: string | null;
  /** Null only in a project without any branch. */
  branch: string | null;
  isDefaultBranch: boolean;
  week: string;
  status: ExecutionStatus;
  shardsExpected: number;
  shardsReceived: number;
  shardsCarried: number;
  /** Results that failed or timed out. */
  failures: number;
  hasFileErrors: boolean;
  /** The first run-level error, if there is one. Only the first is read: a run may have a thousand. */
  errors: TestError[];
}

/**
 * The newest execution of every branch and suite that counts for its branch, since `from`. Suites are separate, because
 * failing browser tests are not over when later unit tests pass. In a project without branches, all executions belong
 * to the default branch; in other projects, executions without a branch are left out.
 */
export async function listBranchHeads(
  scope: Scope,
  { project, from }: { project: string | undefined; from: Date },
): Promise<BranchHead[]> {
  const { bind, value } = createBinds(scope.organizationId);
  return scope.query<BranchHead>(
    `SELECT head.*
     FROM (
       SELECT DISTINCT ON (executions.project_id, executions.branch, executions.suite) executions.id
       FROM executions
       JOIN projects ON projects.organization_id = $1
                    AND projects.id = executions.project_id
       WHERE executions.organization_id = $1
         AND executions.number IS NOT NULL
         AND executions.started_at >= ${value(from)}
         AND ${SPEAKS}
         AND (executions.branch IS NOT NULL OR projects.default_branch IS NULL)
         ${project === undefined ? '' : `AND projects.name = ${value(project)}`}
       ORDER BY executions.project_id, executions.branch, executions.suite,
                executions.started_at DESC, executions.id DESC
     ) AS newest
     -- Look-ups: the JSON of the executions that are no heads is not read.
     CROSS JOIN LATERAL (
       SELECT executions.id,
              executions.number,
              executions.project_id AS "projectId",
              projects.name AS project,
              executions.suite,
              executions.framework,
              executions.name,
              executions.ci ->> 'workflow' AS workflow,
              executions.branch,
              executions.branch IS NOT DISTINCT FROM projects.default_branch AS "isDefaultBranch",
              ${BASE_COLUMNS},
              executions.week::text AS week,
              executions.status,
              executions.started_at AS "startedAt",
              executions.shards_expected AS "shardsExpected",
              executions.shards_received AS "shardsReceived",
              executions.shards_carried AS "shardsCarried",
              executions.failed + executions.timed_out AS failures,
              executions.has_file_errors AS "hasFileErrors",
              jsonb_path_query_array(executions.errors, '$[0]') AS errors
       FROM executions
       JOIN projects ON projects.organization_id = $1 AND projects.id = executions.project_id
       WHERE executions.organization_id = $1 AND executions.id = newest.id
       OFFSET 0
     ) AS head`,
    bind,
  );
}

/** Whether the run or its files failed, without a failing test. */
export function hasFailedWithoutTest({ status, failures }: BranchHead): boolean {
  return status === 'failed' && failures === 0;
}

/**
 * The default branches of projects whose heads are of other branches only, by project: at most 20. Leaves out branches
 * that no admin chose and that never ran, such as that of a project which tests pull requests alone.
 */
export async function listIdleDefaultBranches(
  scope: Scope,
  heads: readonly BranchHead[],
): Promise<{ project: string; branch: string }[]> {
  const projects = Map.groupBy(heads, ({ projectId }) => projectId);
  const idle = [...projects].flatMap(([projectId, ofProject]) =>
    ofProject.some((head) => head.isDefaultBranch) ? [] : [projectId],
  );
  if (idle.length === 0) return [];
  return scope.query(
    `SELECT projects.name AS project, projects.default_branch AS branch
     FROM projects
     WHERE projects.organization_id = $1
       AND projects.id = ANY ($2::uuid[])
       AND projects.default_branch IS NOT NULL
       AND (projects.chosen_branch IS NOT NULL OR EXISTS (
         SELECT 1 FROM executions
         WHERE executions.organization_id = $1
           AND executions.project_id = projects.id
           AND executions.number IS NOT NULL
           AND md5(executions.branch) = md5(projects.default_branch)
           AND executions.branch = projects.default_branch
           AND ${SPEAKS}))
     ORDER BY projects.name COLLATE "C"
     LIMIT $3`,
    [scope.organizationId, toArrayLiteral(idle), MOST_IDLE],
  );
}

const MOST_IDLE = 20;
