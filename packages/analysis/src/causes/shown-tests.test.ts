import type { Cause } from '@svc/contract/executions/causes';
import { expect, it } from 'vitest';
import type { CauseRow } from './cause-groups.ts';
import { chooseShownTests, describeCut } from './shown-tests.ts';

function makeFailures({ tests, legs }: { tests: number; legs: number }) {
  return Array.from({ length: tests }, (_, at) => {
    const test = { titlePath: [`test ${at}`], variant: null, file: 'a.test.ts' };
    return Array.from({ length: legs }, () => test);
  }).flat();
}

it.each([
  ['a test in each leg once', { tests: 6, legs: 2 }, 6, ['0', '1', '2', '3', '4'], 1],
  ['all tests where there are few', { tests: 2, legs: 5 }, 2, ['0', '1'], 0],
  ['how many more the server counted', { tests: 6, legs: 1 }, 434, ['0', '1', '2', '3', '4'], 429],
  ['what the server did not count', { tests: 6, legs: 1 }, 2, ['0', '1', '2', '3', '4'], 1],
])('shows %s', (_, listed, tests, names, left) => {
  const items = makeFailures(listed);
  const chosen = chooseShownTests({ cause: { tests }, items, most: 5 });
  expect(chosen.shown.map(({ titlePath }) => titlePath[0])).toEqual(
    names.map((name) => `test ${name}`),
  );
  expect(chosen.left).toBe(left);
});

it('shows a test of two executions twice, as the server counts it', () => {
  const [test] = makeFailures({ tests: 1, legs: 1 });
  if (test === undefined) throw new Error('there is a test');
  const items = ['1', '2'].map((executionId) => ({ ...test, executionId }));
  expect(chooseShownTests({ cause: { tests: 2 }, items, most: 5 })).toEqual({
    shown: items,
    left: 0,
  });
});

it.each([
  ['nothing', { tests: 6, legs: 1 }, { count: 1, limit: 6 }, undefined, false],
  ['tests of a cause', { tests: 6, legs: 1 }, { count: 1, limit: 5 }, undefined, true],
  ['legs only', { tests: 2, legs: 5 }, { count: 1, limit: 5 }, undefined, false],
  ['listed causes', { tests: 1, legs: 1 }, { count: 1, limit: 0 }, 'and 1 more cause', true],
  ['causes not listed', { tests: 1, legs: 1 }, { count: 3, limit: 5 }, 'and 2 more causes', false],
])('leaves out %s', (_, listed, counts, causes, isCut) => {
  const cause = { tests: listed.tests } as Cause;
  const rows: CauseRow<ReturnType<typeof makeFailures>[number]>[] = [
    { kind: 'cause', cause, items: makeFailures(listed) },
  ];
  expect(describeCut(rows, counts)).toEqual({ causes, isCut });
});
