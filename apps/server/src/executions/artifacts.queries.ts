import type { Scope } from '../db/scope.ts';
import { toArrayLiteral } from '../db/connections/plain-array.ts';
import {
  toBoundedRows,
  bytesOf,
  FIRST_ID,
  buildBoundedSql,
  type Bound,
  type BoundedRows,
} from '../history/bounded-rows.queries.ts';
import type { ExecutionPlace } from './results.queries.ts';

export interface StoredArtifact {
  id: string;
  resultId: string;
  attempt: number | null;
  name: string;
  kind: string;
  contentType: string;
  sizeBytes: string;
  sha256: string | null;
  state: string;
  createdAt: Date;
  expiresAt: Date | null;
  bytes: number;
}

/** The artifacts after the one with id `after`. Reads the primary key in order. */
export async function listArtifacts(
  scope: Scope,
  place: ExecutionPlace,
  { after, ...bound }: { after: string | null } & Bound,
): Promise<BoundedRows<StoredArtifact>> {
  const rows = await scope.query<StoredArtifact>(
    buildBoundedSql(ARTIFACTS, { order: 'id', maxBytes: '$5' }),
    [scope.organizationId, place.executionId, after ?? FIRST_ID, bound.limit, bound.maxBytes],
  );
  return toBoundedRows(rows, bound);
}

/** The columns of an artifact, from `artifacts` and the organization's `retention`. */
export const ARTIFACT_COLUMNS = `
  artifacts.id,
  artifacts.result_id AS "resultId",
  artifacts.attempt,
  artifacts.name,
  artifacts.kind,
  artifacts.content_type AS "contentType",
  artifacts.size_bytes AS "sizeBytes",
  artifacts.sha256,
  artifacts.state,
  artifacts.created_at AS "createdAt",
  coalesce(
    artifacts.expires_at,
    artifacts.created_at + make_interval(days => retention.artifacts_days)
  ) AS "expiresAt"`;

const ARTIFACTS = `
  SELECT ${ARTIFACT_COLUMNS},
         ${bytesOf('artifacts.name', 'artifacts.content_type')}
  FROM artifacts
  LEFT JOIN retention ON retention.organization_id = $1
  WHERE artifacts.organization_id = $1
    AND artifacts.execution_id = $2
    AND artifacts.id > $3
  ORDER BY artifacts.id
  LIMIT $4`;

/** The ids of these results' artifacts, at most `limit`. Reads those of the whole execution. */
export async function listArtifactIds(
  scope: Scope,
  place: ExecutionPlace,
  { resultIds, limit }: { resultIds: readonly string[]; limit: number },
): Promise<{ id: string; resultId: string }[]> {
  return scope.query<{ id: string; resultId: string }>(
    `SELECT id, result_id AS "resultId"
     FROM artifacts
     WHERE organization_id = $1
       AND execution_id = $2
       AND result_id = ANY ($3::uuid[])
     ORDER BY id
     LIMIT $4`,
    [scope.organizationId, place.executionId, toArrayLiteral(resultIds), limit],
  );
}
