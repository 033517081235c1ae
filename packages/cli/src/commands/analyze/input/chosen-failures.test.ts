import { expect, it } from 'vitest';
import { makeVerdict } from '../../../../test/samples/make-analysis.ts';
import { toWireChoice, chooseFailures, type FailureChoice } from './chosen-failures.ts';

const ID = { rounded: 'a'.repeat(32), more: 'b'.repeat(32), limits: 'c'.repeat(32) };

const failures = [
  makeVerdict({ testId: ID.rounded, title: 'subtotal is rounded', fingerprint: 'fp2:1' }),
  makeVerdict({ testId: ID.more, title: 'returns x > 5', fingerprint: 'fp2:2' }),
  makeVerdict({ testId: ID.limits, title: 'limits to 5 items', fingerprint: 'fp2:3' }),
  makeVerdict({ testId: null, title: 'The whole run', fingerprint: 'fp2:4' }),
  makeVerdict({ testId: null, title: 'The whole run', fingerprint: 'fp2:5' }),
  makeVerdict({ testId: 'd'.repeat(32), title: 'adds up', file: 'src/a.test.ts' }),
  makeVerdict({ testId: 'e'.repeat(32), title: 'adds up', file: 'src/b.test.ts' }),
];

const PATHS = new Map([
  [ID.rounded, ['cart', 'checkout', 'Subtotal is rounded']],
  [ID.more, ['search', 'returns x > 5']],
  ['d'.repeat(32), ['cart', 'adds up']],
  ['e'.repeat(32), ['login', 'adds up']],
]);

const chosen = (choice: FailureChoice) =>
  chooseFailures(failures, choice, {
    seeCommand: 'svc analyze 1 --all',
    titlePathsOf: (ids) => Promise.resolve(new Map([...PATHS].filter(([id]) => ids.includes(id)))),
  });

it.each([
  ['a title', 'Subtotal is rounded', ID.rounded],
  ['a title with its groups', 'cart › checkout › subtotal is rounded', ID.rounded],
  ['a title with some of its groups', 'checkout > subtotal is rounded', ID.rounded],
  [
    'a title as a framework prints it',
    'src/cart.test.ts > cart > checkout > subtotal is rounded',
    ID.rounded,
  ],
  ['a title with a sign of its own', 'returns x > 5', ID.more],
  ['a group and a title with a sign of its own', 'search > returns x > 5', ID.more],
  ['the group that distinguishes two tests', 'login › adds up', 'e'.repeat(32)],
  ['a part of a title', 'limits', ID.limits],
  ['the first digits of an id', 'cccc', ID.limits],
])('takes %s', async (_, test, id) => {
  expect((await chosen({ test })).map(({ testId }) => testId)).toEqual([id]);
});

it.each([
  ['of a test that did not fail', 'cart › total'],
  ['that the only test with the title does not have', 'login › subtotal is rounded'],
  ['before a part of a title', 'cart › subtotal'],
])('takes no other test for a group %s', async (_, test) => {
  await expect(chosen({ test })).rejects.toThrow(`no failure of a test '${test}'`);
});

it('names the ids of tests with one title', async () => {
  await expect(chosen({ test: 'adds up' })).rejects.toMatchObject({
    message: "2 tests match 'adds up': dddddddddddd (src/a.test.ts), eeeeeeeeeeee (src/b.test.ts)",
    remedy: 'write --test with one of these ids',
  });
});

it('asks which of several errors of the run is meant', async () => {
  await expect(chosen({ test: 'The whole run' })).rejects.toMatchObject({
    message: "2 errors outside of the tests match 'The whole run'",
    remedy: 'add --fingerprint with one of fp2:4, fp2:5',
  });
  const choice = { test: 'The whole run', fingerprint: 'fp2:5' };
  expect(toWireChoice(await chosen(choice), choice)).toEqual({ fingerprint: 'fp2:5' });
});

it('counts all failures with the fingerprint of an error outside the tests', async () => {
  const alike = [
    makeVerdict({ testId: null, title: 'src/broken.test.ts', fingerprint: 'fp2:9' }),
    makeVerdict({ title: 'opens', fingerprint: 'fp2:9' }),
  ];
  const options = { seeCommand: '', titlePathsOf: () => Promise.resolve(PATHS) };
  expect(await chooseFailures(alike, { test: 'broken' }, options)).toEqual(alike);
});
