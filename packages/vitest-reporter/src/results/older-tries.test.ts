import type { TaskResult } from '@vitest/runner';
import { expect, it } from 'vitest';
import { reconstructTries, type OlderTest } from './older-tries.ts';

/** A test as the runner of Vitest 4 leaves it, by its type. */
function makeTest(result: TaskResult, fails?: true): OlderTest {
  const state = { pass: 'passed', fail: 'failed' } as const;
  return { ...result, fails, state: result.state === 'pass' ? state.pass : state.fail };
}

const errors = (...messages: string[]) =>
  messages.map((message) => ({ name: 'Error', message, stacks: [] }));

it.each<{ why: string; test: OlderTest; tries: string[] }>([
  { why: 'a pass', test: makeTest({ state: 'pass' }), tries: ['passed'] },
  {
    why: 'a pass on the second retry, an error for each failed try',
    test: makeTest({ state: 'pass', retryCount: 2, errors: errors('first', 'second') }),
    tries: ['failed first', 'failed second', 'passed'],
  },
  {
    why: 'soft assertions, which may have failed in either try',
    test: makeTest({ state: 'fail', retryCount: 1, errors: errors('a', 'b', 'c') }),
    tries: ['failed', 'failed a b c'],
  },
  {
    why: 'repeats that all failed',
    test: makeTest({ state: 'fail', repeatCount: 1, errors: errors('first', 'second') }),
    tries: ['failed first', 'failed second'],
  },
  {
    why: 'repeats, some of them failed',
    test: makeTest({ state: 'fail', repeatCount: 2, errors: errors('some') }),
    tries: ['failed some'],
  },
  {
    why: 'a test that is expected to fail and did, which Vitest retries and inverts at the end',
    test: makeTest({ state: 'pass', retryCount: 2 }, true),
    tries: ['passed'],
  },
])('reconstructs the tries of $why', ({ test, tries }) => {
  const found = reconstructTries(test).tries.map(({ state, errors }) =>
    [state, ...errors.map(({ message }) => message)].join(' '),
  );
  expect(found).toEqual(tries);
});
