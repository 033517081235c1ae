import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { createPathConverter } from '@svc/reporter-core/facts/repository-root';
import { CommandError } from '../../errors/exit.ts';

/** A test file to split. */
export interface ListedFile {
  /** As typed, to be printed. */
  given: string;
  /** The path relative to the repository's root, as in the executions: the same in every job. */
  file: string;
}

/**
 * The files that the words name, each once: paths and globs, relative to `directory`. Globs find nothing below
 * `node_modules`, and `!glob` excludes files.
 * @throws CommandError for a word without a file.
 */
export async function listNamedFiles(
  words: readonly string[],
  directory: string,
): Promise<ListedFile[]> {
  const ignore = words.filter((word) => word.startsWith('!')).map((word) => word.slice(1));
  const paths: string[] = [];
  for (const word of words.filter((one) => !one.startsWith('!'))) {
    paths.push(...(await expandWord(word, ignore, directory)));
  }
  return identifyFiles(paths, directory);
}

/** Paths from another program, which may not exist on this machine. */
export function identifyFiles(paths: Iterable<string>, directory: string): ListedFile[] {
  const toFile = createPathConverter(directory);
  const found = new Map<string, string>();
  for (const given of paths) {
    const file = toFile(resolve(directory, given.replaceAll('\\', '/')));
    if (!found.has(file)) found.set(file, given);
  }
  return Array.from(found, ([file, given]) => ({ file, given }));
}

async function expandWord(word: string, ignore: string[], directory: string): Promise<string[]> {
  const stats = await stat(resolve(directory, word)).catch(() => undefined);
  // A file name may look like a glob, such as `[id].test.ts`.
  if (stats?.isFile() === true) return [word];
  if (stats?.isDirectory() === true) {
    const inside = `${word.replace(/[\\/]+$/, '')}/**/*.test.ts`;
    throw new CommandError(
      `'${word}' is a folder`,
      `name its test files with a quoted glob, such as '${inside}'`,
    );
  }
  const { glob } = await import('tinyglobby');
  const paths = await glob(word.replaceAll('\\', '/'), {
    cwd: directory,
    expandDirectories: false,
    ignore: ['**/node_modules/**', '**/.git/**', ...ignore],
  });
  if (paths.length > 0) return paths;
  throw new CommandError(
    `no file at '${word}'`,
    "name existing files or a quoted glob: svc split --shards 4 --index 1 'src/**/*.test.ts'",
  );
}
