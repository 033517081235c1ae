import { stat } from 'node:fs/promises';
import { relative, resolve } from 'node:path';
import { foreignFormat } from '@svc/formats/foreign-format';
import { isGivenName, isUnsentName } from '@svc/reporter-core/spool/spool-name';
import { withAllureFolders } from '@svc/reports/allure-folders';
import { filesInFolder, matchingFiles } from '@svc/reports/matching-files';
import { describeFile, type ReportFile } from '@svc/reports/report-file';

export interface FoundFiles {
  reports: ReportFile[];
  /** Paths of runs that a reporter could not send. */
  savedRuns: string[];
  /** The globs without a file. */
  unmatched: string[];
  /** Files that are no reports, in words. */
  skipped: string[];
}

/**
 * The reports and saved runs that the globs match, each once. A file that is no report is skipped and named: the others
 * are still worth sending. An empty file counts as the report of a crashed tool, except in a folder.
 */
export async function findFiles(globs: readonly string[], directory: string): Promise<FoundFiles> {
  const excluded = globs.filter((one) => one.startsWith('!')).map((one) => one.slice(1));
  const found: FoundFiles = { reports: [], savedRuns: [], unmatched: [], skipped: [] };
  const seen = new Set<string>();
  for (const pattern of globs.filter((one) => !one.startsWith('!'))) {
    const { paths, isFolder } = await filesOf(pattern, { directory, excluded });
    if (paths.length === 0) found.unmatched.push(pattern);
    for (const path of paths) {
      if (seen.has(path)) continue;
      seen.add(path);
      await sortIn(found, path, { directory, isFolder });
    }
  }
  found.reports.sort((a, b) => (a.path < b.path ? -1 : 1));
  return { ...found, reports: await withAllureFolders(found.reports, directory) };
}

async function filesOf(
  pattern: string,
  settings: { directory: string; excluded: readonly string[] },
): Promise<{ paths: string[]; isFolder: boolean }> {
  const path = resolve(settings.directory, pattern);
  const stats = await stat(path).catch(() => undefined);
  // A file name may look like a glob, such as `report[chromium].xml`.
  if (stats?.isFile() === true) return { paths: [path], isFolder: false };
  if (stats?.isDirectory() !== true) {
    return { paths: await matchingFiles(pattern, settings), isFolder: false };
  }
  const paths = await filesInFolder(path, settings.excluded);
  return { paths, isFolder: true };
}

async function sortIn(
  found: FoundFiles,
  path: string,
  { directory, isFolder }: { directory: string; isFolder: boolean },
): Promise<void> {
  const shown = relative(directory, path);
  if (isUnsentName(path) || isGivenName(path)) {
    if (isUnsentName(path)) found.savedRuns.push(path);
    return;
  }
  const described = await describeFile(path, { directory, format: undefined });
  if (described.kind === 'other') {
    if (!isFolder) found.skipped.push(notReport(shown, described.head));
  } else if (described.kind === 'empty' && isFolder) found.skipped.push(`${shown} is empty`);
  else found.reports.push(described.file);
}

function notReport(shown: string, head: string): string {
  const foreign = foreignFormat(head);
  if (foreign === undefined) return `${shown} is not a test report`;
  const { name, instead } = foreign;
  return instead === undefined
    ? `${shown} is ${name}, not a test report`
    : `${shown} is ${name}, which svc does not read: write ${instead}`;
}
