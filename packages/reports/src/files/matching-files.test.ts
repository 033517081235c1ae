import { relative } from 'node:path';
import { expect, it } from 'vitest';
import { makeFolder } from '../../test/make-folder.ts';
import { listFilesInFolder, listMatchingFiles } from './matching-files.ts';

const FILES = {
  'b.xml': '',
  'a.xml': '',
  'notes.txt': '',
  'reports/c.xml': '',
  '.git/d.xml': '',
  'node_modules/e.xml': '',
  'node_modules/.cache/f.json': '',
  'app/node_modules/g.xml': '',
  '.hidden/h.xml': '',
};

it.each<{ pattern: string; excluded?: string[]; matched: string[] }>([
  { pattern: '*.xml', matched: ['a.xml', 'b.xml'] },
  { pattern: '**/*.xml', matched: ['a.xml', 'b.xml', 'reports/c.xml'] },
  { pattern: './reports/*.xml', matched: ['reports/c.xml'] },
  { pattern: '**/*.xml', excluded: ['reports/**', 'a.*'], matched: ['b.xml'] },
  { pattern: 'node_modules/*.xml', matched: ['node_modules/e.xml'] },
  { pattern: 'node_modules/.cache/*.json', matched: ['node_modules/.cache/f.json'] },
  { pattern: '.git/*.xml', matched: [] },
  { pattern: '.hidden/*.xml', matched: ['.hidden/h.xml'] },
  // A folder is not a report, and does not include its files.
  { pattern: 'reports', matched: [] },
  { pattern: 'missing/**', matched: [] },
])('matches $pattern without $excluded', async ({ pattern, excluded = [], matched }) => {
  const directory = await makeFolder(FILES);
  const paths = await listMatchingFiles(pattern, { directory, excluded });
  expect(paths.map((path) => relative(directory, path))).toEqual(matched);
});

it('matches an absolute glob, and a file outside of the directory', async () => {
  const directory = await makeFolder({ 'inside/a.xml': '', 'b.xml': '' });
  const settings = { directory: `${directory}/inside`, excluded: [] };
  expect(await listMatchingFiles(`${directory}/*.xml`, settings)).toEqual([`${directory}/b.xml`]);
  expect(await listMatchingFiles('../*.xml', settings)).toEqual([`${directory}/b.xml`]);
});

it('reads a folder at any depth, without what tests attached', async () => {
  const directory = await makeFolder({
    'out/a.xml': '',
    'out/deep/er/b.json': '',
    'out/c.jsonl': '',
    'out/d.ndjson': '',
    'out/e.trx': '',
    'out/f.tap': '',
    'out/g.html': '',
    'out/allure/0a1b-attachment.json': '',
    'out/allure/0a1b-result.json': '',
    'out/junit-attachment.xml': '',
    'h.xml': '',
  });
  const folder = `${directory}/out`;
  const found = async (...excluded: string[]) =>
    (await listFilesInFolder(folder, { directory, excluded })).map((path) =>
      relative(folder, path),
    );
  const all = [
    'a.xml',
    'allure/0a1b-result.json',
    'c.jsonl',
    'd.ndjson',
    'deep/er/b.json',
    'e.trx',
    'f.tap',
    'junit-attachment.xml',
  ];
  expect(await found()).toEqual(all);
  // Patterns relative to the directory, with and without a dot, relative to the folder, and absolute.
  expect(await found('out/a.xml', './out/c.jsonl', 'deep/**', `${folder}/e.trx`)).toEqual([
    'allure/0a1b-result.json',
    'd.ndjson',
    'f.tap',
    'junit-attachment.xml',
  ]);
});

it('takes the characters of a folder literally when it excludes from the directory', async () => {
  const directory = await makeFolder({
    'pull [1] (a)/out/a.xml': '',
    'pull [1] (a)/out/b.xml': '',
  });
  const settings = { directory: `${directory}/pull [1] (a)`, excluded: ['out/a.xml'] };
  const paths = await listFilesInFolder(`${settings.directory}/out`, settings);
  expect(paths).toEqual([`${settings.directory}/out/b.xml`]);
});
