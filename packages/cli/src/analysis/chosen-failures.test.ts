import { expect, it } from 'vitest';
import { makeVerdict } from '../../test/samples/make-analysis.ts';
import { chosenFailures } from './chosen-failures.ts';

const SEE = { seeCommand: 'svc analyze 1 --all' };

const failures = [
  makeVerdict({ testId: 'a'.repeat(32), title: 'subtotal is rounded', fingerprint: 'fp2:1' }),
  makeVerdict({ testId: 'b'.repeat(32), title: 'returns x > 5', fingerprint: 'fp2:2' }),
  makeVerdict({ testId: 'c'.repeat(32), title: 'limits to 5 items', fingerprint: 'fp2:3' }),
  makeVerdict({ testId: null, title: 'The whole run', fingerprint: 'fp2:4' }),
  makeVerdict({ testId: null, title: 'The whole run', fingerprint: 'fp2:5' }),
];

it.each([
  ['a title', 'Subtotal is rounded', 'subtotal is rounded'],
  ['a title with its groups', 'cart › subtotal is rounded', 'subtotal is rounded'],
  ['a title with a sign of its own', 'returns x > 5', 'returns x > 5'],
  ['a part of a title', 'limits', 'limits to 5 items'],
  ['the first digits of an id', 'cccc', 'limits to 5 items'],
])('takes %s', (_, test, title) => {
  const chosen = chosenFailures(failures, { test }, SEE);
  expect(chosen.map((failure) => failure.title)).toEqual([title]);
});

it('takes no other test for one whose group is typed', () => {
  expect(() => chosenFailures(failures, { test: 'cart › total' }, SEE)).toThrow(
    "no failure of a test 'cart › total'",
  );
});

it('asks which of several errors of the run is meant', () => {
  expect(() => chosenFailures(failures, { test: 'The whole run' }, SEE)).toThrow(
    "2 errors outside of the tests match 'The whole run'",
  );
  const chosen = chosenFailures(failures, { test: 'The whole run', fingerprint: 'fp2:5' }, SEE);
  expect(chosen.map(({ fingerprint }) => fingerprint)).toEqual(['fp2:5']);
});
