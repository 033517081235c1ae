import type { Scope } from '../../../db/scope.ts';
import { createBinds, SPEAKS } from '../../../db/conditions/execution-conditions.ts';

export interface SlowerProject {
  projectId: string;
  project: string;
  /** Medians of the executions' wall times. */
  recentMs: number;
  beforeMs: number;
  /** The newest execution. */
  executionId: string;
  at: Date;
}

/**
 * The periods of executions that count for their branch: those from `recent` on are compared with those from `before`
 * on.
 */
export interface Periods {
  project: string | undefined;
  before: Date;
  recent: Date;
}

const MIN_SHARE = 1.15;
const MIN_DELTA_MS = 10_000;

/** The projects whose median execution time rose by 15 % and 10 s. Walks the index executions_newest. */
export async function listSlowerProjects(
  scope: Scope,
  { project, before, recent }: Periods,
): Promise<SlowerProject[]> {
  const { bind, value } = createBinds(scope.organizationId);
  const isRecent = `started_at >= ${value(recent)}`;
  return scope.query<SlowerProject>(
    `WITH durations AS (
       SELECT executions.project_id,
              executions.id,
              executions.started_at,
              extract(epoch FROM executions.ended_at - executions.started_at) * 1000 AS ms
       FROM executions
       WHERE executions.organization_id = $1
         AND executions.number IS NOT NULL
         AND executions.started_at >= ${value(before)}
         AND ${SPEAKS}
     ), medians AS (
       SELECT project_id,
              percentile_cont(0.5) WITHIN GROUP (ORDER BY ms) FILTER (WHERE ${isRecent}) AS recent_ms,
              percentile_cont(0.5) WITHIN GROUP (ORDER BY ms) FILTER (WHERE NOT ${isRecent}) AS before_ms,
              (array_agg(id ORDER BY started_at DESC, id DESC))[1] AS execution_id,
              max(started_at) AS at
       FROM durations
       GROUP BY project_id
     )
     SELECT medians.project_id AS "projectId",
            projects.name AS project,
            medians.recent_ms AS "recentMs",
            medians.before_ms AS "beforeMs",
            medians.execution_id AS "executionId",
            medians.at
     FROM medians
     JOIN projects ON projects.organization_id = $1 AND projects.id = medians.project_id
     WHERE medians.recent_ms >= medians.before_ms * ${MIN_SHARE}
       AND medians.recent_ms - medians.before_ms >= ${MIN_DELTA_MS}
       ${project === undefined ? '' : `AND projects.name = ${value(project)}`}`,
    bind,
  );
}
