import { stat } from 'node:fs/promises';
import { basename, relative, resolve } from 'node:path';
import { findForeignFormat, type ForeignFormat } from '@svc/formats/foreign-format';
import type { ReportFormat } from '@svc/formats/report-format';
import { withAllureFolders } from '@svc/reports/files/allure-folders';
import { type ForeignFile, separateCompanions } from '@svc/reports/files/companion-files';
import { describeFile, type ReportFile } from '@svc/reports/files/report-file';
import { CommandError } from '../../../errors/exit.ts';
import { formatCount } from '@svc/contract/zod-free/amounts';
import { buildResendCommand } from '../saved-runs/upload-plan.ts';

export interface Search {
  directory: string;
  /** The format of all files according to the user; by default recognized per file. */
  format?: ReportFormat | undefined;
  warn: (line: string) => void;
  /** The command that takes reports, for remedies; default `svc upload`. */
  command?: string | undefined;
}

/**
 * The reports that the words name, each once, sorted by path: files, folders (whose reports are recognized by
 * content) and globs. Globs find nothing below `node_modules`. An empty file that is named counts as the report of a
 * crashed tool; in a folder it is ignored. A file that tools write beside their reports, such as Failsafe's summary, is
 * left out with a warning. Also one that is named, because shells resolve globs.
 * @throws CommandError for a word without a file, and for a file that is not a report. Thrown before anything is
 * sent, because a glob that is too wide would send only half of what was meant.
 */
export async function listReportFiles(
  words: readonly string[],
  search: Search,
): Promise<ReportFile[]> {
  const found = new Map<string, FoundFile>();
  for (const word of words.filter((one) => !one.startsWith('!'))) {
    const excluded = words.filter((one) => one.startsWith('!')).map((one) => one.slice(1));
    for (const one of await findReportFiles(word, excluded, search)) {
      const before = found.get(one.path);
      if (before === undefined || before.by === 'folder') found.set(one.path, one);
    }
  }
  const paths = [...found.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
  const files: ReportFile[] = [];
  const foreign: NamedForeignFile[] = [];
  for (const { path, by } of paths) {
    const described = await describeFile(path, {
      directory: search.directory,
      format: search.format,
    });
    const shown = relative(search.directory, path);
    if (described.kind === 'empty' && by === 'folder')
      search.warn(`skipped the empty file ${shown}`);
    else if (described.kind !== 'other') files.push(described.file);
    else if (by !== 'folder') {
      foreign.push({
        path,
        by,
        format: identifyForeignFormat(shown, { by, head: described.head }),
      });
    }
  }
  leaveOut(foreign, files, search);
  if (files.length === 0) throw await buildNothingInError(words, search);
  return withAllureFolders(files, search.directory);
}

interface FoundFile {
  path: string;
  /** How it was found. A folder may contain other files than reports. */
  by: 'folder' | 'glob' | 'name';
}

/** A file outside of the folders that is no report. */
interface NamedForeignFile extends ForeignFile {
  by: 'glob' | 'name';
}

async function findReportFiles(
  word: string,
  excluded: readonly string[],
  search: Search,
): Promise<FoundFile[]> {
  const { directory } = search;
  const path = resolve(directory, word);
  const stats = await stat(path).catch(() => undefined);
  // A file name may look like a glob, such as `report[chromium].xml`.
  if (stats?.isFile() === true) return [{ path, by: 'name' }];
  const { listFilesInFolder: filesInFolder, listMatchingFiles: matchingFiles } =
    await import('@svc/reports/files/matching-files');
  const isFolder = stats?.isDirectory() === true;
  const paths = isFolder
    ? await filesInFolder(path, { directory, excluded })
    : await matchingFiles(word, { directory, excluded });
  if (paths.length === 0 && !isFolder) throw buildNothingFoundError([word], search);
  return paths.map((one) => ({ path: one, by: isFolder ? 'folder' : 'glob' }));
}

/** @throws CommandError for an unknown file: it may be a report. */
function identifyForeignFormat(
  shown: string,
  { by, head }: Pick<NamedForeignFile, 'by'> & { head: string },
): ForeignFormat {
  const format = findForeignFormat(head, basename(shown));
  if (format !== undefined) return format;
  throw new CommandError(
    `'${shown}' is not a test report that svc reads`,
    `${by === 'glob' ? 'use a narrower glob' : 'leave it out'}, or set --format if the file is a report`,
  );
}

/** @throws CommandError for a file whose results would be missing, or if there are no reports. */
function leaveOut(
  foreign: readonly NamedForeignFile[],
  files: readonly ReportFile[],
  search: Search,
): void {
  const { companions, others } = separateCompanions(foreign, files);
  const needed = foreign.find((file) => others.includes(file));
  if (needed !== undefined) throw buildNoReportError(needed, search);
  const byName = new Map<string, string[]>();
  for (const { path, format } of companions) {
    const shown = byName.get(format.name) ?? [];
    byName.set(format.name, shown);
    shown.push(relative(search.directory, path));
  }
  for (const [name, shown] of byName) {
    const more = shown.length > MOST_NAMED ? [`${shown.length - MOST_NAMED} more`] : [];
    search.warn(`left out ${[...shown.slice(0, MOST_NAMED), ...more].join(', ')} (${name})`);
  }
}

const MOST_NAMED = 5;

function buildNoReportError(
  { path, by, format }: NamedForeignFile,
  { directory, command }: Search,
): CommandError {
  const shown = relative(directory, path);
  const { name, instead } = format;
  return instead === undefined
    ? new CommandError(
        `'${shown}' is ${name}, not a test report`,
        by === 'glob' ? 'use a narrower glob' : 'name test reports only',
      )
    : new CommandError(
        `'${shown}' is ${name}, which svc does not read`,
        `${command === undefined ? 'upload' : 'read'} ${instead}`,
      );
}

/** A folder may hold only runs that the server refused. */
async function buildNothingInError(
  words: readonly string[],
  search: Search,
): Promise<CommandError> {
  const { directory } = search;
  const { glob } = await import('tinyglobby');
  const refused: string[] = [];
  for (const word of words.filter((one) => !one.startsWith('!'))) {
    const cwd = resolve(directory, word);
    const stats = await stat(cwd).catch(() => undefined);
    if (stats?.isDirectory() !== true) continue;
    const ignore = ['**/node_modules/**', '**/.git/**'];
    refused.push(
      ...(await glob('**/*.json.gz.refused', { cwd, ignore, absolute: true, dot: true })),
    );
  }
  const newest = refused.toSorted().at(-1);
  if (newest === undefined || search.command !== undefined)
    return buildNothingFoundError(words, search);
  return new CommandError(
    `no report or saved run at ${formatWords(words)}, but ${formatCount(refused.length, 'refused run')}`,
    `once the cause is fixed, send it again: ${buildResendCommand(newest, directory)}`,
  );
}

function formatWords(words: readonly string[]): string {
  return words.map((word) => `'${word}'`).join(', ');
}

function buildNothingFoundError(words: readonly string[], { command }: Search): CommandError {
  const what = command === undefined ? 'report or saved run' : 'report';
  const example = `${command ?? 'svc upload'} 'reports/**/*.xml'`;
  return new CommandError(
    `no ${what} at ${formatWords(words)}`,
    words.some((word) => /[*?[{(!]/.test(word))
      ? `quote the glob and run svc where the tests ran: ${example}`
      : `run svc where the tests ran, or name the reports with a glob: ${example}`,
  );
}
