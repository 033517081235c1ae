import { dirname, isAbsolute, resolve, sep } from 'node:path';
import { escapePath, glob } from 'tinyglobby';

/**
 * The absolute paths that a glob matches, sorted. None below `.git`, nor below `node_modules` unless the glob names it.
 */
export async function listMatchingFiles(
  pattern: string,
  { directory, excluded }: { directory: string; excluded: readonly string[] },
): Promise<string[]> {
  // Saved runs lie in node_modules/.cache, so a glob that names the folder means it.
  const isIntoModules = pattern.includes('node_modules');
  const paths = await glob(withSlashes(pattern), {
    cwd: directory,
    absolute: true,
    expandDirectories: false,
    dot: isIntoModules,
    ignore: [
      '**/.git/**',
      ...(isIntoModules ? [] : ['**/node_modules/**']),
      ...excluded.map(withSlashes),
    ],
  });
  return paths.map((path) => resolve(path)).sort();
}

/** People write `reports\*.xml` on Windows. Elsewhere a backslash escapes a character of a glob. */
function withSlashes(pattern: string): string {
  return sep === '/' ? pattern : pattern.replaceAll(sep, '/');
}

/**
 * The files of a folder that may be reports, at any depth. An attachment of an Allure test, next to Allure's results,
 * may look like a report. The excluded globs count from `directory` and from the folder.
 */
export async function listFilesInFolder(
  folder: string,
  { directory, excluded }: { directory: string; excluded: readonly string[] },
): Promise<string[]> {
  const fromDirectory = excluded
    .filter((pattern) => !isAbsolute(pattern))
    .map((pattern) => `${escapePath(withSlashes(directory))}/${pattern.replace(/^\.\//, '')}`);
  const paths = await listMatchingFiles('**/*.{xml,json,jsonl,ndjson,trx,tap}', {
    directory: folder,
    excluded: [...excluded, ...fromDirectory],
  });
  const ofAllure = new Set(paths.filter((path) => OF_ALLURE.test(path)).map((one) => dirname(one)));
  return paths.filter((path) => !ATTACHMENT.test(path) || !ofAllure.has(dirname(path)));
}

const OF_ALLURE = /-(?:result|container)\.json$/;
const ATTACHMENT = /-attachment\.[^./\\]{1,20}$/;
