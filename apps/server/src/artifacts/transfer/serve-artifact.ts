import type { Readable } from 'node:stream';
import type { Scope } from '../../db/scope.ts';
import type { Deps } from '../../deps.ts';
import { SvcError } from '../../errors.ts';
import { buildContentKey } from '../../storage/content-key.ts';
import type { ByteRange } from '../../storage/storage-driver.ts';
import { findArtifact } from './artifacts.queries.ts';
import { buildArtifactGoneError } from './receive-artifact.ts';

export interface OpenArtifact {
  name: string;
  contentType: string;
  sizeBytes: number;
  sha256: string;
  /** @throws SvcError NOT_FOUND when the file is lost; SERVICE_UNAVAILABLE when it cannot be read. */
  read(range: ByteRange): Promise<Readable>;
}

/** @throws SvcError NOT_FOUND for an artifact that was deleted, or has not arrived. */
export async function openArtifact(
  { storage }: Deps,
  scope: Scope,
  artifactId: string,
): Promise<OpenArtifact> {
  const artifact = await findArtifact(scope, artifactId);
  if (artifact === null || artifact.state === 'expired') throw buildArtifactGoneError();
  const { name, contentType, sizeBytes, sha256, state } = artifact;
  if (state === 'pending' || sha256 === null) {
    throw new SvcError('NOT_FOUND', 'The artifact has not arrived yet.');
  }
  return {
    name,
    contentType,
    sizeBytes,
    sha256,
    read: async (range) => {
      const content = await storage.read(buildContentKey(scope.organizationId, sha256), range);
      if (content !== null) return content;
      throw new SvcError('NOT_FOUND', "The artifact's file is lost.", {
        hint: 'Several servers need one storage: SVC_STORAGE=s3, or a folder that they share.',
      });
    },
  };
}
