import type { Database } from '../../db/database.ts';
import { plainArray } from '../../db/plain-array.ts';
import type { BranchHead } from './branch-heads.queries.ts';

/** What a branch's execution is held against. */
export interface BaseExecution {
  id: string;
  number: number;
  week: string;
}

/**
 * For each of these executions, by id, the newest finished one of its base branch and framework
 * that began before it; none has no entry. Walks the index executions_newest_of_branch.
 */
export async function baseExecutions(
  database: Database,
  organizationId: string,
  heads: readonly BranchHead[],
): Promise<Map<string, BaseExecution>> {
  const withBase = heads.filter((head) => head.baseBranch !== null);
  if (withBase.length === 0) return new Map();
  const rows = await database.query<BaseExecution & { headId: string }>(
    `SELECT head.id AS "headId", base.id, base.number, base.week::text AS week
     FROM unnest($2::uuid[], $3::uuid[], $4::timestamptz[], $5::text[], $6::text[])
       AS head (id, project_id, started_at, base_branch, framework)
     CROSS JOIN LATERAL (
       SELECT executions.id, executions.number, executions.week
       FROM executions
       WHERE executions.organization_id = $1
         AND md5(executions.branch) = md5(head.base_branch)
         AND executions.branch = head.base_branch
         AND executions.project_id = head.project_id
         AND executions.framework = head.framework
         AND executions.number IS NOT NULL
         AND executions.status <> 'running'
         AND executions.started_at < head.started_at
       ORDER BY executions.started_at DESC, executions.id DESC
       LIMIT 1
     ) AS base`,
    [
      organizationId,
      plainArray(withBase.map((head) => head.id)),
      plainArray(withBase.map((head) => head.projectId)),
      plainArray(withBase.map((head) => head.startedAt.toISOString())),
      withBase.map((head) => head.baseBranch),
      withBase.map((head) => head.framework),
    ],
  );
  return new Map(rows.map(({ headId, ...base }) => [headId, base]));
}
