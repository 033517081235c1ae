import type { Readable } from 'node:stream';
import type { Scope } from '../../db/scope.ts';
import { lockStoredContents, type Content } from '../contents.queries.ts';
import { findSizeRefusal } from '../size-refusal.ts';
import type { Deps } from '../../deps.ts';
import { SvcError } from '../../errors.ts';
import { requireRoomForArtifact } from '../../quotas/index.ts';
import { buildContentKey, INCOMING } from '../../storage/content-key.ts';
import {
  addContent,
  unmarkForDeletion,
  findArtifact,
  lockArtifact,
  markStored,
  setHash,
  type FoundArtifact,
} from './artifacts.queries.ts';
import { checkContent } from './checked-content.ts';

/**
 * Returns the artifact if its content is still missing; null if it is stored, also when another artifact brought the
 * same content. Checks everything that can be checked before the content is read.
 * @throws SvcError NOT_FOUND for a deleted artifact; PAYLOAD_TOO_LARGE for one over the size limit; FORBIDDEN for one
 * over the organization's quota; UNPROCESSABLE_CONTENT when `lengthBytes` is known and differs from the declared size;
 * SERVICE_UNAVAILABLE when the disk is nearly full.
 */
export async function expectArtifact(
  deps: Deps,
  scope: Scope,
  { artifactId, lengthBytes }: { artifactId: string; lengthBytes: number | null },
): Promise<FoundArtifact | null> {
  const artifact = await findArtifact(scope, artifactId);
  if (artifact === null || artifact.state === 'expired') throw buildArtifactGoneError();
  if (artifact.state === 'stored') return null;
  const refusal = findSizeRefusal(deps.config, artifact.sizeBytes);
  if (refusal !== null) throw refusal;
  if (lengthBytes !== null && lengthBytes !== artifact.sizeBytes) {
    throw new SvcError(
      'UNPROCESSABLE_CONTENT',
      `The body has ${lengthBytes} bytes, and ${artifact.sizeBytes} were declared.`,
    );
  }
  const { sha256, sizeBytes } = artifact;
  const isStored =
    sha256 !== null && (await settle(scope, artifactId, { sha256, sizeBytes })) === 'stored';
  if (isStored) return null;
  await deps.diskReserve.requireRoom('artifacts');
  await requireRoomForArtifact(deps, scope, sizeBytes);
  return artifact;
}

/**
 * Streams the content into storage, with only a few pieces in memory. When this resolves, the artifact is stored. After
 * an error the artifact stays pending, and no part of the content remains.
 * @throws SvcError UNPROCESSABLE_CONTENT for another length or checksum than declared; SERVICE_UNAVAILABLE when it
 * cannot be stored; NOT_FOUND when the artifact was deleted meanwhile; FORBIDDEN when the quota was used up meanwhile.
 */
export async function receiveArtifact(
  deps: Deps,
  scope: Scope,
  { artifactId, artifact, body }: { artifactId: string; artifact: FoundArtifact; body: Readable },
): Promise<void> {
  const { sizeBytes } = artifact;
  const incoming = `${INCOMING}/${deps.random.id()}`;
  const checked = checkContent(body, artifact);
  await deps.storage.write(incoming, checked.stream, sizeBytes);
  try {
    const content = { sha256: checked.sha256(), sizeBytes };
    const state = await settle(scope, artifactId, content);
    if (state === 'stored') return;
    // Checked again, because other files may have arrived during the transfer.
    await requireRoomForArtifact(deps, scope, sizeBytes);
    // The artifact is pending until markStored, and no job deletes the content of a pending artifact.
    await deps.storage.move(incoming, buildContentKey(scope.organizationId, content.sha256));
    await scope.transaction(async (scope) => {
      const isNew = await addContent(scope, content, deps.clock.now());
      await markStored(scope, content);
      if (isNew) scope.addUsage({ artifactBytes: sizeBytes });
    });
  } finally {
    // After a move there is nothing left to delete. A file that cannot be deleted now is swept up later.
    await deps.storage.delete(incoming).catch(() => undefined);
  }
}

/**
 * Records the pending artifact's content. If that content is stored, the artifact becomes stored too; otherwise no job
 * deletes a file of this content from now on.
 * @throws SvcError NOT_FOUND when the artifact was deleted.
 */
async function settle(
  scope: Scope,
  artifactId: string,
  content: Content,
): Promise<'stored' | 'missing'> {
  return scope.transaction(async (scope) => {
    const state = await lockArtifact(scope, artifactId);
    if (state === 'stored') return 'stored';
    if (state !== 'pending') throw buildArtifactGoneError();
    await setHash(scope, artifactId, content.sha256);
    await unmarkForDeletion(scope, content.sha256);
    const isStored = await lockStoredContents(scope, [content]);
    if (!isStored(content)) return 'missing';
    await markStored(scope, content);
    return 'stored';
  });
}

export function buildArtifactGoneError(): SvcError {
  return new SvcError('NOT_FOUND', 'The artifact is gone.', {
    hint: 'Its execution was deleted, or artifacts are not kept for so long.',
  });
}
