import { expect, it } from 'vitest';
import { listOfferedFailures } from './known-failures.ts';

const AT = '2026-11-26T10:00:00.000Z';

function known(fingerprint: string, count = 1) {
  return {
    fingerprint,
    pattern: `pattern of ${fingerprint}`,
    count,
    lastSeenAt: AT,
    branches: [{ branch: 'main', count }],
    moreBranches: 0,
    commits: 1,
    onDefaultBranch: true,
    isDefault: false,
  };
}

it('offers the failure at hand first, then what is chosen, then the rest', () => {
  const offered = listOfferedFailures([known('a', 9), known('b'), known('c')], {
    atHand: { fingerprint: 'c' },
    chosen: ['gone', 'c'],
  });
  expect(
    offered.map(({ fingerprint, pattern, seen }) => [fingerprint, pattern, seen?.count]),
  ).toEqual([
    ['c', 'pattern of c', 1],
    ['gone', undefined, undefined],
    ['a', 'pattern of a', 9],
    ['b', 'pattern of b', 1],
  ]);
});

it('offers the other errors of the failure at hand next', () => {
  const offered = listOfferedFailures([known('a', 9), known('c'), known('d')], {
    atHand: { fingerprint: 'c', further: ['d'] },
    chosen: ['c', 'd'],
  });
  expect(offered.map(({ fingerprint }) => fingerprint)).toEqual(['c', 'd', 'a']);
});

it('knows the pattern of the failure at hand before the others are loaded', () => {
  const atHand = { fingerprint: 'a', pattern: 'Error: <n>' };
  expect(listOfferedFailures([], { atHand, chosen: ['a'] })).toEqual([
    { fingerprint: 'a', pattern: 'Error: <n>', seen: null },
  ]);
});
