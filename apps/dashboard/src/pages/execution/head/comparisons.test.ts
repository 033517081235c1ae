import { expect, it } from 'vitest';
import { buildOfferedComparisons } from './comparisons.ts';

const neighbour = (id: string, number: number) => ({ id, number, commit: null });
const [good, before] = [neighbour('good', 7), neighbour('before', 8)];
const main = { ...neighbour('base', 40), branch: 'main' };

it.each<[string, Partial<Parameters<typeof buildOfferedComparisons>[0]>, [string, string][]]>([
  ['the first of a project', {}, []],
  ['the first of a branch', { base: main }, [['main', 'branch:main']]],
  [
    'a change with a good one',
    { base: main, lastGood: good, previous: before },
    [
      ['main', 'branch:main'],
      ['last good', 'good'],
    ],
  ],
  ['the base branch', { lastGood: good, previous: before }, [['last good', 'good']]],
  ['the base branch without a good one', { previous: before }, [['#8', 'before']]],
  ['a change without a good one', { base: main, previous: before }, [['main', 'branch:main']]],
])('offers for %s what tells what the change did', (_, facts, offered) => {
  const none = { base: null, lastGood: null, previous: null };
  const found = buildOfferedComparisons({ execution: { id: 'head' }, ...none, ...facts });
  expect(found.map(({ other, search }) => [other, search.base])).toEqual(offered);
  expect(found.every(({ search }) => search.head === 'head')).toBe(true);
});
