import { symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IngestBody } from '@svc/contract/ingest';

/** Attachments that cannot be sent, and one that can. */
export const ODD_ATTACHMENTS = ['huge.bin', 'link.txt', 'gone.txt', 'fine.txt'];

/** Creates them in a project, except the one that its tests delete. */
export function makeOddAttachments(folder: string): void {
  writeFileSync(join(folder, 'huge.bin'), '');
  truncateSync(join(folder, 'huge.bin'), 1e9);
  symlinkSync('/etc/passwd', join(folder, 'link.txt'));
  writeFileSync(join(folder, 'gone.txt'), 'soon gone');
  writeFileSync(join(folder, 'fine.txt'), 'fine');
}

/** The end of the line after a run whose tests attach one of them each, in this order. */
export const ODD_ATTACHMENTS_TOLD =
  /; 1 artifact \(4 B\) sent, 3 left out: huge\.bin is 1\.0 GB, more than maxArtifactSizeBytes, link\.txt is a symbolic link out of the project, gone\.txt is gone$/;

/** `test: size` of each artifact in the body. */
export function artifactsTold({ results }: IngestBody): string[] {
  return results.flatMap(({ titlePath, artifacts = [] }) =>
    artifacts.map(({ sizeBytes }) => `${titlePath.join(' › ')}: ${sizeBytes} B`),
  );
}
