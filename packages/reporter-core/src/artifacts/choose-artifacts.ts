import { basename } from 'node:path';
import type { IngestArtifact, IngestResult } from '@svc/contract/executions/ingest';
import { INGEST_LIMITS } from '@svc/contract/zod-free/limits';
import { formatBytes } from '@svc/contract/zod-free/amounts';
import type { Attachment, Candidate } from '../report/artifact.ts';
import type { ResolvedOptions } from '../options/options.ts';
import type { LeftOut } from '../report/artifact.ts';
import type { RunReport } from '../report/run-report.ts';
import { isWanted } from '../report/wanted-results.ts';
import { createFileFinder, type FoundFile } from './artifact-file.ts';
import { classifyArtifact, chooseContentType } from './artifact-kind.ts';

export interface ChooseSettings {
  options: Pick<ResolvedOptions, 'artifacts' | 'maxArtifactSizeBytes'>;
  directory: string;
  /** The prefix of all client ids, so that ids of several shards differ. */
  runId: string;
}

/**
 * Selects the attachments that the options include and that are files within the limits, without reading them.
 * Returns the others with the reason.
 */
export function chooseArtifacts(
  { results, attachments = [], artifactFolders = [] }: RunReport,
  { options, directory, runId }: ChooseSettings,
): { candidates: Candidate[]; leftOut: LeftOut[] } {
  const find = createFileFinder(directory, artifactFolders);
  const reported = new Set(results);
  const counts = new Map<IngestResult, number>();
  const candidates: Candidate[] = [];
  const leftOut: LeftOut[] = [];
  for (const attachment of attachments) {
    const { result } = attachment;
    if (!reported.has(result) || !isWanted(result, options.artifacts)) continue;
    const found = locate(attachment, find);
    const count = counts.get(result) ?? 0;
    const reason = found.ok
      ? (describeTooLarge(found.sizeBytes, options) ?? describeTooMany(count))
      : found.reason;
    if (!found.ok || reason !== undefined) {
      leftOut.push({ name: chooseFileName(attachment), reason: reason ?? 'is not there' });
    } else {
      counts.set(result, count + 1);
      const clientId = `${runId}-${candidates.length + 1}`;
      const description = buildIngestArtifact(attachment, { clientId, sizeBytes: found.sizeBytes });
      const shownAs = chooseFileName(attachment);
      candidates.push({ result, description, content: found.content, shownAs });
    }
  }
  return { candidates, leftOut };
}

/** Undefined for a size within the limit. */
export function describeTooLarge(
  sizeBytes: number,
  { maxArtifactSizeBytes }: Pick<ResolvedOptions, 'maxArtifactSizeBytes'>,
): string | undefined {
  if (sizeBytes <= maxArtifactSizeBytes) return undefined;
  return `is ${formatBytes(sizeBytes)}, more than maxArtifactSizeBytes`;
}

function describeTooMany(count: number): string | undefined {
  if (count < INGEST_LIMITS.artifacts) return undefined;
  return `exceeds the limit of ${INGEST_LIMITS.artifacts} artifacts per result`;
}

type Located =
  | { ok: true; content: Attachment['content']; sizeBytes: number }
  | { ok: false; reason: string };

function locate({ content }: Attachment, find: (path: string) => FoundFile): Located {
  if ('bytes' in content) return { ok: true, content, sizeBytes: content.bytes.byteLength };
  const found = find(content.path);
  if (!found.ok) return found;
  return { ok: true, content: { path: found.path }, sizeBytes: found.sizeBytes };
}

function buildIngestArtifact(
  attachment: Attachment,
  { clientId, sizeBytes }: { clientId: string; sizeBytes: number },
): IngestArtifact {
  const { attempt, name } = attachment;
  const file = chooseFileName(attachment);
  const contentType = attachment.contentType?.trim() || chooseContentType(file);
  return {
    clientId,
    name,
    // The file's name is more telling if a user chose the attachment's name, as in `checkout page`.
    kind: classifyArtifact(contentType, `${name} ${file}`),
    contentType,
    sizeBytes,
    ...(attempt !== undefined && attempt <= INGEST_LIMITS.attempts && { attempt }),
  };
}

function chooseFileName({ content, name }: Attachment): string {
  return 'path' in content ? basename(content.path) : name;
}
