import { expect, it } from 'vitest';
import { findOptions } from './find-options.ts';

const names = (text: string) =>
  findOptions(
    [
      { name: 'fix-main-menu' },
      { name: 'main' },
      { name: 'Maintenance' },
      { name: 'ci', words: 'From main' },
    ],
    text,
  ).map(({ name }) => name);

it('finds options by any part of what they show, those that begin with it first', () => {
  expect(names('main')).toEqual(['main', 'Maintenance', 'fix-main-menu', 'ci']);
  expect(names(' MENU ')).toEqual(['fix-main-menu']);
  expect(names('ci')).toEqual([]);
  expect(names('')).toHaveLength(4);
});
