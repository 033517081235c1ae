import type { IngestAnswer } from '@svc/contract/executions/ingest';
import type { TransactionScope } from '../../db/scope.ts';
import { lockStoredContents, findSizeRefusal, buildUploadAddress } from '../../artifacts/index.ts';
import type { Deps } from '../../deps.ts';
import type { SvcError } from '../../errors.ts';
import {
  insertArtifacts,
  readPendingArtifacts,
  type NewArtifact,
} from './artifact-rows.queries.ts';
import { readKnownArtifacts, type KnownArtifact } from './known-artifacts.queries.ts';
import { buildResultIdentity, type Repeats } from './known-results.queries.ts';
import type { UploadPlace } from './upload-place.ts';
import type { ArtifactRow, ResultRow } from './result-rows.ts';

/** An artifact whose content the answer requests. */
export interface WantedContent {
  clientId: string;
  artifactId: string;
  sizeBytes: number;
}

/** Stores the artifacts of an upload, chunk by chunk, and collects the contents to request, each once. */
export class ArtifactWriter {
  readonly wanted: WantedContent[] = [];
  readonly #asked = new Set<string>();

  async write(
    scope: TransactionScope,
    place: UploadPlace,
    rows: readonly ResultRow[],
  ): Promise<void> {
    const artifacts = rows.flatMap(({ id, artifacts }) =>
      artifacts.map((artifact) => ({ ...artifact, resultId: id })),
    );
    await this.#insert(scope, place, artifacts);
  }

  /**
   * Completes results that the execution already has: requests contents that have not arrived, and adds new artifacts.
   */
  async complete(
    scope: TransactionScope,
    place: UploadPlace,
    { repeats, duplicates }: { repeats: Repeats; duplicates: readonly ResultRow[] },
  ): Promise<void> {
    const telling = duplicates.filter((row) => row.artifacts.length > 0);
    if (telling.length === 0) return;
    const testIds = telling.map((row) => row.testId);
    const known = await readKnownArtifacts(scope, { ...repeats, testIds });
    const missing: Omit<NewArtifact, 'state'>[] = [];
    for (const row of telling) {
      const before = known.get(buildResultIdentity(row));
      if (before === undefined) continue;
      for (const artifact of row.artifacts) {
        const same = takeSame(before.artifacts, artifact);
        if (same === undefined) missing.push({ ...artifact, resultId: before.resultId });
        else if (same.state === 'pending') this.#ask({ ...artifact, id: same.id });
      }
    }
    await this.#insert(scope, place, missing);
  }

  async #insert(
    scope: TransactionScope,
    place: UploadPlace,
    artifacts: readonly Omit<NewArtifact, 'state'>[],
  ): Promise<void> {
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
    this.wanted.push({ clientId, artifactId: id, sizeBytes });
  }
}

/** Removes the matching artifact from those left, because two artifacts of one result may look the same. */
function takeSame(left: KnownArtifact[], declared: ArtifactRow): KnownArtifact | undefined {
  const index = left.findIndex(
    ({ name, attempt, sizeBytes, sha256 }) =>
      name === declared.name &&
      attempt === declared.attempt &&
      sizeBytes === declared.sizeBytes &&
      // An interrupted run had no time for checksums.
      (sha256 === null || declared.sha256 === null || sha256 === declared.sha256),
  );
  return index === -1 ? undefined : left.splice(index, 1)[0];
}

/** The contents that are still missing when an upload is repeated. */
export async function listStillWanted(
  scope: TransactionScope,
  wanted: readonly WantedContent[],
): Promise<WantedContent[]> {
  const pending = await readPendingArtifacts(
    scope,
    wanted.map((one) => one.artifactId),
  );
  return wanted.filter((one) => pending.has(one.artifactId));
}

/** The temporary upload addresses, and the artifacts that would be refused. `grant` returns why one is refused. */
export function grantUploads(
  { config, clock }: Deps,
  organizationId: string,
  {
    wanted,
    grant,
  }: { wanted: readonly WantedContent[]; grant: (sizeBytes: number) => SvcError | null },
): Pick<IngestAnswer, 'uploads' | 'refusedUploads'> {
  const now = clock.now();
  const answer: Pick<IngestAnswer, 'uploads' | 'refusedUploads'> = {
    uploads: [],
    refusedUploads: [],
  };
  for (const { clientId, artifactId, sizeBytes } of wanted) {
    const refusal = findSizeRefusal(config, sizeBytes) ?? grant(sizeBytes);
    if (refusal !== null) {
      answer.refusedUploads.push({ clientId, code: refusal.code, message: refusal.message });
      continue;
    }
    const { url, expiresAt } = buildUploadAddress(config, { organizationId, artifactId }, now);
    answer.uploads.push({
      clientId,
      artifactId,
      method: 'PUT',
      url,
      // The type was declared with the artifact; the request body is plain bytes.
      headers: { 'Content-Type': 'application/octet-stream' },
      expiresAt: expiresAt.toISOString(),
    });
  }
  return answer;
}
