import { resolve } from 'node:path';
import { glob } from 'tinyglobby';

/** The absolute paths that a glob matches, without those below `node_modules` and `.git`, sorted. */
export async function matchingFiles(
  pattern: string,
  { directory, excluded }: { directory: string; excluded: readonly string[] },
): Promise<string[]> {
  const paths = await glob(pattern, {
    cwd: directory,
    absolute: true,
    expandDirectories: false,
    ignore: [...IGNORED, ...excluded],
  });
  return paths.map((path) => resolve(path)).sort();
}

/** The files of a folder that may be reports, at any depth. */
export function filesInFolder(folder: string, excluded: readonly string[]): Promise<string[]> {
  return matchingFiles('**/*.{xml,json,jsonl,ndjson,trx}', { directory: folder, excluded });
}

const IGNORED = ['**/node_modules/**', '**/.git/**'];
