import type { IngestAnswer } from '@svc/contract/ingest';
import { lockStoredContents } from '../../artifacts/contents.queries.ts';
import { uploadAddress } from '../../artifacts/signed-address.ts';
import type { Scope } from '../../db/scope.ts';
import type { Deps } from '../../deps.ts';
import { insertArtifacts, pendingArtifacts } from './artifact-rows.queries.ts';
import type { Place } from './result-rows.queries.ts';
import type { ArtifactRow, ResultRow } from './result-rows.ts';

/** An artifact whose content is asked for. */
export interface WantedContent {
  clientId: string;
  artifactId: string;
}

/** Stores the artifacts of an upload, chunk by chunk, and notes whose content to ask for: each content once. */
export class ArtifactWriter {
  readonly wanted: WantedContent[] = [];
  readonly #asked = new Set<string>();

  async write(scope: Scope, place: Place, rows: readonly ResultRow[]): Promise<void> {
    const artifacts = rows.flatMap(({ id, artifacts }) =>
      artifacts.map((artifact) => ({ ...artifact, resultId: id })),
    );
    if (artifacts.length === 0) return;
    const declared = artifacts.flatMap(({ sha256, sizeBytes }) =>
      sha256 === null ? [] : [{ sha256, sizeBytes }],
    );
    const isStored = await lockStoredContents(scope, declared);
    const states = artifacts.map((artifact) => {
      const { sha256, sizeBytes } = artifact;
      const stored = sha256 !== null && isStored({ sha256, sizeBytes });
      return { ...artifact, state: stored ? ('stored' as const) : ('pending' as const) };
    });
    await insertArtifacts(scope, place, states);
    for (const artifact of states) if (artifact.state === 'pending') this.#ask(artifact);
  }

  #ask({ id, clientId, sha256, sizeBytes }: ArtifactRow): void {
    const content = sha256 === null ? id : `${sha256} ${sizeBytes}`;
    if (this.#asked.has(content)) return;
    this.#asked.add(content);
    this.wanted.push({ clientId, artifactId: id });
  }
}

/** What of it is still missing, when an upload is repeated. */
export async function stillWanted(
  scope: Scope,
  wanted: readonly WantedContent[],
): Promise<WantedContent[]> {
  const pending = await pendingArtifacts(
    scope,
    wanted.map((one) => one.artifactId),
  );
  return wanted.filter((one) => pending.has(one.artifactId));
}

/** Where to put it, from now on for a while. */
export function uploadsOf(
  { config, clock }: Deps,
  organizationId: string,
  wanted: readonly WantedContent[],
): IngestAnswer['uploads'] {
  const now = clock.now();
  return wanted.map(({ clientId, artifactId }) => {
    const { url, expiresAt } = uploadAddress(config, { organizationId, artifactId }, now);
    return {
      clientId,
      artifactId,
      method: 'PUT',
      url,
      // What the file is was declared with it; on its way it is bytes.
      headers: { 'Content-Type': 'application/octet-stream' },
      expiresAt: expiresAt.toISOString(),
    };
  });
}
