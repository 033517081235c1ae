import { expect } from 'vitest';
import {
  errorAt,
  attempt,
  noAttempt,
  result,
} from '@svc/reporter-core/test/expected/expected-result.ts';
import {
  expectedExecution,
  expectedFile,
} from '@svc/reporter-core/test/expected/expected-execution.ts';
import type { SteadyExecution } from '@svc/reporter-core/test/expected/steady-execution.ts';
import type { Major } from './fixture-project.ts';

/** The expected execution of the outcome project on the server at `url`. */
export function expectedOutcomes(major: Major, url: string): SteadyExecution {
  return {
    execution: expectedRun(major, url),
    files: expectedFiles(),
    results: expectedResults(major),
  };
}

function expectedRun(major: Major, url: string): object {
  return expectedExecution(url, {
    framework: 'jest',
    version: major,
    totals: { tests: 30, passed: 10, failed: 15, skipped: 3, flaky: 3, timedOut: 2 },
    hasFileErrors: true,
  });
}

function expectedFiles(): object[] {
  return [
    file('broken', {
      errors: [
        errorAt(
          "Error: Cannot find module './missing.js' from 'src/broken.test.js'",
          'src/broken.test.js',
          1,
        ),
      ],
    }),
    file('cart', { stdout: 'loading the price list\ntotal 90\n', stderr: 'warning: rounding\n' }),
    file('empty', {
      errors: [
        {
          message: 'Error: Your test suite must contain at least one test.',
          stack: expect.any(String),
        },
      ],
    }),
    file('hooks', { errors: [errorAt('Error: cannot clean up', 'src/hooks.test.js', 7)] }),
    file('retries'),
    file('syntax', {
      errors: [
        {
          message: expect.stringMatching(
            /^SyntaxError: src\/syntax\.test\.js: Unexpected token \(1:36\)\n\n> 1 \| test\(/,
          ),
          stack: expect.stringContaining('\n    at '),
        },
      ],
    }),
  ];
}

/** The expected results of the outcome project, in the order of files and lines. */
function expectedResults(major: Major): object[] {
  // Jest reports causes and `failing` since version 30.
  const since30 = (facts: object): object => (major === '30' ? facts : {});
  return [
    ...inFile('cart', [
      passed(3, ['cart', 'adds up']),
      failed(4, ['cart', 'keeps the discount'], {
        ...cart('Error: expect(received).toEqual(expected) // deep equality', 7),
        diff: '- Expected  - 1\n+ Received  + 1\n\n  Object {\n-   "total": 100,\n+   "total": 90,\n  }',
        expected: 'Object {\n  "total": 100,\n}',
        actual: 'Object {\n  "total": 90,\n}',
      }),
      failed(9, ['cart', 'counts'], {
        ...cart(
          'Error: expect(received).toBe(expected) // Object.is equality\n\nExpected: 3\nReceived: 2',
          9,
        ),
        expected: '3',
        actual: '2',
      }),
      failed(11, ['cart', 'check > out', 'tells the cause'], {
        ...cart('TypeError: checkout failed', 12),
        ...since30({ cause: cart('Error: price is undefined', 12) }),
      }),
      passed(14, ['cart', 'check > out', 'takes 1 items']),
      passed(14, ['cart', 'check > out', 'takes 2 items']),
      timedOut(16, ['cart', 'takes too long'], cart(tooLong('test'), 16)),
      passed(17, ['cart', 'twice']),
      failed(18, ['cart', 'twice'], cart('Error: the second of them', 18)),
      skipped(20, ['is skipped'], 'skip'),
      skipped(21, ['is to do'], 'todo'),
      { ...passed(22, ['is known to fail']), ...since30({ expectedFailure: true }) },
      {
        ...failed(
          23,
          ['was known to fail'],
          cart(
            'Error: Failing test passed even though it was supposed to fail. Remove `.failing` to remove error.',
            23,
          ),
        ),
        ...since30({ expectedFailure: true }),
      },
      failed(24, ['throws no error'], cart('thrown: "just a text"', 24)),
      failed(25, ['throws an object'], { message: 'not an Error' }),
      failed(26, ['throws several'], {
        ...cart('AggregateError: many', 26),
        ...since30({ cause: cart('Error: one', 26) }),
      }),
      failed(27, ['throws another'], {
        message: expect.stringMatching(
          /^Error: expect\(received\)\.toThrow\(expected\)\n\nExpected/,
        ),
        stack: expect.stringMatching(/\n {4}at Object\.toThrow \(src\/cart\.test\.js:27:73\)$/),
        snippet: expect.stringContaining('> 27 | '),
        location: { file: 'src/cart.test.js', line: 27, column: 73 },
        expected: '"yes"',
        actual: '"no"',
      }),
      failed(28, ['looks the same'], {
        ...cart(
          'Error: expect(received).toMatchInlineSnapshot(snapshot)\n\nSnapshot name: `looks the same 1`\n\nSnapshot: "b"\nReceived: "a"',
          28,
        ),
        expected: '"b"',
        actual: '"a"',
      }),
      failed(29, ['is called'], {
        ...cart(
          'Error: expect(jest.fn()).toHaveBeenCalledWith(...expected)\n\nExpected: 2\nReceived: 1\n\nNumber of calls: 1',
          29,
        ),
        expected: '2',
        actual: '1',
      }),
      failed(30, ['leaves a rejection behind'], cart('Error: nobody caught me', 31)),
    ]),
    ...inFile('hooks', [
      failed(3, ['database', 'reads'], errorAt('Error: cannot connect', 'src/hooks.test.js', 2)),
      skipped(4, ['database', 'is skipped'], 'skip'),
      passed(8, ['files', 'writes']),
      result(13, ['queue', 'works'], 'failed', [
        attempt('failed', [
          errorAt('Error: cannot begin', 'src/hooks.test.js', 11),
          errorAt('Error: cannot end', 'src/hooks.test.js', 12),
        ]),
      ]),
      timedOut(17, ['mail', 'arrives'], errorAt(tooLong('hook'), 'src/hooks.test.js', 16)),
    ]),
    ...inFile('retries', [
      flaky(3, ['passes the second time'], [attempt('failed', [retry('Error: not yet', 3)])]),
      {
        ...result(4, ['never passes'], 'failed', [
          attempt('failed', [retry('Error: try 2', 4)]),
          attempt('failed', [retry('Error: try 8', 4)]),
          attempt('failed', [retry('Error: try 9', 4)]),
        ]),
        retries: 2,
      },
      passed(6, ['twice', 'same']),
      flaky(
        7,
        ['twice', 'same'],
        [
          attempt('failed', [retry('Error: same at 3', 7)]),
          attempt('failed', [retry('Error: same at 4', 7)]),
        ],
      ),
      {
        ...flaky(9, ['is in time at last'], [attempt('timedOut', [retry(tooLong('test'), 9)])]),
        column: null,
      },
    ]),
  ];
}

function file(name: string, more?: object): object {
  return expectedFile(`src/${name}.test.js`, more);
}

function inFile(name: string, results: object[]): object[] {
  return results.map((each) => ({ ...each, file: `src/${name}.test.js` }));
}

function passed(line: number, titlePath: string[]): object {
  return result(line, titlePath, 'passed', [attempt('passed')]);
}

function failed(line: number, titlePath: string[], error: object): object {
  return result(line, titlePath, 'failed', [attempt('failed', [error])]);
}

/** Jest reports no location for a test that timed out, so it has the line of its error. */
function timedOut(line: number, titlePath: string[], error: object): object {
  const attempts = [attempt('timedOut', [error])];
  return { ...result(line, titlePath, 'timedOut', attempts), column: expect.toBeOneOf([null, 3]) };
}

function flaky(line: number, titlePath: string[], failures: object[]): object {
  const attempts = [...failures, attempt('passed')];
  return { ...result(line, titlePath, 'passed', attempts), flaky: true, retries: failures.length };
}

function skipped(line: number, titlePath: string[], type: string): object {
  // A test that never began has no start time.
  const never = result(line, titlePath, 'skipped', [noAttempt()]);
  return { ...never, startedAt: null, annotations: [{ type }] };
}

function cart(message: string, line: number): object {
  return errorAt(message, 'src/cart.test.js', line);
}

function retry(message: string, line: number): object {
  return errorAt(message, 'src/retries.test.js', line);
}

function tooLong(what: 'test' | 'hook'): string {
  return `thrown: "Exceeded timeout of 30 ms for a ${what}.\nAdd a timeout value to this test to increase the timeout, if this is a long-running test. See https://jestjs.io/docs/api#testname-fn-timeout."`;
}
