import { storedSize } from '../../artifacts/unused-contents.queries.ts';
import { databaseSize } from '../../db/database-size.queries.ts';
import type { Scope } from '../../db/scope.ts';

/** What is on the disks: the database of all organizations together, and the organization's own artifacts. */
export async function storedBytes(
  scope: Scope,
): Promise<{ databaseBytes: number; artifactFiles: number; artifactBytes: number }> {
  const { files, bytes } = await storedSize(scope);
  return { databaseBytes: await databaseSize(scope), artifactFiles: files, artifactBytes: bytes };
}
