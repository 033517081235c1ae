import { stat } from 'node:fs/promises';
import { basename, relative, resolve } from 'node:path';
import { isStaleClaim } from '@svc/reporter-core/spool/spool-claim';
import { readSpoolHead } from '@svc/reporter-core/spool/spool-file';
import { isGivenName, isSpoolName, isUnsentName } from '@svc/reporter-core/spool/spool-name';
import { CommandError } from '../../../errors/exit.ts';
import { listReportFiles } from '../reports/report-files.ts';
import { quoteShellWord } from '../../../errors/proposed-command.ts';

/**
 * The paths of the saved runs that the words name, each once, oldest first: spool files, folders that contain some
 * at any depth, and globs. Undefined if the words name reports. Folders and globs leave out what was set aside and
 * what another process is sending.
 * @throws CommandError for saved runs among reports: a saved run is an execution of its own.
 */
export async function findSavedRuns(
  words: readonly string[],
  directory: string,
): Promise<string[] | undefined> {
  const runs = new Map<string, string>();
  const others: string[] = [];
  const excluded = words.filter((word) => word.startsWith('!')).map((word) => word.slice(1));
  for (const word of words.filter((one) => !one.startsWith('!'))) {
    const matches = await findMatches(word, { directory, excluded });
    for (const path of matches.runs) runs.set(resolve(directory, path), path);
    others.push(...matches.others);
  }
  if (runs.size === 0) return undefined;
  const paths = [...runs.values()].toSorted((a, b) => (basename(a) < basename(b) ? -1 : 1));
  if (others.length > 0) {
    throw new CommandError(
      `'${paths[0]}' is a saved run, not a test report`,
      'upload saved runs and test reports with separate commands',
    );
  }
  return paths;
}

interface Search {
  directory: string;
  /** Globs. */
  excluded: readonly string[];
}

interface Matches {
  runs: string[];
  /** What else the word names. */
  others: string[];
}

async function findMatches(word: string, search: Search): Promise<Matches> {
  const stats = await stat(resolve(search.directory, word)).catch(() => undefined);
  if (stats?.isDirectory() === true) return findMatchesInFolder(word, search);
  if (stats?.isFile() === true || !/[*?[\]{}()]/.test(word)) {
    return isSpoolName(word) ? { runs: [word], others: [] } : { runs: [], others: [word] };
  }
  return findMatchesOfGlob(word, search);
}

async function findMatchesInFolder(word: string, search: Search): Promise<Matches> {
  const folder = resolve(search.directory, word);
  // A shell that expands `svc/*` names the folders of artifacts too. The runs bring them along.
  if (folder.endsWith('.artifacts')) return { runs: [], others: [] };
  const ignore = ['**/node_modules/**', '**/.git/**', ...search.excluded];
  const found = await listGlobFiles('**/*.json.gz*', { cwd: folder, ignore });
  const runs: string[] = [];
  for (const path of found) {
    if ((await isUnsent(path)) && (await isSavedRun(path)))
      runs.push(formatShownPath(path, search));
  }
  if (runs.length === 0) return { runs, others: [word] };
  if (await hasReports(word, search.directory)) throw buildBothError(word);
  return { runs, others: [] };
}

async function findMatchesOfGlob(word: string, { directory, excluded }: Search): Promise<Matches> {
  // Any other ending matches no spool file.
  if (!/(?:gz|[*?\]})])$/.test(word)) return { runs: [], others: [word] };
  // Spools lie in node_modules, so a glob that names the folder means it.
  const skipped = word.includes('node_modules') ? [] : ['**/node_modules/**'];
  const ignore = [...skipped, '**/.git/**', '**/*.artifacts/**', ...excluded];
  const found = await listGlobFiles(word, { cwd: directory, ignore });
  const runs: string[] = [];
  for (const path of found.filter(isSpoolName)) {
    if (await isUnsent(path)) runs.push(formatShownPath(path, { directory }));
  }
  if (runs.length === 0) return { runs, others: [word] };
  return { runs, others: found.filter((path) => !isSpoolName(path)) };
}

async function listGlobFiles(
  pattern: string,
  { cwd, ignore }: { cwd: string; ignore: readonly string[] },
): Promise<string[]> {
  const { glob } = await import('tinyglobby');
  const options = { cwd, ignore: [...ignore], absolute: true, dot: true, expandDirectories: false };
  return (await glob(pattern, options)).map((path) => resolve(path));
}

async function isUnsent(path: string): Promise<boolean> {
  return isUnsentName(basename(path)) || isStaleClaim(path);
}

/** Whether a file of a folder is a spool file, and not another gzipped JSON. A spool file may be damaged. */
async function isSavedRun(path: string): Promise<boolean> {
  if (isGivenName(path)) return true;
  return (await readSpoolHead(path).catch(() => undefined)) !== undefined;
}

async function hasReports(folder: string, directory: string): Promise<boolean> {
  try {
    return (await listReportFiles([folder], { directory, warn: () => {} })).length > 0;
  } catch (error) {
    if (error instanceof CommandError) return false;
    throw error;
  }
}

function buildBothError(folder: string): CommandError {
  const within = folder.replace(/\/+$/, '');
  const commands = ['json.gz', '{xml,json}'].map(
    (ending) => `svc upload ${quoteShellWord(`${within}/**/*.${ending}`)}`,
  );
  return new CommandError(
    `'${folder}' contains saved runs and test reports`,
    commands.join(' && '),
  );
}

function formatShownPath(path: string, { directory }: Pick<Search, 'directory'>): string {
  const short = relative(directory, path);
  return short.startsWith('..') ? path : short;
}
