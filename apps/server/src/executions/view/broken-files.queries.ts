import type { Scope } from '../../db/scope.ts';
import { bytesOf, buildBoundedSql, type Bound } from '../../history/bounded-rows.queries.ts';
import type { ExecutionPlace } from '../results.queries.ts';

export interface BrokenFile {
  id: string;
  file: string;
  variant: string | null;
  durationMs: number;
  /** JSON. */
  errors: string;
}

/** The files with errors of their own, in the order of their upload. */
export async function listBrokenFiles(
  scope: Scope,
  place: ExecutionPlace,
  { limit, maxBytes }: Bound,
): Promise<BrokenFile[]> {
  return scope.query<BrokenFile>(buildBoundedSql(BROKEN_FILES, { order: 'id', maxBytes: '$5' }), [
    scope.organizationId,
    place.executionId,
    place.week,
    limit,
    maxBytes,
  ]);
}

const BROKEN_FILES = `
  SELECT files.id,
         files.file,
         files.variant,
         files.duration_ms AS "durationMs",
         errors.body AS errors,
         ${bytesOf('files.file', 'files.variant', 'errors.body')}
  FROM (
    SELECT *
    FROM execution_files
    WHERE organization_id = $1
      AND execution_id = $2
      AND week = $3
      AND errors_id IS NOT NULL
    ORDER BY id
    LIMIT $4
  ) AS files
  JOIN texts AS errors ON errors.organization_id = $1 AND errors.week = $3 AND errors.id = files.errors_id`;

/** How many files of the execution have errors of their own, and how many artifacts it has. */
export async function countBrokenFilesAndArtifacts(
  scope: Scope,
  place: ExecutionPlace,
): Promise<{ brokenFiles: number; artifacts: number }> {
  const [counts] = await scope.query<{ brokenFiles: number; artifacts: number }>(
    `SELECT (
       SELECT count(*)::integer
       FROM execution_files
       WHERE organization_id = $1
         AND execution_id = $2
         AND week = $3
         AND errors_id IS NOT NULL) AS "brokenFiles",
     (
       SELECT count(*)::integer
       FROM artifacts
       WHERE organization_id = $1
         AND execution_id = $2) AS artifacts`,
    [scope.organizationId, place.executionId, place.week],
  );
  return counts ?? { brokenFiles: 0, artifacts: 0 };
}
