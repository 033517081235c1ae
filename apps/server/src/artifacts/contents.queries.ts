import type { TransactionScope } from '../db/scope.ts';
import { toArrayLiteral } from '../db/connections/plain-array.ts';

/** A file as the client declares it. An equal hash with another size is a different declaration, and a wrong one. */
export interface Content {
  sha256: string;
  sizeBytes: number;
}

/**
 * Locks the stored contents among `contents`; the returned function says whether one is stored. No job deletes them
 * before the transaction ends, so an artifact inserted in the transaction keeps its content.
 */
export async function lockStoredContents(
  scope: TransactionScope,
  contents: readonly Content[],
): Promise<(content: Content) => boolean> {
  if (contents.length === 0) return () => false;
  const rows = await scope.query<Content>(
    `SELECT contents.sha256, contents.size_bytes::float8 AS "sizeBytes"
     FROM artifact_contents AS contents
     JOIN unnest($2::text[], $3::bigint[]) AS wanted (sha256, size_bytes)
       ON wanted.sha256 = contents.sha256 AND wanted.size_bytes = contents.size_bytes
     WHERE contents.organization_id = $1 AND contents.doomed_at IS NULL
     ORDER BY contents.sha256
     FOR KEY SHARE OF contents`,
    [
      scope.organizationId,
      toArrayLiteral(contents.map((one) => one.sha256)),
      toArrayLiteral(contents.map((one) => one.sizeBytes)),
    ],
  );
  const sizes = new Map(rows.map((row) => [row.sha256, row.sizeBytes]));
  return ({ sha256, sizeBytes }) => sizes.get(sha256) === sizeBytes;
}
