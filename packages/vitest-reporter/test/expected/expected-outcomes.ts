import { expect } from 'vitest';
import { errorAt } from '@svc/reporter-core/test/expected/expected-result.ts';
import {
  expectedExecution,
  expectedFile,
} from '@svc/reporter-core/test/expected/expected-execution.ts';
import type { SteadyExecution } from '@svc/reporter-core/test/expected/steady-execution.ts';
import { expectedOddTests } from './expected-odd-tests.ts';
import { expectedCart } from './expected-cart.ts';
import { expectedHooks } from './expected-hooks.ts';
import { resultIn } from './expected-result.ts';
import type { Major } from '../projects/fixture-project.ts';

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
    framework: 'vitest',
    version: major,
    totals: { tests: 41, passed: 19, failed: 15, skipped: 5, flaky: 2, timedOut: 2 },
    hasFileErrors: true,
    errors: [errorAt('Error: nobody caught me', 'src/unhandled.test.js', 3)],
  });
}

/** The expected test files, in the order of their names. */
function expectedFiles(): object[] {
  return [
    expectedFile('src/broken.test.js', {
      errors: [
        expect.objectContaining({
          message: expect.stringContaining("Error: Cannot find module './missing.js'"),
          location: { file: 'src/broken.test.js', line: 1, column: 1 },
        }),
      ],
    }),
    expectedFile('src/cart.test.js', { stdout: 'loading the price list\n' }),
    expectedFile('src/empty.test.js', {
      errors: [{ message: expect.stringMatching(/^Error: No test suite found in file /) }],
    }),
    expectedFile('src/hooks.test.js', {
      errors: [
        errorAt('Error: cannot connect', 'src/hooks.test.js', 3),
        errorAt('Error: cannot clean up', 'src/hooks.test.js', 7),
      ],
    }),
    expectedFile('src/odd.test.js'),
    expectedFile('src/unhandled.test.js'),
  ];
}

/** The expected results, in the order of files and lines. */
function expectedResults(major: Major): object[] {
  return [
    ...expectedCart(major),
    ...expectedHooks(major),
    ...expectedOddTests(major),
    resultIn('src/unhandled.test.js')('leaves a rejection behind', 'passed', { line: 2 }),
  ];
}
