import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { emptyFolder } from './run-svc.ts';

export const root = fileURLToPath(new URL('../../..', import.meta.url));

/** A Vitest project with packages linked from this repository. */
export async function makeProject(config: string, ...packages: string[]): Promise<string> {
  const directory = await emptyFolder();
  await writeFile(join(directory, 'vitest.config.ts'), config);
  await mkdir(join(directory, 'node_modules'));
  for (const name of packages) {
    const link = join(directory, 'node_modules', name);
    await mkdir(dirname(link), { recursive: true });
    const place = name.startsWith('@svc/')
      ? name.replace('@svc', 'packages')
      : `node_modules/${name}`;
    await symlink(join(root, place), link);
  }
  return directory;
}

/** What `svc doctor` prints, without what differs between machines and runs. */
export function stable(text: string, shortKey: string): string {
  return (
    text
      .replaceAll(/http:\/\/127\S+/g, 'URL')
      .replaceAll(root, 'ROOT/')
      // The length of the path decides whether it is on the line.
      .replaceAll(/loaded from\s+/g, 'loaded from ')
      .replaceAll(`key ${shortKey}`, 'key svc_…LAST')
      .replaceAll(/node \d+\.\d+ · \w+ \w+/g, 'node N · OS')
      .replaceAll(/vitest \d+\.\d+\.\d+/g, 'vitest N')
      .replaceAll(/\bsvc \d+\.\d+\.\d+(?=,| ·)/g, 'svc N')
      .replaceAll(/, \d+ ms, clock [+-]\d\.\d s/g, ', N ms, clock N s')
      .replaceAll(/\(\d+ of 100000 reads left/g, '(N of 100000 reads left')
  );
}
