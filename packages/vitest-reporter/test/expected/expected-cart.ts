import { errorAt } from '@svc/reporter-core/test/expected/expected-result.ts';
import { attemptsOf, reconstructed, resultIn, timeOutAt } from './expected-result.ts';
import type { Major } from '../projects/fixture-project.ts';

const FILE = 'src/cart.test.js';

/** The expected results of the cart's tests, in the order of their lines. */
export function expectedCart(major: Major): object[] {
  const cart = resultIn(FILE);
  const attempts = attemptsOf(major);
  const pieced = { annotations: reconstructed(major) };
  return [
    cart('cart › adds up', 'passed', { line: 6 }),
    cart('cart › keeps the discount', 'failed', { line: 7, attempts: discount(major) }),
    cart('cart › check > out › tells the cause', 'failed', {
      line: 13,
      attempts: attempts([
        'failed',
        {
          errors: [
            {
              ...at('TypeError: checkout failed', 14),
              cause: at('Error: price is undefined', 14),
            },
          ],
        },
      ]),
    }),
    cart('cart › check > out › takes 1 items', 'passed', { line: 16 }),
    cart('cart › check > out › takes 2 items', 'passed', { line: 16 }),
    cart('cart › passes the second time', 'passed', {
      line: 18,
      flaky: true,
      ...pieced,
      attempts: attempts(
        // Vitest before 5.1 does not report the times of attempts, so the last attempt has all output.
        ['failed', { errors: [at('Error: not yet', 22)], ...(major === '5' && TRY_1) }],
        ['passed', { stdout: major === '5' ? 'try 2\n' : 'try 1\ntry 2\n' }],
      ),
    }),
    cart('cart › never passes', 'failed', {
      line: 24,
      ...pieced,
      attempts: attempts(
        ['failed', { errors: [at('Error: attempt 1', 24)] }],
        ['failed', { errors: [at('Error: attempt 2', 24)] }],
      ),
    }),
    cart('cart › takes too long', 'timedOut', {
      line: 25,
      attempts: attempts(['timedOut', { errors: [timeOutAt('Test', FILE, 25)] }]),
    }),
    // Two calls can have defined these tests, so neither has a line.
    cart('cart › twice', 'passed', { line: null }),
    cart('cart › twice', 'passed', { line: null }),
    cart('is skipped', 'skipped', { line: 29, annotations: [{ type: 'skip' }] }),
    cart('is to do', 'skipped', { line: 30, annotations: [{ type: 'todo' }] }),
    cart('skips itself', 'skipped', {
      line: 31,
      annotations: [{ type: 'skip', description: 'no network here' }],
    }),
    cart('is known to fail', 'passed', { line: 32, expectedFailure: true }),
    cart('was known to fail', 'failed', {
      line: 33,
      expectedFailure: true,
      attempts: attempts(['failed', { errors: [{ message: 'Error: Expect test to fail' }] }]),
    }),
    cart('throws no error', 'failed', {
      line: 34,
      attempts: attempts(['failed', { errors: [{ message: 'just a text' }] }]),
    }),
    cart('annotates', 'passed', {
      line: 35,
      annotations: [{ type: 'owner', description: '@example/cart' }],
      owner: '@example/cart',
    }),
  ];
}

const TRY_1 = { stdout: 'try 1\n' };

function discount(major: Major): object[] {
  const type = major === '3' ? 'Object ' : '';
  const error = {
    ...at('AssertionError: expected { total: 90 } to deeply equal { total: 100 }', 10),
    diff: '- Expected\n+ Received\n\n  {\n-   "total": 100,\n+   "total": 90,\n  }',
    expected: `${type}{\n  "total": 100,\n}`,
    actual: `${type}{\n  "total": 90,\n}`,
  };
  const output = { stdout: 'total 90\n', stderr: 'warning: rounding\n' };
  return attemptsOf(major)(['failed', { errors: [error], ...output }]);
}

function at(message: string, line: number): object {
  return errorAt(message, FILE, line);
}
