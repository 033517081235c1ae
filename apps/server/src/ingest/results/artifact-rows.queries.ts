import type { TransactionScope } from '../../db/scope.ts';
import type { UploadPlace } from './upload-place.ts';
import type { ArtifactRow } from './result-rows.ts';

/** A new artifact's row, with its result and whether its content is stored. */
export interface NewArtifact extends ArtifactRow {
  resultId: string;
  state: 'pending' | 'stored';
}

export async function insertArtifacts(
  scope: TransactionScope,
  place: UploadPlace,
  artifacts: readonly NewArtifact[],
): Promise<void> {
  await scope.prepared(
    `INSERT INTO artifacts (
       organization_id, execution_id, created_at,
       id, result_id, client_id, name, kind, content_type, size_bytes, sha256, attempt, state)
     SELECT organizations.organization_id, $2, $3, new.*
     FROM organizations
     CROSS JOIN unnest(
       $4::uuid[], $5::uuid[], $6::text[], $7::text[], $8::text[], $9::text[], $10::bigint[],
       $11::text[], $12::smallint[], $13::text[]) AS new
     WHERE organizations.organization_id = $1`,
    [
      scope.organizationId,
      place.executionId,
      place.at,
      artifacts.map((artifact) => artifact.id),
      artifacts.map((artifact) => artifact.resultId),
      artifacts.map((artifact) => artifact.clientId),
      artifacts.map((artifact) => artifact.name),
      artifacts.map((artifact) => artifact.kind),
      artifacts.map((artifact) => artifact.contentType),
      artifacts.map((artifact) => artifact.sizeBytes),
      artifacts.map((artifact) => artifact.sha256),
      artifacts.map((artifact) => artifact.attempt),
      artifacts.map((artifact) => artifact.state),
    ],
  );
}

/** Reads those of these artifacts that still wait for their content. */
export async function readPendingArtifacts(
  scope: TransactionScope,
  ids: readonly string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await scope.prepared<{ id: string }>(
    `SELECT id
     FROM artifacts
     WHERE organization_id = $1 AND id = ANY ($2::uuid[]) AND state = 'pending'`,
    [scope.organizationId, ids],
  );
  return new Set(rows.map((row) => row.id));
}
