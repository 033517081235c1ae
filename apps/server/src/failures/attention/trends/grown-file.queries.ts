import type { Scope } from '../../../db/scope.ts';
import { createBinds, SPEAKS } from '../../../db/conditions/execution-conditions.ts';
import type { Periods } from './slower-projects.queries.ts';

export interface GrownFile {
  file: string;
  /** Medians of its wall times; 0 for a period without the file. */
  recentMs: number;
  beforeMs: number;
}

// Per period: the median of 30 is as good as that of all executions, and projects may have thousands of files.
const NEWEST_EXECUTIONS = 30;

/** Finds the file of a project whose median wall time rose most; null when none rose. */
export async function findGrownFile(
  scope: Scope,
  { projectId, before, recent }: Omit<Periods, 'project'> & { projectId: string },
): Promise<GrownFile | null> {
  const { bind, value } = createBinds(scope.organizationId);
  const isRecent = `started_at >= ${value(recent)}`;
  const [row] = await scope.query<GrownFile>(
    `WITH placed AS (
       SELECT id,
              week,
              ${isRecent} AS is_recent,
              row_number() OVER (PARTITION BY ${isRecent} ORDER BY started_at DESC) AS place
       FROM executions
       WHERE organization_id = $1
         AND project_id = ${value(projectId)}
         AND number IS NOT NULL
         AND started_at >= ${value(before)}
         AND ${SPEAKS}
     ), medians AS (
       SELECT execution_files.file,
              coalesce(percentile_cont(0.5) WITHIN GROUP (ORDER BY execution_files.duration_ms)
                FILTER (WHERE placed.is_recent), 0) AS recent_ms,
              coalesce(percentile_cont(0.5) WITHIN GROUP (ORDER BY execution_files.duration_ms)
                FILTER (WHERE NOT placed.is_recent), 0) AS before_ms
       FROM placed
       JOIN execution_files ON execution_files.execution_id = placed.id
                           AND execution_files.week = placed.week
       WHERE execution_files.organization_id = $1
         AND placed.place <= ${NEWEST_EXECUTIONS}
       GROUP BY execution_files.file
     )
     SELECT file, recent_ms AS "recentMs", before_ms AS "beforeMs"
     FROM medians
     WHERE recent_ms > before_ms
     ORDER BY recent_ms - before_ms DESC, file
     LIMIT 1`,
    bind,
  );
  return row ?? null;
}
