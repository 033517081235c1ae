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
import type { Version } from './fixture-project.ts';

/** The expected execution of the outcome project on the server at `url`. */
export function expectedOutcomes(version: Version, url: string): SteadyExecution {
  return {
    execution: expectedRun(version, url),
    files: expectedFiles(),
    results: expectedResults(version),
  };
}

function expectedRun(version: Version, url: string): object {
  return expectedExecution(url, {
    framework: 'playwright',
    version,
    totals: { tests: 30, passed: 11, failed: 13, skipped: 5, flaky: 2, timedOut: 1 },
    errors: [errorAt('Error: cannot stop the shop', 'teardown.js', 1)],
  });
}

function expectedFiles(): object[] {
  return [
    file('blocked'),
    file('cart'),
    file('marks'),
    file('retries'),
    file('titles'),
    file('titles', 'phone'),
  ];
}

/** The expected results of the outcome project, in the order of files and lines. */
function expectedResults(version: Version): object[] {
  return [
    ...blockedResults(version),
    ...cartResults(version),
    ...markedResults(),
    ...retriedResults(version),
    ...inFile('titles', [
      passed(2, ['has the same title in both projects']),
      { ...passed(2, ['has the same title in both projects']), variant: 'phone' },
    ]),
  ];
}

function blockedResults(version: Version): object[] {
  const serial = serialMark(version);
  return inFile('blocked', [
    failed(4, ['database', 'reads'], blockedAt('Error: cannot connect', 3)),
    didNotRun(5, ['database', 'writes'], "'reads' failed: Error: cannot connect"),
    failed(9, ['files', 'opens'], blockedAt('Error: cannot clean up', 8)),
    {
      ...failed(13, ['in series', 'logs in'], blockedAt('Error: wrong password', 13)),
      ...marks(serial),
    },
    didNotRun(14, ['in series', 'buys tea'], "'logs in' failed: Error: wrong password", serial),
    failed(16, ['ends its worker'], {
      message: 'Error: worker process exited unexpectedly (code=7, signal=null)',
    }),
    passed(17, ['goes on in another']),
  ]);
}

function cartResults(version: Version): object[] {
  // Playwright 1.40 does not report the class of these errors.
  const softly = version === '1.40' ? '' : 'Error: ';
  return inFile('cart', [
    passed(3, ['cart', 'adds up']),
    result(4, ['cart', 'keeps the discount'], 'failed', [
      {
        ...failure({
          ...cartAt('Error: expect(received).toEqual(expected) // deep equality', 8),
          diff: '- Expected  - 1\n+ Received  + 1\n\n  Object {\n-   "total": 100,\n+   "total": 90,\n  }',
          expected: 'Object {\n  "total": 100,\n}',
          actual: 'Object {\n  "total": 90,\n}',
        }),
        stdout: '\u001b[32mtotal 90\u001b[39m\ngrößer\n',
        stderr: 'warning: rounding\n',
      },
    ]),
    failed(11, ['cart', 'check › out', 'tells the cause'], {
      ...cartAt('TypeError: checkout failed', 12),
      // Playwright reports causes since 1.49.
      ...(version !== '1.40' && { cause: cartAt('Error: price is undefined', 12) }),
    }),
    failed(
      15,
      ['cart', 'fails softly'],
      cartAt(
        `${softly}one line\n\nexpect(received).toBe(expected) // Object.is equality\n\nExpected: 2\nReceived: 1`,
        16,
      ),
      {
        ...cartAt(
          `${softly}expect(received).toContain(expected) // indexOf\n\nExpected substring: "x"\nReceived string:    "tea"`,
          17,
        ),
        expected: '"x"',
        actual: '"tea"',
      },
      cartAt('Error: and for good', 18),
    ),
    result(20, ['cart', 'walks in steps'], 'failed', [
      { ...failure(cartAt('Error: it is stuck', 23)), steps: expectedSteps(version) },
    ]),
    result(26, ['cart', 'takes too long'], 'timedOut', [
      { ...failure({ message: 'Test timeout of 200ms exceeded.' }), status: 'timedOut' },
    ]),
    failed(27, ['cart', 'throws a text'], { message: "'just a text'" }),
    failed(28, ['cart', 'throws a thing'], { message: '{ code: 7 }' }),
    failed(29, ['cart', 'leaves a rejection behind'], cartAt('Error: nobody caught me', 30)),
  ]);
}

function markedResults(): object[] {
  return inFile('marks', [
    skipped(2, ['is skipped'], { type: 'skip' }),
    skipped(3, ['is to be mended'], { type: 'fixme' }),
    skipped(4, ['skips itself'], { type: 'skip', description: 'no network here' }),
    {
      ...result(5, ['is known to fail'], 'passed', [
        attempt('passed', [
          {
            ...errorAt(
              'Error: expect(received).toBe(expected) // Object.is equality\n\nExpected: 2\nReceived: 1',
              'tests/marks.spec.js',
              5,
            ),
            expected: '2',
            actual: '1',
          },
        ]),
      ]),
      ...marks([{ type: 'fail', description: 'issue 12' }]),
      expectedFailure: true,
    },
    {
      ...failed(6, ['was known to fail'], { message: 'Expected to fail (issue 13), but passed.' }),
      ...marks([{ type: 'fail', description: 'issue 13' }]),
      expectedFailure: true,
    },
    {
      ...passed(7, ['is slow and owned']),
      ...marks([{ type: 'slow' }, { type: 'owner', description: '@example/cart' }]),
      owner: '@example/cart',
    },
    { ...passed(11, ['till @smoke', 'opens @fast']), tags: ['smoke', 'fast'] },
  ]);
}

function retriedResults(version: Version): object[] {
  const serial = marks(serialMark(version));
  return inFile('retries', [
    {
      ...result(3, ['passes the second time'], 'passed', [
        { ...failure(retriedAt('Error: not yet', 5)), stdout: 'try 0\n' },
        { ...attempt('passed'), stdout: 'try 1\n' },
      ]),
      flaky: true,
      retries: 1,
    },
    {
      ...result(7, ['never passes'], 'failed', [
        failure(retriedAt('Error: attempt 0', 7)),
        failure(retriedAt('Error: attempt 1', 7)),
      ]),
      retries: 1,
    },
    // The whole group is repeated.
    {
      ...result(10, ['in series', 'first'], 'passed', [attempt('passed'), attempt('passed')]),
      retries: 1,
      ...serial,
    },
    {
      ...result(11, ['in series', 'second'], 'passed', [
        failure(retriedAt('Error: tripped', 11)),
        attempt('passed'),
      ]),
      flaky: true,
      retries: 1,
      ...serial,
    },
    {
      ...result(12, ['in series', 'third'], 'passed', [attempt('skipped'), attempt('passed')]),
      retries: 1,
      ...serial,
    },
  ]);
}

/** Since 1.65, Playwright annotates the tests of such groups itself. */
function serialMark(version: Version): object[] {
  return version === '1.65' ? [{ type: 'serial' }] : [];
}

function expectedSteps(version: Version): object[] {
  const [column, innerColumn] = version === '1.65' ? [5, 7] : [16, 18];
  const assertion = version === '1.65' ? 'Expect "toBe"' : 'expect.toBe';
  return [
    step('Before Hooks', 'hook'),
    {
      ...step('open the door', 'test.step', { line: 21, column }),
      error: { message: 'Error: it is stuck' },
      steps: [
        {
          ...step('turn the key', 'test.step', { line: 22, column: innerColumn }),
          steps: [step(assertion, 'expect', { line: 22, column: 63 })],
        },
      ],
    },
    step('After Hooks', 'hook'),
    ...(version === '1.40' ? [] : [step('Worker Cleanup', 'hook')]),
  ];
}

function step(title: string, category: string, place?: { line: number; column: number }): object {
  return {
    title,
    category,
    durationMs: expect.any(Number),
    startedAt: expect.stringMatching(/^\d{4}-.*Z$/),
    ...(place && { location: { file: 'tests/cart.spec.js', ...place } }),
  };
}

function file(name: string, variant = 'desk'): object {
  return expectedFile(`tests/${name}.spec.js`, { variant });
}

function inFile(name: string, results: object[]): object[] {
  return results.map((each) => ({
    ...each,
    file: `tests/${name}.spec.js`,
    variant: 'variant' in each && each.variant !== null ? each.variant : 'desk',
  }));
}

function passed(line: number, titlePath: string[]): object {
  return result(line, titlePath, 'passed', [attempt('passed')]);
}

function failed(line: number, titlePath: string[], ...errors: object[]): object {
  return result(line, titlePath, 'failed', [failure(...errors)]);
}

/** A failed attempt. Only failed attempts have steps, and this step is always the first. */
function failure(...errors: object[]): object {
  const first: unknown = expect.objectContaining({ title: 'Before Hooks', category: 'hook' });
  return { ...attempt('failed', errors), steps: expect.arrayContaining([first]) };
}

function skipped(line: number, titlePath: string[], ...annotations: object[]): object {
  const never = result(line, titlePath, 'skipped', [noAttempt()]);
  return { ...never, startedAt: null, annotations };
}

function didNotRun(
  line: number,
  titlePath: string[],
  description: string,
  others: object[] = [],
): object {
  return skipped(line, titlePath, { type: 'did-not-run', description }, ...others);
}

function marks(annotations: object[]): { annotations: object[] } {
  return { annotations };
}

function blockedAt(message: string, line: number): object {
  return errorAt(message, 'tests/blocked.spec.js', line);
}

function cartAt(message: string, line: number): object {
  return errorAt(message, 'tests/cart.spec.js', line);
}

function retriedAt(message: string, line: number): object {
  return errorAt(message, 'tests/retries.spec.js', line);
}
