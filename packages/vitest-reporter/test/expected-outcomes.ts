import { expect } from 'vitest';
import { errorAt } from '@svc/reporter-core/test/expected-error.ts';
import { expectedOddTests } from './expected-odd-tests.ts';
import { expectedCart } from './expected-cart.ts';
import { expectedHooks } from './expected-hooks.ts';
import { resultIn } from './expected-result.ts';
import type { Major } from './fixture-project.ts';

/** The execution that the outcome project becomes on the server at `url`. */
export function expectedExecution(major: Major, url: string): object {
  return {
    key: 'a UUID',
    number: 1,
    project: 'default',
    name: null,
    framework: 'vitest',
    frameworkVersion: expect.stringMatching(new RegExp(`^${major}\\.`)),
    reporter: { name: '@svc/vitest-reporter', version: '0.1.0' },
    status: 'failed',
    startedAt: 'a time',
    finishedAt: 'a time',
    durationMs: 'a duration',
    totals: {
      tests: 41,
      passed: 19,
      failed: 15,
      skipped: 5,
      flaky: 2,
      timedOut: 2,
      interrupted: 0,
    },
    git: {},
    ci: {},
    environment: {
      name: 'local',
      os: process.platform,
      arch: process.arch,
      runtime: `node ${process.versions.node}`,
    },
    tags: [],
    shards: { expected: 1, received: 1 },
    partial: [],
    resultsExpiredAt: null,
    url: `${url}/executions/a UUID`,
    errors: [errorAt('Error: nobody caught me', 'src/unhandled.test.js', 3)],
    artifacts: [],
  };
}

/** Its test files, in the order of their names. */
export function expectedFiles(): object[] {
  return [
    fileOf('src/broken.test.js', {
      errors: [
        expect.objectContaining({
          message: expect.stringContaining("Error: Cannot find module './missing.js'"),
          location: { file: 'src/broken.test.js', line: 1, column: 1 },
        }),
      ],
    }),
    fileOf('src/cart.test.js', { stdout: 'loading the price list\n' }),
    fileOf('src/empty.test.js', {
      errors: [{ message: expect.stringMatching(/^Error: No test suite found in file /) }],
    }),
    fileOf('src/hooks.test.js', {
      errors: [
        errorAt('Error: cannot connect', 'src/hooks.test.js', 3),
        errorAt('Error: cannot clean up', 'src/hooks.test.js', 7),
      ],
    }),
    fileOf('src/odd.test.js'),
    fileOf('src/unhandled.test.js'),
  ];
}

/** What its tests become, in the order of their files and lines. */
export function expectedResults(major: Major): object[] {
  return [
    ...expectedCart(major),
    ...expectedHooks(major),
    ...expectedOddTests(major),
    resultIn('src/unhandled.test.js')('leaves a rejection behind', 'passed', { line: 2 }),
  ];
}

function fileOf(file: string, more: object = {}): object {
  return {
    file,
    variant: null,
    durationMs: 'a duration',
    errors: [],
    stdout: null,
    stderr: null,
    ...more,
  };
}
