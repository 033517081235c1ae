import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IngestResult } from '@svc/contract/executions/ingest';
import type { Attachment } from '../../src/report/artifact.ts';
import type { ReceivedArtifact } from '../servers/sink-artifacts.ts';

/**
 * Creates the function that writes a file into `folder` and attaches it to a result. The attachment's default name
 * is the file's name.
 */
export function attachIn(
  folder: string,
): (result: IngestResult, file: string, text?: string, more?: Partial<Attachment>) => Attachment {
  return (result, file, text = 'hello', more = {}) => {
    const path = join(folder, file);
    writeFileSync(path, text);
    return { result, name: file, content: { path }, ...more };
  };
}

/** The received artifacts without their headers, in the order of their client ids. */
export function received({
  artifacts,
}: {
  artifacts: { received: readonly ReceivedArtifact[] };
}): Omit<ReceivedArtifact, 'headers'>[] {
  return artifacts.received
    .map(({ clientId, sizeBytes, sha256: hash }) => ({ clientId, sizeBytes, sha256: hash }))
    .sort((a, b) => (a.clientId < b.clientId ? -1 : 1));
}

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
