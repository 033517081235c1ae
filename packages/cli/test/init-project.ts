import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { emptyFolder } from './run-svc.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** A project with these files, in a repository of its own, with packages linked from this repository. */
export async function makeInitProject(
  files: Record<string, string>,
  links: Record<string, string> = {},
): Promise<string> {
  const directory = await emptyFolder();
  for (const [name, text] of Object.entries({ '.git/HEAD': 'ref: refs/heads/main\n', ...files })) {
    await mkdir(dirname(join(directory, name)), { recursive: true });
    await writeFile(join(directory, name), text);
  }
  for (const [name, place] of Object.entries(links)) {
    const link = join(directory, 'node_modules', name);
    await mkdir(dirname(link), { recursive: true });
    await symlink(join(root, place), link);
  }
  return directory;
}

export const manifest = (dependency: string, more: object = {}) =>
  JSON.stringify(
    { name: 'started', devDependencies: { [dependency]: '*' }, ...more },
    undefined,
    2,
  );
