import { resolve } from 'node:path';
import { glob } from 'tinyglobby';

/** The absolute paths that a glob matches, sorted. None below `.git`, nor below `node_modules` unless the glob names it. */
export async function matchingFiles(
  pattern: string,
  { directory, excluded }: { directory: string; excluded: readonly string[] },
): Promise<string[]> {
  // Saved runs lie in node_modules/.cache, so a glob that names the folder means it.
  const isIntoModules = pattern.includes('node_modules');
  const paths = await glob(pattern, {
    cwd: directory,
    absolute: true,
    expandDirectories: false,
    dot: isIntoModules,
    ignore: ['**/.git/**', ...(isIntoModules ? [] : ['**/node_modules/**']), ...excluded],
  });
  return paths.map((path) => resolve(path)).sort();
}

/** The files of a folder that may be reports, at any depth. What Allure's tests attached may look like one. */
export function filesInFolder(folder: string, excluded: readonly string[]): Promise<string[]> {
  return matchingFiles('**/*.{xml,json,jsonl,ndjson,trx,tap}', {
    directory: folder,
    excluded: [...excluded, '**/*-attachment.*'],
  });
}
