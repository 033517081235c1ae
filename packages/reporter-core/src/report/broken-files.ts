import { formatCount } from '@svc/contract/zod-free/amounts';
import type { IngestFile } from '@svc/contract/executions/ingest';

/** Number of files with errors outside their tests. */
export interface BrokenFiles {
  /** Files without a result. */
  unloaded: number;
  /** Files with results, so the error is from a hook of a suite or similar. */
  outsideTests: number;
}

/** Identifies a file of a run. Several projects may contain the same file. */
export function buildFileKey({ file, variant }: Pick<IngestFile, 'file' | 'variant'>): string {
  return JSON.stringify([file, variant]);
}

/** Both sets contain values of `buildFileKey`. */
export function countBrokenFiles(
  erroneous: ReadonlySet<string>,
  withResults: ReadonlySet<string>,
): BrokenFiles {
  const outsideTests = [...erroneous].filter((file) => withResults.has(file)).length;
  return { unloaded: erroneous.size - outsideTests, outsideTests };
}

/** `1 file failed to load`, `2 files failed outside their tests`. Empty without broken files. */
export function formatBrokenFiles({ unloaded, outsideTests }: BrokenFiles): string[] {
  return [
    ...(unloaded > 0 ? [`${formatCount(unloaded, 'file')} failed to load`] : []),
    ...(outsideTests > 0
      ? [
          `${formatCount(outsideTests, 'file')} failed outside ${outsideTests === 1 ? 'its' : 'their'} tests`,
        ]
      : []),
  ];
}
