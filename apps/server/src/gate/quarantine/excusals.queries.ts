import type { Scope } from '../../db/scope.ts';

export interface ExcusalRow {
  executionId: string;
  executionNumber: number;
  branch: string | null;
  commit: string | null;
  at: Date;
  results: number;
  fingerprints: string[];
}

/** The last excusal of the page before. */
export interface ExcusalPosition {
  at: string;
  executionId: string;
}

/** Lists the failures that an entry excused, newest first. Reads the index excusals_newest. */
export function listExcusals(
  scope: Scope,
  { entryId, after, limit }: { entryId: string; after: ExcusalPosition | null; limit: number },
): Promise<ExcusalRow[]> {
  return scope.query<ExcusalRow>(
    `SELECT excusals.execution_id AS "executionId",
            executions.number AS "executionNumber",
            executions.branch,
            executions.commit,
            excusals.at,
            excusals.results,
            excusals.fingerprints
     FROM (
       SELECT *
       FROM excusals
       WHERE organization_id = $1
         AND entry_id = $2
         AND ($3::timestamptz IS NULL OR (at, execution_id) < ($3::timestamptz, $4::uuid))
       ORDER BY at DESC, execution_id DESC
       LIMIT $5
     ) AS excusals
     JOIN executions ON executions.organization_id = $1 AND executions.id = excusals.execution_id
     ORDER BY excusals.at DESC, excusals.execution_id DESC`,
    [scope.organizationId, entryId, after?.at ?? null, after?.executionId ?? null, limit],
  );
}
