import { dirname } from 'node:path';
import type { ForeignFormat } from '@svc/formats/foreign-format';
import type { ReportFile } from './report-file.ts';

/** A file that is no report, and what it is. */
export interface ForeignFile {
  path: string;
  format: ForeignFormat;
}

/**
 * Separates companions, which tools write beside their reports, from the files that must not be left out silently,
 * because no report in their folder or below has their results.
 */
export function separateCompanions(
  files: readonly ForeignFile[],
  reports: readonly ReportFile[],
): { companions: ForeignFile[]; others: ForeignFile[] } {
  const folders = new Set<string>();
  for (const { folder } of reports) addWithOuter(folders, folder);
  const isCompanion = ({ path, format: { companion } }: ForeignFile): boolean =>
    companion === 'withReport'
      ? folders.has(dirname(path))
      : companion === 'always' && reports.length > 0;
  return {
    companions: files.filter(isCompanion),
    others: files.filter((file) => !isCompanion(file)),
  };
}

function addWithOuter(folders: Set<string>, folder: string): void {
  for (let one = folder; !folders.has(one); one = dirname(one)) folders.add(one);
}
