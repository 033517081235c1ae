import { mkdir, mkdtemp, readFile, readlink, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { linkLibraries } from './library-links.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-links-'));
  await mkdir(join(folder, 'native/lib'), { recursive: true });
  await writeFile(join(folder, 'native/lib/libpq.so.5.18'), 'code');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const list = (links: object[]) =>
  writeFile(join(folder, 'native/pg-symlinks.json'), JSON.stringify(links));

const LIBPQ = [
  { source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so' },
  { source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' },
];

it('creates the links that are missing, and leaves the others', async () => {
  await list(LIBPQ);
  await symlink('elsewhere', join(folder, 'native/lib/libpq.so'));
  await linkLibraries(folder);
  await linkLibraries(folder);
  expect(await readlink(join(folder, 'native/lib/libpq.so'))).toBe('elsewhere');
  expect(await readlink(join(folder, 'native/lib/libpq.so.5'))).toBe('libpq.so.5.18');
  expect(await readFile(join(folder, 'native/lib/libpq.so.5'), 'utf8')).toBe('code');
});

it('does nothing for a package without links', async () => {
  await expect(linkLibraries(folder)).resolves.toBeUndefined();
});

it('says what to do when a link cannot be created', async () => {
  await list([{ source: 'native/lib/libpq.so.5.18', target: 'native/gone/libpq.so' }]);
  const failing = linkLibraries(folder);
  await expect(failing).rejects.toBeInstanceOf(EmbeddedPostgresError);
  await expect(failing).rejects.toThrow(/not installed completely: ENOENT.*install script/);
});
