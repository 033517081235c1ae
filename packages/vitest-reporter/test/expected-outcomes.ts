import { expect } from 'vitest';
import { errorAt } from '@svc/reporter-core/test/expected-error.ts';
import type { Major } from './fixture-project.ts';

/** What the tests of the outcome project become, in the order of their files and lines. */
export function expectedResults(major: Major): object[] {
  const attempt = attemptOf(major);
  const reconstructed = major === '5' ? {} : { annotations: [RECONSTRUCTED] };
  return [
    cart(6, ['cart', 'adds up'], 'passed'),
    cart(7, ['cart', 'keeps the discount'], 'failed', {
      attempts: [
        attempt('failed', {
          errors: [
            {
              ...at('AssertionError: expected { total: 90 } to deeply equal { total: 100 }', 10),
              diff: '- Expected\n+ Received\n\n  {\n-   "total": 100,\n+   "total": 90,\n  }',
              expected: `${major === '3' ? 'Object ' : ''}{\n  "total": 100,\n}`,
              actual: `${major === '3' ? 'Object ' : ''}{\n  "total": 90,\n}`,
            },
          ],
          stdout: 'total 90\n',
          stderr: 'warning: rounding\n',
        }),
      ],
    }),
    cart(13, ['cart', 'check > out', 'tells the cause'], 'failed', {
      attempts: [
        attempt('failed', {
          errors: [
            {
              ...at('TypeError: checkout failed', 14),
              cause: at('Error: price is undefined', 14),
            },
          ],
        }),
      ],
    }),
    cart(16, ['cart', 'check > out', 'takes 1 items'], 'passed'),
    cart(16, ['cart', 'check > out', 'takes 2 items'], 'passed'),
    cart(18, ['cart', 'passes the second time'], 'passed', {
      attempts: [
        attempt('failed', {
          errors: [at('Error: not yet', 22)],
          // Vitest before 5.1 does not tell the attempts' times, so all output goes with the last.
          ...(major === '5' && { stdout: 'try 1\n' }),
        }),
        attempt('passed', { errors: [], stdout: major === '5' ? 'try 2\n' : 'try 1\ntry 2\n' }),
      ],
      ...reconstructed,
    }),
    cart(24, ['cart', 'never passes'], 'failed', {
      attempts: [
        attempt('failed', { errors: [at('Error: attempt 1', 24)] }),
        attempt('failed', { errors: [at('Error: attempt 2', 24)] }),
      ],
      ...reconstructed,
    }),
    cart(25, ['cart', 'takes too long'], 'timedOut', {
      attempts: [
        attempt('timedOut', {
          errors: [
            expect.objectContaining({
              message: expect.stringMatching(/^Test timed out in 30ms\./),
              location: { file: 'src/cart.test.js', line: 25, column: expect.any(Number) },
            }),
          ],
        }),
      ],
    }),
    cart(26, ['cart', 'twice'], 'passed'),
    cart(27, ['cart', 'twice'], 'passed'),
    cart(29, ['is skipped'], 'skipped', { annotations: [{ type: 'skip' }] }),
    cart(30, ['is to do'], 'skipped', { annotations: [{ type: 'todo' }] }),
    cart(31, ['skips itself'], 'skipped', {
      annotations: [{ type: 'skip', description: 'no network here' }],
    }),
    cart(32, ['is known to fail'], 'passed', { expectedFailure: true }),
    cart(33, ['was known to fail'], 'failed', {
      expectedFailure: true,
      attempts: [attempt('failed', { errors: [{ message: 'Error: Expect test to fail' }] })],
    }),
    cart(34, ['throws no error'], 'failed', {
      attempts: [attempt('failed', { errors: [{ message: 'just a text' }] })],
    }),
    cart(35, ['annotates'], 'passed', {
      annotations: [{ type: 'owner', description: '@example/cart' }],
      owner: '@example/cart',
    }),
    hooks(4, ['database', 'reads'], 'skipped', {
      annotations: [{ type: 'did-not-run', description: 'cannot connect' }],
    }),
    hooks(8, ['files', 'writes'], 'passed'),
    hooks(9, ['files', 'skips itself'], 'skipped', { annotations: [{ type: 'skip' }] }),
    { ...cart(2, ['leaves a rejection behind'], 'passed'), file: 'src/unhandled.test.js' },
  ];
}

/** An attempt's beginning is known from Vitest 5.1 on. */
function attemptOf(major: Major): (status: string, more: object) => object {
  return (status, more) => ({
    status,
    durationMs: 'a duration',
    ...(major === '5' && { startedAt: 'a time' }),
    ...more,
  });
}

const RECONSTRUCTED = {
  type: 'attempts-reconstructed',
  description:
    'Before 5.1 Vitest tells how often a test was tried, but not the time of each attempt',
};

function cart(line: number, titlePath: string[], status: string, more: object = {}): object {
  return {
    titlePath,
    file: 'src/cart.test.js',
    line,
    column: expect.any(Number),
    status,
    durationMs: 'a duration',
    // What never began has no beginning.
    ...(status !== 'skipped' && { startedAt: 'a time' }),
    ...more,
  };
}

function hooks(line: number, titlePath: string[], status: string, more: object = {}): object {
  return { ...cart(line, titlePath, status, more), file: 'src/hooks.test.js' };
}

function at(message: string, line: number): object {
  return errorAt(message, 'src/cart.test.js', line);
}
