import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeFolder } from './make-folder.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-folder-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

it('makes what is missing, also when others make it at the same time', async () => {
  const path = join(folder, 'a', 'b', 'c');
  const made = await Promise.all([1, 2, 3].map(() => makeFolder(path, { mode: 0o700 })));
  expect(made).toContain(join(folder, 'a'));
  expect((await stat(path)).mode & 0o777).toBe(0o700);
  expect(await makeFolder(path)).toBeUndefined();
});

it('refuses a file, and a folder below one', async () => {
  const file = join(folder, 'file');
  await writeFile(file, '');
  await expect(makeFolder(file)).rejects.toMatchObject({ code: 'EEXIST', path: file });
  const below = join(file, 'x', 'y');
  await expect(makeFolder(below)).rejects.toMatchObject({ code: 'ENOTDIR', path: below });
});

it.runIf(process.platform === 'linux')('ends where no folder can be made', async () => {
  await expect(makeFolder('/proc/svc/x')).rejects.toMatchObject({ code: 'ENOENT' });
});
