import { expect, it } from 'vitest';
import { makeFolder } from '../../test/make-folder.ts';
import { findFolderOfFiles, findReportedFile, createReportPaths } from './report-paths.ts';

const FILES = {
  '.git/HEAD': 'ref: refs/heads/main\n',
  'shop/src/cart.test.ts': '',
  'shop/api/test/pay.test.ts': '',
  'shop/api/out/report.xml': '',
  'shop/deep/er/only.test.ts': '',
  'test/root.php': '',
};

interface Case {
  why: string;
  /** Below the repository: where the command runs, where the report is, and the root that the user names. */
  from: string;
  folder: string;
  root?: string;
  written: string;
  sent: string;
}

it.each<Case>([
  {
    why: 'from the current directory, to the repository',
    from: 'shop',
    folder: 'shop/api/out',
    written: 'src/cart.test.ts',
    sent: 'shop/src/cart.test.ts',
  },
  {
    why: "from the report's folder upwards",
    from: '.',
    folder: 'shop/api/out',
    written: 'test/pay.test.ts',
    sent: 'shop/api/test/pay.test.ts',
  },
  {
    why: 'from the given root first',
    from: '.',
    folder: '.',
    root: 'shop/api',
    written: 'test/pay.test.ts',
    sent: 'shop/api/test/pay.test.ts',
  },
  {
    why: 'without the first folders of a container',
    from: 'shop',
    folder: 'shop',
    written: '/app/build/test/root.php',
    sent: 'test/root.php',
  },
  {
    why: 'a class as it is',
    from: 'shop',
    folder: 'shop',
    written: 'com.example.CartTest',
    sent: 'com.example.CartTest',
  },
  {
    why: 'a missing file as it is',
    from: 'shop',
    folder: 'shop',
    written: 'src/gone.test.ts',
    sent: 'src/gone.test.ts',
  },
  {
    why: 'a missing file from the given root',
    from: '.',
    folder: '.',
    root: 'shop',
    written: 'src/gone.test.ts',
    sent: 'shop/src/gone.test.ts',
  },
  {
    why: 'a missing file that would leave the directory as it is',
    from: 'shop',
    folder: 'shop',
    root: '..',
    written: '../gone.test.ts',
    sent: '../gone.test.ts',
  },
  {
    why: 'a missing absolute file as it is',
    from: 'shop',
    folder: 'shop',
    written: '/elsewhere/gone.test.ts',
    sent: '/elsewhere/gone.test.ts',
  },
])('sends $why', async ({ from, folder, root, written, sent }) => {
  const repository = await makeFolder(FILES);
  const { sentPath } = createReportPaths({
    directory: `${repository}/${from}`.replace(/\/\.$/, ''),
    folder: `${repository}/${folder}`.replace(/\/\.$/, ''),
    root,
  });
  expect(sentPath(written)).toBe(sent);
  // The second time from memory.
  expect(sentPath(written)).toBe(sent);
});

it('remembers whether a path was found, and the first missing ones of scripts', async () => {
  const repository = await makeFolder(FILES);
  const { sentPath, lookups } = createReportPaths({
    directory: repository,
    folder: repository,
    root: undefined,
  });
  for (const path of [
    'com.example.A',
    '/abs/a.py',
    'a.rb',
    'a.py',
    'a.rb',
    'a.php',
    'a.cts',
    'a.jsx',
    'a.mjs',
  ]) {
    sentPath(path);
  }
  expect(lookups).toEqual({ found: false, missing: ['a.rb', 'a.py', 'a.php', 'a.cts', 'a.jsx'] });
  sentPath('shop/src/cart.test.ts');
  expect(lookups.found).toBe(true);
});

it('finds the only folder that contains all files', async () => {
  const directory = await makeFolder({
    ...FILES,
    'twice/a/x [1].test.ts': '',
    'twice/b/x [1].test.ts': '',
    'twice/b/y.test.ts': '',
    'node_modules/p/z.test.ts': '',
    '1/2/3/4/5/6/7/far.test.ts': '',
  });
  expect(await findFolderOfFiles(['er/only.test.ts'], directory)).toBe('shop/deep');
  // A file name is no glob.
  expect(await findFolderOfFiles(['x [1].test.ts'], directory)).toBeUndefined();
  expect(await findFolderOfFiles(['x [1].test.ts', 'y.test.ts'], directory)).toBe('twice/b');
  expect(await findFolderOfFiles(['z.test.ts'], directory)).toBeUndefined();
  expect(await findFolderOfFiles(['far.test.ts'], directory)).toBeUndefined();
  expect(await findFolderOfFiles([], directory)).toBeUndefined();
});

it('finds an attachment beside the report first, then in the directory', async () => {
  const directory = await makeFolder({ 'out/a.png': '', 'a.png': '', 'b.png': '' });
  const settings = { directory, folder: `${directory}/out`, root: undefined };
  expect(findReportedFile('a.png', settings)).toBe(`${directory}/out/a.png`);
  expect(findReportedFile('b.png', settings)).toBe(`${directory}/b.png`);
  expect(findReportedFile('c.png', settings)).toBeUndefined();
  expect(findReportedFile(`${directory}/b.png`, settings)).toBe(`${directory}/b.png`);
  expect(findReportedFile('/missing.png', settings)).toBeUndefined();
});
