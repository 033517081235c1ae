import { expect, it } from 'vitest';
import {
  findPathBelowRoot,
  stripRepositoryFolder,
  parseRepositoryName,
} from './repository-root.ts';

it.each([
  ['acme/web', 'web'],
  ['web', 'web'],
  ['https://git.example/acme/web.git', 'web'],
  ['git@git.example:acme/web.git', 'web'],
  ['acme/web/', 'web'],
  ['acme/web.js', 'web.js'],
  ['', ''],
  ['acme/src', ''],
  ['..', ''],
  ['a b', ''],
])('takes the name of %j', (repository, name) => {
  expect(parseRepositoryName(repository)).toBe(name);
});

it.each([
  ['/Users/ann/code/web/src/a.ts', 'src/a.ts'],
  ['/Users/ann/web/web/src/a.ts', 'src/a.ts'],
  ['/work/web/packages/web/src/a.ts', 'packages/web/src/a.ts'],
  ['/work/src/web/src/web/a.ts', 'src/web/a.ts'],
  ['/mnt/WEB/a.ts', 'a.ts'],
  ['/home/ann/shop/test/web/a.ts', undefined],
  ['/mnt/website/a.ts', undefined],
  ['/mnt/x/a.ts', undefined],
  ['/web/login', undefined],
  ['/mnt/web', undefined],
])('finds the root of %s', (path, expected) => {
  expect(findPathBelowRoot(path, 'web')).toBe(expected);
});

it.each([
  ['web/src/a.ts', 'src/a.ts'],
  ['web/web/a.ts', 'a.ts'],
  ['src/web/a.ts', 'src/web/a.ts'],
  ['packages/web/src/a.ts', 'packages/web/src/a.ts'],
  ['org/acme/web/Cart.java', 'org/acme/web/Cart.java'],
  ['a.ts', 'a.ts'],
])('leaves of %s what is inside', (path, expected) => {
  expect(stripRepositoryFolder(path, 'web')).toBe(expected);
  expect(stripRepositoryFolder(path, '')).toBe(path);
});
