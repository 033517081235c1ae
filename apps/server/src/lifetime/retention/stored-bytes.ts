import { readStoredSize } from '../../artifacts/index.ts';
import { readDatabaseSize } from '../../db/database-size.queries.ts';
import type { Scope } from '../../db/scope.ts';

/** Stored bytes: the database of all organizations together, and the organization's own artifacts. */
export async function readStoredBytes(
  scope: Scope,
): Promise<{ databaseBytes: number; artifactFiles: number; artifactBytes: number }> {
  const { files, bytes } = await readStoredSize(scope);
  return {
    databaseBytes: await readDatabaseSize(scope),
    artifactFiles: files,
    artifactBytes: bytes,
  };
}
