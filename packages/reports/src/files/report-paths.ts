import { existsSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { toPosixPath } from '@svc/contract/zod-free/test-identity';
import {
  listFoldersUpToRepository,
  createPathConverter,
} from '@svc/reporter-core/facts/repository-root';

export interface PathSettings {
  directory: string;
  /** The report's own folder. */
  folder: string;
  /** The root of the report's paths according to the user. */
  root: string | undefined;
}

export interface ReportPaths {
  sentPath: (path: string) => string;
  /** Whether a path of the report was found, and the first missing ones that look like files. */
  readonly lookups: { found: boolean; missing: string[] };
}

/**
 * Converts a report's test file path to the form that reporters send, relative to the repository's root. Reports
 * write paths relative to their tool's root, or of another machine, so the file is searched: from `root`, from the
 * current directory, from the report's folder upwards, and without its first folders. A path that is not found (a
 * class, a package, a deleted file) stays unchanged.
 */
export function createReportPaths({ directory, folder, root }: PathSettings): ReportPaths {
  const sent = createPathConverter(directory);
  const bases = [
    ...(root === undefined ? [] : [resolve(directory, root)]),
    directory,
    ...listFoldersUpToRepository(folder).filter((base) => base !== directory),
  ];
  const known = new Map<string, string>();
  const lookups: ReportPaths['lookups'] = { found: false, missing: [] };
  const sentPath = (written: string): string => {
    const seen = known.get(written);
    if (seen !== undefined) return seen;
    const path = detachText(written);
    const found = isAbsolute(path) ? findOnMachine(path, directory) : findBeside(path, bases);
    if (found !== undefined) lookups.found = true;
    else if (looksLikeFile(path) && lookups.missing.length < MOST_MISSING)
      lookups.missing.push(path);
    const result = sent(found ?? resolveGiven(path, root, directory));
    known.set(path, result);
    return result;
  };
  return { sentPath, lookups };
}

const MOST_MISSING = 5;

/** Whether it is a relative path of a script, and not a class or a package. Tools omit their root from such paths. */
function looksLikeFile(path: string): boolean {
  return !isAbsolute(path) && /\.(?:[cm]?[jt]sx?|py|rb|php)$/.test(path);
}

/**
 * The folder below `directory` that contains all of these files, for a hint. Undefined without one, or if several
 * match.
 */
export async function findFolderOfFiles(
  files: readonly string[],
  directory: string,
): Promise<string | undefined> {
  const [first] = files;
  if (first === undefined) return undefined;
  const { escapePath, glob } = await import('tinyglobby');
  const places = await glob(`**/${escapePath(toPosixPath(first))}`, {
    cwd: directory,
    deep: DEEPEST_FOLDER,
    ignore: ['**/node_modules/**', '**/.git/**'],
  });
  const folders = places
    .map((place) => place.slice(0, -first.length).replace(/\/$/, ''))
    .filter((folder) => files.every((file) => existsSync(join(directory, folder, file))));
  return folders.length === 1 ? folders[0] : undefined;
}

// A hint is not worth reading a whole disk.
const DEEPEST_FOLDER = 6;

/** Copies a text: a substring of a report would keep the whole piece in memory. */
function detachText(text: string): string {
  return Buffer.from(text, 'utf16le').toString('utf16le');
}

/** The file of an attachment in a report. Undefined if it does not exist. */
export function findReportedFile(
  path: string,
  { directory, folder }: PathSettings,
): string | undefined {
  if (isAbsolute(path)) return existsSync(path) ? path : undefined;
  return [folder, directory].map((base) => join(base, path)).find((file) => existsSync(file));
}

function findBeside(path: string, bases: readonly string[]): string | undefined {
  return bases.map((base) => join(base, path)).find((file) => existsSync(file));
}

/** The path itself, or for a container's path such as `/app/test/cart.php` the local `test/cart.php`. */
function findOnMachine(path: string, directory: string): string | undefined {
  if (existsSync(path)) return path;
  const root = listFoldersUpToRepository(directory).at(-1) ?? directory;
  for (let rest = path.slice(1); rest !== ''; rest = withoutFirst(rest)) {
    const here = join(root, rest);
    if (existsSync(here)) return here;
  }
  return undefined;
}

function withoutFirst(path: string): string {
  const slash = path.search(/[\\/]/);
  return slash === -1 ? '' : path.slice(slash + 1);
}

/** Resolves a path from `root`, even if the file does not exist. */
function resolveGiven(path: string, root: string | undefined, directory: string): string {
  if (root === undefined || isAbsolute(path)) return path;
  const absolute = resolve(directory, root, path);
  return dirname(relative(directory, absolute)).startsWith('..') ? path : absolute;
}
