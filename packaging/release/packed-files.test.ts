import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { listFiles } from './packed-files.ts';

it('reads the files of a tarball, also those that are compressed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'packed-files-'));
  const tarball = join(folder, 'one.tgz');
  mkdirSync(join(folder, 'package/dist'), { recursive: true });
  writeFileSync(join(folder, 'package/package.json'), '{}');
  writeFileSync(join(folder, 'package/dist/index.pf_fragment'), gzipSync('a page'));
  writeFileSync(join(folder, 'package/dist/app.js.br'), brotliCompressSync('a script'));
  execFileSync('tar', ['-czf', tarball, '-C', folder, 'package']);

  expect(listFiles(tarball).toSorted((a, b) => (a.path < b.path ? -1 : 1))).toEqual([
    { path: 'dist/app.js.br', text: 'a script' },
    { path: 'dist/index.pf_fragment', text: 'a page' },
    { path: 'package.json', text: '{}' },
  ]);
});
