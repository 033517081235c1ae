import { describe, expect, it } from 'vitest';
import type { Failure } from './failure.ts';
import { judgeFailure } from './judge-failure.ts';

// A server's facts about a test that fails for the first time.
const FIRST: Failure['history'] = {
  test: { runs: 60, failures: 0, flakyRuns: 0 },
  fingerprintFlakyRuns: 0,
  isNewFingerprint: true,
  streak: 1,
};

function verdictOn(failure: Partial<Failure> & { message: string }) {
  const { message, stack = ` ❯ src/a.test.ts:8:20` } = failure;
  return judgeFailure({
    title: 'a test',
    file: 'src/a.test.ts',
    retryPassed: null,
    history: FIRST,
    ...failure,
    message,
    stack,
  });
}

function kindsIn(message: string): string[] {
  return verdictOn({ message }).evidence.map(({ kind }) => kind);
}

// Each value is a text of a product, about itself or for its users.
describe.each([
  ["AssertionError: expected 'Disk quota exceeded' to be 'Storage limit reached'"],
  ["AssertionError: expected 'lnit: command not found' to contain 'Did you mean lint?'"],
  ["AssertionError: expected 'Failed to fetch' to be 'You are offline'"],
  ["AssertionError: expected 'Login failed' to be 'Too many attempts'"],
  ['AssertionError: assert 429 == 200\n +  where 429 = <Response [429 Too Many Requests]>.status'],
  ['expect(received).toBe(expected)\n\nExpected: "evicted"\nReceived: "kept"'],
])('the values of an assertion: %s', (message) => {
  it.each([
    ['in the message', {}],
    ['in a stack that begins with the message', { stack: `${message}\n    at src/a.test.ts:8:20` }],
    ['in the log of the job', { log: `FAIL src/a.test.ts\n${message}\n` }],
  ])('are no signs of the machine, %s', (_, rest) => {
    const { classification, evidence } = verdictOn({ message, ...rest });
    expect(classification).not.toBe('INFRA');
    expect(evidence.filter(({ kind }) => kind.startsWith('infra.'))).toEqual([]);
  });
});

it.each([
  [
    "AssertionError: expected 'The plan is deprecated' to be 'The plan is active'",
    'heal.deprecated',
  ],
  ["AssertionError: expected 'unexpected call' to be 'no call'", 'heal.mock'],
  ["AssertionError: expected 'it has expired' to be 'it is valid'", 'heal.expired'],
  ["AssertionError: expected 'in 3 days' to be 'in 2 days'", 'heal.moment'],
  ["AssertionError: expected 'at 12:30' to be 'at 12:45'", 'heal.moment'],
  ["assert '1.5' == '1,5'", 'heal.platform'],
])('takes values for no sign of the test: %s', (message, kind) => {
  expect(kindsIn(message)).not.toContain(kind);
});

describe.each([
  ['Invalid credentials', 'at signIn (src/auth/sign-in.ts:31:11)'],
  ['Token expired', 'at verify (src/session.ts:31:11)'],
  ['Permission denied', 'at requireRole (src/roles.ts:8:9)'],
])('the words of an error that the product throws: %s', (words, stack) => {
  it('are no signs of the machine', () => {
    const { classification, evidence } = verdictOn({ message: `Error: ${words}`, stack });
    expect(classification).not.toBe('INFRA');
    expect(evidence.filter(({ kind }) => kind.startsWith('infra.'))).toEqual([]);
  });

  it('are some where nothing says who threw it', () => {
    const { evidence } = verdictOn({ message: `npm ERR! ${words}: EACCES`, stack: '' });
    expect(evidence.some(({ kind }) => kind.startsWith('infra.'))).toBe(true);
  });
});

it('takes an element that shows another value for no fault of its locator', () => {
  const { classification, evidence } = verdictOn({
    file: 'e2e/cart.spec.ts',
    message: `Error: expect(locator).toHaveText(expected) failed

Locator:  getByTestId('total')
Expected: "90.00"
Received: "100.00"

Call log:
  - waiting for getByTestId('total')
    14 × locator resolved to <span>100.00</span>`,
    stack: 'at e2e/cart.spec.ts:9:9',
  });
  expect(evidence.map(({ kind }) => kind)).not.toContain('heal.locator');
  expect(evidence.map(({ kind }) => kind)).toContain('bug.shown-value');
  expect(classification).toBe('REAL_BUG');
});

it.each([
  ['Error: connect ECONNREFUSED 127.0.0.1:6379'],
  ["AssertionError: expected '2026-03-01' to be '2026-02-28'"],
])('calls nothing HEALABLE without a sign of the test: %s', (message) => {
  expect(verdictOn({ message, retryPassed: false, history: undefined }).classification).not.toBe(
    'HEALABLE',
  );
});

it('reads moments that differ by a time zone', () => {
  const hours = "AssertionError: expected '2026-03-01T10:00:00' to be '2026-03-01T12:00:00'";
  expect(kindsIn(hours)).toContain('heal.moment');
  expect(kindsIn("AssertionError: expected '2026-03-01' to be '2026-02-28'")).not.toContain(
    'heal.moment',
  );
});

it("quotes a line of a diff, and not the diff's legend", () => {
  const message =
    'expected objects to match\n\n- Expected\n+ Received\n\n- rate: 90,\n+ rate: 100,';
  const diff = verdictOn({ message }).evidence.find(({ kind }) => kind === 'bug.diff');
  expect(diff?.quote).toBe('- rate: 90, + rate: 100,');
});

it('lets what fails each time be the fault of the test', () => {
  const message =
    'Error: expect(page).toHaveScreenshot(expected) failed\n\n  2000 pixels (ratio 0.21)';
  const history = {
    test: { runs: 60, failures: 3, flakyRuns: 0 },
    fingerprintFlakyRuns: 0,
    fingerprintFailures: 3,
    isNewFingerprint: false,
    streak: 4,
    sinceCommit: '3f9c1ab',
  };
  expect(verdictOn({ message, history }).classification).toBe('HEALABLE');
});

describe('a test that was flaky before', () => {
  const test = { runs: 60, failures: 9, flakyRuns: 8 };
  const message = 'TimeoutError: waiting for the stream timed out after 5000 ms';

  it('has no known flake where retries failed and nobody knows its failures', () => {
    const verdict = verdictOn({ message, retryPassed: false, history: { test } });
    expect(verdict.classification).not.toBe('KNOWN_FLAKE');
  });

  it('may have one that nothing proves, for a person to look at', () => {
    const verdict = verdictOn({ message, history: { test } });
    expect(verdict).toMatchObject({ classification: 'KNOWN_FLAKE', needsHuman: true });
  });
});

describe('a change to the code that failed', () => {
  const flaky = { test: { runs: 60, failures: 9, flakyRuns: 8 }, fingerprintFlakyRuns: 6 };
  const message = "TypeError: Cannot read properties of undefined (reading 'rate')";

  it.each([
    [
      'below an unknown root',
      'at total (/srv/ci/7/acme-shop/billing/total.ts:3:9)',
      'billing/total.ts',
    ],
    ['of vendors', 'at total (src/vendor/total.ts:3:9)', 'src/vendor/total.ts'],
    ['in a folder like one of tests', 'at total (src/spec/total.ts:3:9)', 'src/spec/total.ts'],
    [
      'of Java',
      '\tat com.acme.shop.Cart.total(Cart.java:41)',
      'src/main/java/com/acme/shop/Cart.java',
    ],
  ])('allows no known flake, also %s', (_, stack, changed) => {
    const changedFiles = new Set([changed]);
    const verdict = verdictOn({ message, stack, history: flaky, changedFiles });
    expect(verdict.classification).toBe('REAL_BUG');
    expect(verdict.evidence.map(({ kind }) => kind)).toContain('changes.product');
  });

  it.each(['HEALABLE', 'INFRA', 'KNOWN_FLAKE'])('outdates the correction %s', (corrected) => {
    const verdict = verdictOn({
      message,
      stack: 'at total (src/total.ts:3:9)',
      history: { ...FIRST, corrections: { [corrected]: 1 } },
      changedFiles: new Set(['src/total.ts']),
    });
    expect(verdict.classification).toBe('REAL_BUG');
  });
});

it('keeps a proved flake whose message speaks of a server', () => {
  const verdict = verdictOn({
    message: 'Error: Timed out 5000ms waiting for response from server',
    retryPassed: true,
    history: { test: { runs: 60, failures: 5, flakyRuns: 4 }, fingerprintFlakyRuns: 4 },
  });
  expect(verdict.classification).toBe('KNOWN_FLAKE');
});

it('blames no step of set-up for an error of the code', () => {
  const shape = { failedSetUp: 'Start application' };
  const crash = "TypeError: Cannot read properties of undefined (reading 'port')";
  expect(verdictOn({ message: crash, history: undefined, shape }).classification).not.toBe('INFRA');
  const fetch = 'npm ERR! code E403';
  const verdict = verdictOn({ message: fetch, stack: '', history: undefined, shape });
  expect(verdict.classification).toBe('INFRA');
  expect(verdict.confidence).toBeGreaterThanOrEqual(0.95);
});
