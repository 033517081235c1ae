import { FILE_DURATION_EXECUTIONS } from '@svc/contract/history/file-durations';
import { createBinds } from '../../db/conditions/execution-conditions.ts';
import { toArrayLiteral } from '../../db/connections/plain-array.ts';
import type { Scope } from '../../db/scope.ts';

/** An execution whose durations count. */
export interface SourceExecution {
  id: string;
  /** Retention has deleted its results. */
  isExpired: boolean;
}

// A project's newest executions, among which each framework and name has its own.
const EXECUTIONS_READ = 500;
// Several frameworks and names together.
const SOURCES_MOST = 30;

/**
 * The newest executions of each framework and name that were received before `before`: from CI if there are any, whole
 * and of a clean tree. Depends only on facts that the server knew at that time and that do not change later. Therefore
 * the branch does not matter: which one is the default may change. A running execution counts with the parts that had
 * arrived. Reads the index executions_newest_of_project.
 */
export async function listSourceExecutions(
  scope: Scope,
  { project, before }: { project: string; before: Date },
): Promise<SourceExecution[]> {
  const { bind, value } = createBinds(scope.organizationId);
  const until = value(before);
  return scope.query<SourceExecution>(
    `WITH newest AS (
       SELECT id, framework, name, from_ci, received_at, results_expired_at IS NOT NULL AS is_expired
       FROM executions
       WHERE organization_id = $1
         AND project_id = (SELECT id FROM projects WHERE organization_id = $1 AND name = ${value(project)})
         AND number IS NOT NULL
         AND started_at < ${until}
         AND received_at < ${until}
         AND partial = '{}'
         AND git -> 'dirty' IS DISTINCT FROM 'true'::jsonb
       ORDER BY started_at DESC, id DESC
       LIMIT ${EXECUTIONS_READ}
     ), placed AS (
       SELECT id,
              received_at,
              is_expired,
              row_number() OVER (PARTITION BY framework, name ORDER BY received_at DESC, id DESC) AS place
       FROM newest
       WHERE from_ci OR NOT EXISTS (SELECT 1 FROM newest AS of_ci WHERE of_ci.from_ci)
     )
     SELECT id, is_expired AS "isExpired"
     FROM placed
     WHERE place <= ${FILE_DURATION_EXECUTIONS}
     ORDER BY received_at DESC, id DESC
     LIMIT ${SOURCES_MOST}`,
    bind,
  );
}

export interface DurationRow {
  file: string;
  durationMs: number;
  executions: number;
}

/**
 * The median duration of each file over these executions, by file, beginning after `after`. In one execution a file
 * takes the sum of its entries (one per variant) in one group of parts, and of several groups (legs, environments) the
 * longest. Where no file of an execution has a duration of its own, as from Playwright and most report files, the sum
 * of its results.
 */
export async function listFileDurations(
  scope: Scope,
  {
    executionIds,
    before,
    after,
    limit,
  }: { executionIds: readonly string[]; before: Date; after: string; limit: number },
): Promise<DurationRow[]> {
  return scope.query<DurationRow>(
    `WITH parts AS (
       SELECT executions.id AS execution_id, executions.week, execution_uploads.upload_id, execution_uploads.group_id
       FROM executions
       JOIN execution_uploads ON execution_uploads.organization_id = $1
                             AND execution_uploads.execution_id = executions.id
       WHERE executions.organization_id = $1
         AND executions.id = ANY ($2::uuid[])
         AND execution_uploads.received_at < $3
     ), of_files AS (
       SELECT parts.execution_id, parts.group_id, files.file, sum(files.duration_ms) AS duration_ms
       FROM parts
       JOIN execution_files AS files ON files.execution_id = parts.execution_id
                                    AND files.week = parts.week
                                    AND files.upload_id = parts.upload_id
       WHERE files.organization_id = $1
       GROUP BY parts.execution_id, parts.group_id, files.file
       HAVING sum(files.duration_ms) > 0
     ), of_results AS (
       SELECT parts.execution_id, parts.group_id, tests.file, sum(results.duration_ms) AS duration_ms
       FROM parts
       JOIN results ON results.execution_id = parts.execution_id
                   AND results.week = parts.week
                   AND results.upload_id = parts.upload_id
       JOIN tests ON tests.organization_id = $1 AND tests.id = results.test_id
       WHERE results.organization_id = $1
         AND parts.execution_id NOT IN (SELECT execution_id FROM of_files)
       GROUP BY parts.execution_id, parts.group_id, tests.file
     ), of_executions AS (
       SELECT execution_id, file, max(duration_ms) AS duration_ms
       FROM (SELECT * FROM of_files UNION ALL SELECT * FROM of_results) AS of_groups
       GROUP BY execution_id, file
     )
     SELECT file,
            round(percentile_cont(0.5) WITHIN GROUP (ORDER BY duration_ms))::float8 AS "durationMs",
            count(*)::integer AS executions
     FROM of_executions
     WHERE file COLLATE "C" > $4
     GROUP BY file
     ORDER BY file COLLATE "C"
     LIMIT $5`,
    [scope.organizationId, toArrayLiteral(executionIds), before, after, limit],
  );
}
