import { expect, it } from 'vitest';
import { flakyFingerprints, offeredFailures } from './known-failures.ts';

const AT = '2026-11-26T10:00:00.000Z';

function known(fingerprint: string, count = 1) {
  return {
    fingerprint,
    pattern: `pattern of ${fingerprint}`,
    count,
    firstSeenAt: AT,
    lastSeenAt: AT,
  };
}

it('offers the failure at hand first, then what is chosen, then the rest', () => {
  const offered = offeredFailures([known('a', 9), known('b'), known('c')], {
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

it('knows the pattern of the failure at hand before the others are loaded', () => {
  const atHand = { fingerprint: 'a', pattern: 'Error: <n>' };
  expect(offeredFailures([], { atHand, chosen: ['a'] })).toEqual([
    { fingerprint: 'a', pattern: 'Error: <n>', seen: null },
  ]);
});

it('chooses the failures of flaky runs by default, and no other', () => {
  const items = [run('a', true), run('b', false), run(null, false), run('a', true)];
  expect(flakyFingerprints({ history: { items }, fingerprints: [known('b'), known('a')] })).toEqual(
    ['a'],
  );
});

function run(fingerprint: string | null, flaky: boolean) {
  return { fingerprint, flaky };
}
