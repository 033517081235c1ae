import { realpath, stat } from 'node:fs/promises';
import { basename, dirname, relative, resolve } from 'node:path';
import { findForeignFormat, type ForeignFormat } from '@svc/formats/foreign-format';
import { isGivenName, isUnsentName } from '@svc/reporter-core/spool/spool-name';
import { withAllureFolders } from '@svc/reports/files/allure-folders';
import { type ForeignFile, separateCompanions } from '@svc/reports/files/companion-files';
import { listFilesInFolder, listMatchingFiles } from '@svc/reports/files/matching-files';
import { isErrno } from '@svc/reporter-core/text/unknown-value';
import {
  describeFile,
  toShownPath,
  type DescribedFile,
  type ReportFile,
} from '@svc/reports/files/report-file';
import { clock } from '@svc/reporter-core/clock';
import type { World } from '../world.ts';

export interface FoundFiles {
  reports: ReportFile[];
  /** Paths of runs that a reporter could not send. */
  savedRuns: string[];
  /** The globs without a file. */
  unmatched: string[];
  /** Files that are no reports, in words. */
  skipped: string[];
  /** Descriptions of files that tools write next to their reports. */
  companions: string[];
}

/**
 * The reports and saved runs that the globs match, each once. A file that is not a report is skipped and named, and the
 * others are sent. Files that tools write next to their reports are named separately. An empty file counts as the
 * report of a crashed tool, except in a folder, and so does one that may not be read, such as the file of a container's
 * root.
 */
export async function findFiles(
  globs: readonly string[],
  { directory, world }: { directory: string; world: Pick<World, 'homeDirectory'> },
): Promise<FoundFiles> {
  // Nobody else resolves `~` in the input of an action, which no shell reads.
  const expandHome = (glob: string) =>
    /^~[/\\]/.test(glob) ? world.homeDirectory + glob.slice(1) : glob;
  const excluded = globs.filter(isExclusion).map((glob) => expandHome(glob.slice(1).trim()));
  const found: Sorted = {
    reports: [],
    savedRuns: [],
    unmatched: [],
    skipped: [],
    companions: [],
    foreign: [],
  };
  const seen = new Set<string>();
  for (const pattern of globs.filter((glob) => !isExclusion(glob)).map(expandHome)) {
    const { paths, isFolder } = await listFilesOfPattern(pattern, { directory, excluded });
    if (paths.length === 0) found.unmatched.push(pattern);
    for (const path of paths) {
      // A link and its target are one report, whose results count once.
      const place = await realpath(path).catch(() => path);
      if (seen.has(place)) continue;
      seen.add(place);
      await sortIn(found, path, { directory, isFolder });
    }
  }
  found.reports.sort((a, b) => (a.path < b.path ? -1 : 1));
  const { foreign, ...files } = found;
  const { companions, others } = separateCompanions(foreign, found.reports);
  const inWords = (file: ForeignFile) =>
    describeForeignFile(relative(directory, file.path), file.format);
  return {
    ...files,
    skipped: [...found.skipped, ...others.map(inWords)],
    companions: companions.map(
      ({ path, format }) => `${relative(directory, path)} (${format.name})`,
    ),
    reports: await withAllureFolders(found.reports, directory),
  };
}

interface Sorted extends FoundFiles {
  /** Files that are no reports, of known formats. */
  foreign: ForeignFile[];
}

function isExclusion(glob: string): boolean {
  return glob.startsWith('!');
}

async function listFilesOfPattern(
  pattern: string,
  settings: { directory: string; excluded: readonly string[] },
): Promise<{ paths: string[]; isFolder: boolean }> {
  const path = resolve(settings.directory, pattern);
  const stats = await stat(path).catch(() => undefined);
  // A file name may look like a glob, such as `report[chromium].xml`.
  if (stats?.isFile() === true) return { paths: [path], isFolder: false };
  if (stats?.isDirectory() !== true) {
    return { paths: await listMatchingFiles(pattern, settings), isFolder: false };
  }
  const paths = await listFilesInFolder(path, settings);
  return { paths, isFolder: true };
}

async function sortIn(
  found: Sorted,
  path: string,
  { directory, isFolder }: { directory: string; isFolder: boolean },
): Promise<void> {
  const shown = relative(directory, path);
  if (isUnsentName(path) || isGivenName(path)) {
    if (isUnsentName(path)) found.savedRuns.push(path);
    return;
  }
  const described = await tryDescribeFile(path, directory);
  if (typeof described === 'string') found.skipped.push(`${shown} ${described}`);
  else if (described.kind === 'other') {
    if (isFolder) return;
    const format = findForeignFormat(described.head, basename(path));
    if (format === undefined) found.skipped.push(`${shown} is not a test report`);
    else found.foreign.push({ path, format });
  } else if (described.kind === 'empty' && isFolder) found.skipped.push(`${shown} is empty`);
  else found.reports.push(described.file);
}

/** The file, or the reason why it cannot be read. */
async function tryDescribeFile(path: string, directory: string): Promise<DescribedFile | string> {
  try {
    return await describeFile(path, { directory, format: undefined });
  } catch (error) {
    if (!isErrno(error)) throw error;
    // A broken link, or a file that was deleted since it was found.
    if (error.code === 'ENOENT') return 'does not exist';
    return { kind: 'report', file: buildUnreadFile(path, directory) };
  }
}

/** Reading the file later reports the problem. */
function buildUnreadFile(path: string, directory: string): ReportFile {
  return {
    path,
    contents: [path],
    folder: dirname(path),
    shown: toShownPath(path, directory),
    format: 'junit',
    sizeBytes: 0,
    modifiedAt: clock.now(),
    statedAt: undefined,
  };
}

function describeForeignFile(shown: string, { name, instead }: ForeignFormat): string {
  return instead === undefined
    ? `${shown} is ${name}, not a test report`
    : `${shown} is ${name}, which svc does not read: write ${instead}`;
}
