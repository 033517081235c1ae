import { describe, expect, it } from 'vitest';
import { analyze } from '../analyze/analyze.ts';
import type { ExecutionFailure } from './failure.ts';

const HISTORY = {
  test: { runs: 30, failures: 0, flakyRuns: 0 },
  fingerprintFlakyRuns: 0,
  isNewFingerprint: true,
  streak: 1,
};

function failures(count: number, message: string, stack: string): ExecutionFailure[] {
  return Array.from({ length: count }, (_, at) => ({
    id: String(at),
    kind: 'test',
    fingerprint: 'fp2:one',
    title: `pays ${at}`,
    file: 'e2e/pay.spec.ts',
    message,
    stack,
    retryPassed: false,
    history: HISTORY,
  }));
}

function verdictOn(count: number, message: string, stack = '    at e2e/pay.spec.ts:12:5') {
  return analyze({ failures: failures(count, message, stack), ran: 40 })?.verdict;
}

describe('one missing element in nearly all tests', () => {
  it.each([
    "locator.click: Timeout 30000ms exceeded.\nCall log:\n  - waiting for getByRole('button')",
    'expect(locator).toBeVisible() failed\n\nReceived: <element(s) not found>\nTimeout: 5000ms',
    'Timed out retrying after 4000ms: Expected to find element: `.pay`, but never found it.',
    'Unable to find an accessible element with the role "button" and name "Pay"',
    'Unable to find button "Pay"',
    'NoSuchElementError: no such element: Unable to locate element: {"selector":".pay"}',
    'element (".pay") still not displayed after 10000ms',
    'Waiting for selector `.pay` failed: Waiting failed: 30000ms exceeded',
    'The specified selector does not match any element in the DOM tree.',
  ])('is no failure of the machine: %s', (message) => {
    const one = verdictOn(1, message);
    const many = verdictOn(38, message);
    expect(many?.classification).not.toBe('INFRA');
    // The number of tests that use the element is irrelevant.
    expect(many).toMatchObject({
      classification: one?.classification,
      confidence: one?.confidence,
    });
  });

  it('stays one where the message itself names the machine', () => {
    expect(verdictOn(38, 'page.goto: net::ERR_CONNECTION_REFUSED')?.classification).toBe('INFRA');
  });
});

const UNDEFINED = "TypeError: Cannot read properties of undefined (reading 'total')";

describe('an error that product code throws', () => {
  it.each([
    [
      'in its first frame',
      UNDEFINED,
      '    at totalOf (src/cart.ts:12:20)\n    at e2e/pay.spec.ts:8:3',
    ],
    [
      'below a frame of the engine',
      UNDEFINED,
      '    at Array.map (<anonymous>)\n    at totalOf (src/cart.ts:12:20)',
    ],
    [
      'in a bundle',
      UNDEFINED,
      '    at totalOf (http://localhost:3000/assets/index-BkH3pQ9z.js:1:200)',
    ],
    ['with the stack in its message', `${UNDEFINED}\n    at totalOf (src/cart.ts:12:20)`, ''],
    [
      'in Python',
      "AttributeError: 'NoneType' object has no attribute 'total'",
      '  File "tests/test_cart.py", line 8, in test_total\n  File "app/cart.py", line 12, in total',
    ],
  ])('is a real bug and not healable: %s', (_place, message, stack) => {
    for (const count of [1, 38]) {
      const verdict = verdictOn(count, message, stack);
      expect(verdict?.classification).toBe('REAL_BUG');
      expect(verdict?.confidence).toBeGreaterThanOrEqual(0.8);
    }
  });

  it.each([
    [
      'a mock that lacks an export',
      'Error: [vitest] No "total" export is defined on the "./cart" mock',
      'src/cart.ts',
    ],
    ['a helper of the tests', UNDEFINED, 'src/test-utils/render.tsx'],
    ['a set-up file', UNDEFINED, 'vitest.setup.ts'],
    ['a fixture', UNDEFINED, 'src/fixtures/cart.ts'],
  ])('may be healable where the tests are to blame: %s', (_what, message, file) => {
    const verdict = verdictOn(1, message, `    at totalOf (${file}:12:20)`);
    expect(verdict?.classification).toBe('HEALABLE');
  });
});

it('is never surer than 0.9 of HEALABLE or REAL_BUG without the change at hand', () => {
  const stack = '    at totalOf (src/cart.ts:12:20)';
  const without = verdictOn(1, UNDEFINED, stack);
  const change = { failures: failures(1, UNDEFINED, stack), changedFiles: ['src/cart.ts'] };
  expect(without?.confidence).toBeLessThan(0.9);
  expect(analyze(change)?.verdict.confidence).toBeGreaterThan(0.95);
});
