import { expect, it } from 'vitest';
import { buildErrorKey, formatFingerprints } from './fingerprint-words.ts';

const fingerprint = (digit: string) => `fp2:${digit.repeat(32)}`;
const FAILURE = { fingerprint: fingerprint('a') };

it.each([
  [{ fingerprint: null }, null],
  [FAILURE, 'fingerprint fp2:aaaaaaaa'],
  [{ ...FAILURE, furtherFingerprints: [] }, 'fingerprint fp2:aaaaaaaa'],
  [
    { ...FAILURE, furtherFingerprints: [fingerprint('b')] },
    'fingerprints fp2:aaaaaaaa, fp2:bbbbbbbb',
  ],
  [
    { ...FAILURE, furtherFingerprints: ['b', 'c', 'd', 'e', 'f'].map(fingerprint) },
    'fingerprints fp2:aaaaaaaa, fp2:bbbbbbbb, fp2:cccccccc, fp2:dddddddd and 2 more',
  ],
])('names the fingerprints of %j', (failure, text) => {
  expect(formatFingerprints(failure)).toBe(text);
});

it('leaves none out where they are to be copied, and shows a single one in full', () => {
  expect(formatFingerprints(FAILURE, { isWhole: true })).toBe(`fingerprint ${fingerprint('a')}`);
  const many = { ...FAILURE, furtherFingerprints: ['b', 'c', 'd', 'e', 'f'].map(fingerprint) };
  expect(formatFingerprints(many, { isWhole: true })).toBe(
    'fingerprints fp2:aaaaaaaa, fp2:bbbbbbbb, fp2:cccccccc, fp2:dddddddd, fp2:eeeeeeee, fp2:ffffffff',
  );
});

it('takes failures for the same only with all errors alike', () => {
  const both = { ...FAILURE, furtherFingerprints: [fingerprint('b')] };
  expect([
    buildErrorKey(both) === buildErrorKey({ ...both }),
    buildErrorKey(both) === buildErrorKey(FAILURE),
  ]).toEqual([true, false]);
});
