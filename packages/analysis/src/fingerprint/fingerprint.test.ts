import { createHash } from 'node:crypto';
import type { TestError } from '@svc/contract/executions/test-errors';
import { expect, it } from 'vitest';
import { computeFingerprint } from './fingerprint.ts';

const STACK = '    at applyDiscount (src/cart.ts:12:5)\n    at src/cart.test.ts:4:1';

const CALL_LOG = `
Call log:
  - Expect "toBeVisible" with timeout 5000ms
  - waiting for getByRole('button', { name: 'Save' })
`;

it.each<[string, TestError, string]>([
  [
    'Vitest',
    { message: 'AssertionError: expected 41.5 to be 42 // Object.is equality', stack: STACK },
    'AssertionError: expected <n> to be <n> · toBe · src/cart.ts applyDiscount',
  ],
  [
    'Vitest with a diff',
    {
      message:
        "AssertionError: expected { a: 1 } to deeply equal { a: 2 }\n\n- Expected\n+ Received\n\n-  'x'",
    },
    'AssertionError: expected <object> to deeply equal <object>',
  ],
  [
    'a time-out of Vitest',
    {
      message:
        'Error: Test timed out in 5000ms.\nIf this is a long-running test, pass a timeout value',
    },
    'Test timed out in <duration>.',
  ],
  [
    'a snapshot of Vitest',
    { message: 'Error: Snapshot `cart > totals 1` mismatched' },
    'Snapshot `cart > totals <n>` mismatched · cart > totals 1',
  ],
  [
    'Jest',
    {
      message:
        'expect(received).not.toBe(expected) // Object.is equality\n\nExpected: not 3\nReceived: undefined',
    },
    'expect(received).not.toBe(expected) Expected: not <n> Received: undefined',
  ],
  [
    'a snapshot of Jest',
    {
      message:
        'expect(received).toMatchSnapshot()\n\nSnapshot name: `cart totals 1`\n\n- Snapshot  - 1\n+ Received  + 1',
    },
    'expect(received).toMatchSnapshot() · cart totals 1',
  ],
  [
    'Playwright',
    {
      message: `Error: expect(locator).toBeVisible() failed\n\nLocator: getByRole('button', { name: 'Save' })\nExpected: visible\nTimeout: 5000ms\nError: element(s) not found\n${CALL_LOG}`,
    },
    "expect(locator).toBeVisible() failed Expected: visible Error: element(s) not found · getByRole('button', { name: 'Save' })",
  ],
  [
    "Playwright's action",
    { message: `TimeoutError: locator.click: Timeout 30000ms exceeded.${CALL_LOG}` },
    "TimeoutError: locator.click: Timeout <duration> exceeded. · getByRole('button', { name: 'Save' })",
  ],
  [
    "Playwright's strict mode",
    {
      message:
        "Error: locator.click: Error: strict mode violation: getByText('age') resolved to 2 elements:\n    1) <b>age</b> aka getByText('age').first()",
    },
    "locator.click: Error: strict mode violation: getByText('age') resolved to <n> elements:",
  ],
  [
    "Node's assert",
    {
      message: 'AssertionError [ERR_ASSERTION]: Expected values to be strictly equal:\n\n1 !== 2\n',
      stack: STACK,
    },
    'AssertionError: Expected values to be strictly equal: <n> !== <n> · src/cart.ts applyDiscount',
  ],
  [
    'pytest',
    {
      message:
        'def test_add():\n>       assert add(1) == 3\nE       AssertionError: assert 2 == 3\nE        +  where 2 = add(1)\n\ntests/test_cart.py:12: AssertionError',
    },
    'AssertionError: assert <n> == <n> + where <n> = add(<n>) · tests/test_cart.py',
  ],
  [
    'JUnit',
    {
      message: 'org.opentest4j.AssertionFailedError: expected: <3> but was: <4>',
      stack: '\tat org.junit.Assert.fail(Assert.java:88)\n\tat shop.CartTest.adds(CartTest.java:9)',
    },
    'AssertionFailedError: expected: <n> but was: <n> · shop/CartTest.java CartTest.adds',
  ],
  [
    'Cypress',
    {
      message:
        'AssertionError: Timed out retrying after 4000ms: Expected to find element: `.row`, but never found it.',
    },
    'AssertionError: Timed out retrying after <duration>: Expected to find element: `.row`, but never found it.',
  ],
  ['a bare class', { message: 'java.lang.NullPointerException' }, 'NullPointerException'],
  [
    'no message',
    { message: '', stack: `RangeError: too deep\n${STACK}` },
    'RangeError: too deep · src/cart.ts applyDiscount',
  ],
  ['nothing', { message: ' \n' }, '(no message)'],
])('tells what failed and where: %s', (_, error, pattern) => {
  expect(computeFingerprint(error).pattern).toBe(pattern);
});

function sha256Hex(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

it('is the first 16 bytes of SHA-256 over class, summary, matcher, locator, file and function', () => {
  const error = { message: 'TypeError: cart is empty', stack: STACK };
  const text = 'fp2:\0TypeError\0cart is empty\0\0\0src/cart.ts\0applyDiscount';
  const expected = `fp2:${sha256Hex(text).slice(0, 32)}`;
  expect(computeFingerprint(error).fingerprint).toBe(expected);
  expect(computeFingerprint(error, { sha256Hex }).fingerprint).toBe(expected);
});

it('is stable: a change of these values requires a new version', () => {
  const errors: TestError[] = [
    { message: 'AssertionError: expected 41.5 to be 42 // Object.is equality', stack: STACK },
    { message: `TimeoutError: locator.click: Timeout 30000ms exceeded.${CALL_LOG}` },
    { message: 'GET http://127.0.0.1:4711/carts/17 failed with status code 503 after 12ms' },
  ];
  expect(errors.map((error) => computeFingerprint(error).fingerprint)).toMatchInlineSnapshot(`
    [
      "fp2:a6ab0928413b026162bfdf9b55f8d4e0",
      "fp2:00df23e12786943f1ee450f227159900",
      "fp2:49a1d19432c79e9e8ced208b6c8c8d2a",
    ]
  `);
});

it.each<[string, TestError, TestError]>([
  [
    'a class that only the stack tells',
    { message: 'TypeError: x is gone', stack: `TypeError: x is gone\n${STACK}` },
    { message: 'x is gone', stack: `TypeError: x is gone\n${STACK}` },
  ],
  ['repeated prefixes', { message: 'x is gone' }, { message: '##[error]Error: Error: x is gone' }],
  ['line ends', { message: 'x is\ngone' }, { message: 'x is\r\ngone' }],
  [
    'colours that lost their escape',
    { message: 'expect(x).toBe(y) failed' },
    { message: '[2mexpect([22m[31mx[39m[2m).[22mtoBe[2m([22my[2m)[22m failed' },
  ],
  [
    'the rest of the stack',
    { message: 'x', stack: STACK },
    { message: 'x', stack: '    at applyDiscount (src/cart.ts:99:1)\n    at other.ts:1:1' },
  ],
  [
    'diff, snippet, values and cause',
    { message: 'x' },
    { message: 'x', diff: 'd', snippet: 's', expected: '1', actual: '2', cause: { message: 'c' } },
  ],
])('does not look at %s', (_, left, right) => {
  expect(computeFingerprint(right)).toEqual(computeFingerprint(left));
});

it('differs by status, code, matcher, locator, kind of value, file and function', () => {
  const failures: TestError[] = [
    { message: 'failed with status code 500' },
    { message: 'failed with status code 404' },
    { message: 'AssertionError: expected 500 to be 200' },
    { message: 'AssertionError: expected 404 to be 200' },
    { message: 'AssertionError: expected 3 to be 4' },
    { message: 'AssertionError: expected undefined to be 4' },
    { message: 'AssertionError: expected null to be 4' },
    { message: 'exited with code 1' },
    { message: 'exited with code 137' },
    { message: 'connect ECONNREFUSED 127.0.0.1:1' },
    { message: 'connect ECONNRESET 127.0.0.1:1' },
    { message: 'error TS2322: no' },
    { message: 'error TS2345: no' },
    { message: 'expect(received).toBe(expected)' },
    { message: 'expect(received).toEqual(expected)' },
    { message: 'expect(received).not.toBe(expected)' },
    { message: "expect(locator).toBeVisible() failed\n\nLocator: locator('#a')" },
    { message: "expect(locator).toBeVisible() failed\n\nLocator: locator('#b')" },
    { message: "expect(locator).toBeVisible() failed\n\nLocator: locator('#b').nth(1)" },
    { message: "locator.click: Timeout 1ms exceeded.\nCall log:\n  - waiting for locator('#a')" },
    { message: "locator.fill: Timeout 1ms exceeded.\nCall log:\n  - waiting for locator('#a')" },
    { message: "Cannot read properties of undefined (reading 'a')" },
    { message: "Cannot read properties of undefined (reading 'b')" },
    { message: 'gone', stack: '    at add (src/a.ts:1:1)' },
    { message: 'gone', stack: '    at add (src/b.ts:1:1)' },
    { message: 'gone', stack: '    at put (src/b.ts:1:1)' },
    { message: 'TypeError: gone' },
    { message: 'RangeError: gone' },
  ];
  const fingerprints = failures.map((failure) => computeFingerprint(failure).fingerprint);
  expect(new Set(fingerprints).size).toBe(failures.length);
});

it('keeps a pattern on one line of 200 characters, including the place of the failure', () => {
  const { pattern } = computeFingerprint({
    message: `TypeError: ${'many words '.repeat(100)}`,
    stack: STACK,
  });
  expect(pattern).toHaveLength(200);
  expect(pattern).toMatch(/^TypeError: many words .*… · src\/cart\.ts applyDiscount$/);
});
