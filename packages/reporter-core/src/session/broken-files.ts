import type { IngestFile } from '@svc/contract/ingest';

/** How many files have errors that belong to none of their tests. */
export interface BrokenFiles {
  /** Without a single result. */
  unloaded: number;
  /** With results, so that it was a hook of a suite or the like. */
  outsideTests: number;
}

/** Names a file of a run: several projects may hold the same one. */
export function fileKey({ file, variant }: Pick<IngestFile, 'file' | 'variant'>): string {
  return JSON.stringify([file, variant]);
}

/** Both sets hold what `fileKey` gives. */
export function countBrokenFiles(
  erroneous: ReadonlySet<string>,
  withResults: ReadonlySet<string>,
): BrokenFiles {
  const outsideTests = [...erroneous].filter((file) => withResults.has(file)).length;
  return { unloaded: erroneous.size - outsideTests, outsideTests };
}

/** `1 file failed to load`, `2 files failed outside their tests`; empty without any. */
export function brokenFileWords({ unloaded, outsideTests }: BrokenFiles): string[] {
  return [
    ...(unloaded > 0 ? [`${files(unloaded)} failed to load`] : []),
    ...(outsideTests > 0
      ? [`${files(outsideTests)} failed outside ${outsideTests === 1 ? 'its' : 'their'} tests`]
      : []),
  ];
}

function files(count: number): string {
  return `${count} ${count === 1 ? 'file' : 'files'}`;
}
