import { expect } from 'vitest';
import { errorAt } from '@svc/reporter-core/test/expected/expected-result.ts';
import { attemptsOf, reconstructed, resultIn } from './expected-result.ts';
import type { Major } from '../projects/fixture-project.ts';

const FILE = 'src/odd.test.js';

/** The expected results of the odd tests, in the order of their lines. */
export function expectedOddTests(major: Major): object[] {
  const odd = resultIn(FILE);
  const attempts = attemptsOf(major);
  const failed = (...errors: object[]): object[] => attempts(['failed', { errors }]);
  const pieced = { annotations: reconstructed(major) };
  return [
    odd('compares what refers to itself', 'failed', { line: 2, attempts: failed(itself(major)) }),
    odd('throws an object', 'failed', { line: 7, attempts: failed({ message: '{ code: 1n }' }) }),
    odd('throws what refers to itself', 'failed', {
      line: 8,
      attempts: failed({ message: expect.stringMatching(/^\{ self: .*\[Circular \*1\].* \}$/) }),
    }),
    odd('throws nothing', 'failed', { line: 9, attempts: failed({ message: 'null' }) }),
    odd('has a text for a cause', 'failed', {
      line: 10,
      attempts: failed({ ...at('Error: no price', 10), cause: { message: 'a text' } }),
    }),
    odd('throws several', 'failed', {
      line: 11,
      attempts: failed(
        // Later versions report only the errors inside it.
        ...(major === '3' ? [at('AggregateError: both', 12)] : []),
        at('Error: one', 12),
        at('TypeError: two', 12),
      ),
    }),
    odd('fails softly twice', 'failed', { line: 14, ...pieced, attempts: softFailures(major) }),
    odd('fails in one of its repeats', 'failed', {
      line: 19,
      ...pieced,
      attempts:
        major === '5'
          ? attempts(
              ['passed', { stdout: 'repeat 1\n' }],
              ['failed', { errors: [at('Error: second', 23)], stdout: 'repeat 2\n' }],
              ['passed', { stdout: 'repeat 3\n' }],
            )
          : attempts([
              'failed',
              { errors: [at('Error: second', 23)], stdout: 'repeat 1\nrepeat 2\nrepeat 3\n' },
            ]),
    }),
    odd('passes in all its repeats', 'passed', {
      line: 25,
      ...pieced,
      attempts: attempts(['passed'], ['passed']),
    }),
    // The suite contains a test with a computed title, which could also have these titles.
    odd('adds one to 1 for 2', 'passed', { line: null }),
    odd('adds one to 2 for 3', 'passed', { line: null }),
    odd('is \u001B[31mred\u001B[0m\nand \uFFFD long', 'passed', { line: 27 }),
    odd('ends the process', 'failed', { line: 28, attempts: failed(processExit()) }),
    poured('tea', major),
    poured('coffee', major),
    odd('is slow', 'passed', { line: 36, tags: major === '3' ? [] : ['slow'] }),
    odd('IS COMPUTED', 'passed', { line: null }),
    odd('is annotated again and again', 'passed', {
      line: 38,
      flaky: true,
      annotations: [...reconstructed(major), ...annotated('try 1'), ...annotated('try 2')],
      attempts: attempts(['failed', { errors: [at('Error: not yet', 41)] }], ['passed']),
    }),
  ];
}

function itself(major: Major): object {
  const type = major === '3' ? 'Object ' : '';
  return {
    ...at(
      'AssertionError: expected { total: 1n, self: [Circular] } to deeply equal { total: 2n }',
      5,
    ),
    diff: '- Expected\n+ Received\n\n  {\n-   "total": 2n,\n+   "self": [Circular],\n+   "total": 1n,\n  }',
    expected: `${type}{\n  "total": 2n,\n}`,
    actual: `${type}{\n  "self": [Circular],\n  "total": 1n,\n}`,
  };
}

/** Versions before 5.1 do not report which of the four errors belongs to which attempt. */
function softFailures(major: Major): object[] {
  const errors = [
    {
      ...at('AssertionError: expected 1 to be 2 // Object.is equality', 15),
      diff: '- Expected\n+ Received\n\n- 2\n+ 1',
      expected: '2',
      actual: '1',
    },
    {
      ...at("AssertionError: expected 'a' to be 'b' // Object.is equality", 16),
      diff: 'Expected: "b"\nReceived: "a"',
      expected: 'b',
      actual: 'a',
    },
  ];
  const attempts = attemptsOf(major);
  if (major === '5') return attempts(['failed', { errors }], ['failed', { errors }]);
  return attempts(['failed'], ['failed', { errors: [...errors, ...errors] }]);
}

function processExit(): object {
  const message = expect.stringMatching(
    /^Error: process\.exit unexpectedly called with "3"(?: \(test file: .*\))?$/,
  );
  const place = errorAt('', FILE, 28);
  return { ...place, message, stack: expect.stringMatching(/\n {4}at src\/odd\.test\.js:28:/) };
}

/** A concurrent test, with only its own output. */
function poured(drink: string, major: Major): object {
  return resultIn(FILE)(`${drink} › is poured ${drink.length}`, 'passed', {
    line: null,
    attempts: attemptsOf(major)([
      'passed',
      { stdout: `pouring ${drink}\n`, stderr: `poured ${drink}\n` },
    ]),
  });
}

function annotated(message: string): object[] {
  return [
    { type: 'try', description: message },
    { type: 'notice', description: 'the docs https://docs.test/' },
  ];
}

function at(message: string, line: number): object {
  return errorAt(message, FILE, line);
}
