import { symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IngestBody } from '@svc/contract/executions/ingest';

const BODIES: Record<string, string> = {
  'refers to itself': `const a = { n: 1 }; a.self = a; expect(a).toEqual({ n: 2 });`,
  'holds a BigInt': `expect({ n: 1n }).toEqual({ n: 2n });`,
  'cannot be written as JSON': `expect({ toJSON() { throw new Error('no'); } }).toEqual({});`,
  'throws when it is read': `expect({ get a() { throw new Error('no'); } }).toEqual({ b: 1 });`,
  'throws nothing': `throw undefined;`,
  'prints bytes': `process.stdout.write(Buffer.from([0, 27, 159, 255, 10])); throw new Error('no');`,
  'bell \u0007, esc \u001B[31m, nul \u0000, half \uD800': `throw new Error('\\u0000 \\ud800');`,
};

/** Failing tests with titles, values or output that are hard to read, one per line. */
export const ODD_TESTS: readonly string[] = Object.entries(BODIES).map(
  ([title, body]) => `test(${JSON.stringify(title)}, () => { ${body} });\n`,
);

/** Their `statuses`, sorted. */
export const ODD_STATUSES: readonly string[] = Object.keys(BODIES)
  .map((title) => `${title.replace('\0', '\uFFFD').toWellFormed()}: failed`)
  .sort();

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
export const ODD_ATTACHMENTS_LINE =
  /; 1 artifact \(4 B\) sent, 3 left out: huge\.bin is 1\.0 GB, more than maxArtifactSizeBytes, link\.txt is a symbolic link out of the project, gone\.txt is gone$/;

/** `test: size` of each artifact in the body. */
export function artifactTexts({ results }: IngestBody): string[] {
  return results.flatMap(({ titlePath, artifacts = [] }) =>
    artifacts.map(({ sizeBytes }) => `${titlePath.join(' › ')}: ${sizeBytes} B`),
  );
}
