import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Failure } from './failure.ts';
import { judgeFailure } from './judge-failure.ts';

const STABLE = { test: { runs: 40, failures: 0, flakyRuns: 0 } };

const crash: Failure = {
  title: 'cart › keeps the discount',
  file: 'src/cart.test.ts',
  message: "TypeError: Cannot read properties of undefined (reading 'rate')",
  stack: `TypeError: Cannot read properties of undefined (reading 'rate')
    at applyDiscount (src/cart.ts:41:9)
    at src/cart.test.ts:12:5`,
};

const lateToast: Failure = {
  title: 'search › suggests while one types',
  file: 'e2e/search.spec.ts',
  message: `TimeoutError: locator.click: Timeout 5000ms exceeded.
Call log:
  - waiting for getByRole('option', { name: 'Oslo' })
  - element was detached from the DOM, retrying`,
  stack: 'at e2e/search.spec.ts:31:7',
};

describe('the class of a failure', () => {
  it.each<[string, Failure, string]>([
    [
      'an error thrown in product code',
      { ...crash, retryPassed: false, history: STABLE },
      'REAL_BUG',
    ],
    [
      'a package that could not be fetched',
      {
        title: 'Install dependencies',
        message:
          'npm ERR! code EAI_AGAIN\nnpm ERR! request to https://registry.example/left failed',
      },
      'INFRA',
    ],
    [
      'a locator that finds two elements',
      {
        title: 'invites a member',
        file: 'e2e/members.spec.ts',
        message: `Error: strict mode violation: getByRole('button', { name: 'Invite' }) resolved to 2 elements:
    1) <button>Invite</button> aka getByRole('button', { name: 'Invite', exact: true })`,
        retryPassed: false,
        history: STABLE,
      },
      'HEALABLE',
    ],
    [
      'a failure that passed when it ran again, as it did before',
      {
        ...lateToast,
        retryPassed: true,
        history: { test: { runs: 60, failures: 7, flakyRuns: 6 }, fingerprintFlakyRuns: 5 },
      },
      'KNOWN_FLAKE',
    ],
  ])('is right for %s', (_, failure, classification) => {
    const verdict = judgeFailure(failure);
    expect(verdict.classification).toBe(classification);
    expect(verdict.confidence).toBeGreaterThan(0.6);
    expect(verdict.needsHuman).toBe(false);
    expect(verdict.evidence[0]).toMatchObject({ supports: classification });
    expect(verdict.evidence[0]?.weight).toBeGreaterThan(0);
  });
});

describe('a known flake', () => {
  const flaky = { test: { runs: 60, failures: 9, flakyRuns: 8 } };

  it.each<[string, Partial<Failure>]>([
    [
      'has a fingerprint that is new, and no retry passed',
      {
        retryPassed: false,
        history: { ...flaky, fingerprintFlakyRuns: 0, isNewFingerprint: true },
      },
    ],
    [
      'has a fingerprint that was never flaky',
      { retryPassed: false, history: { ...flaky, fingerprintFlakyRuns: 0 } },
    ],
    [
      'fails together with nearly all tests',
      {
        retryPassed: true,
        history: { ...flaky, fingerprintFlakyRuns: 5 },
        shape: { ran: 30, failed: 29, sameFingerprint: 29 },
      },
    ],
    [
      'has changed product code in its stack',
      {
        retryPassed: false,
        stack: 'at suggest (src/search.ts:9:3)\nat e2e/search.spec.ts:31:7',
        history: { ...flaky, fingerprintFlakyRuns: 5 },
        changedFiles: new Set(['src/search.ts']),
      },
    ],
    ['failed for the first time', { history: STABLE }],
  ])('is none that %s', (_, rest) => {
    expect(judgeFailure({ ...lateToast, ...rest }).classification).not.toBe('KNOWN_FLAKE');
  });
});

describe('corrections', () => {
  it('is followed for the same fingerprint, and is the first piece of evidence', () => {
    const verdict = judgeFailure({
      ...crash,
      history: { ...STABLE, corrections: { HEALABLE: 2 } },
    });
    expect(verdict).toMatchObject({ classification: 'HEALABLE', confidence: 0.95 });
    expect(verdict.evidence[0]).toMatchObject({ kind: 'feedback', quote: '2 said HEALABLE' });
  });

  it('hides nothing when people disagree', () => {
    const corrections = { KNOWN_FLAKE: 1, REAL_BUG: 1 };
    expect(judgeFailure({ ...lateToast, history: { corrections } }).classification).toBe(
      'REAL_BUG',
    );
  });

  it('opens no known flake where nearly all tests fail', () => {
    const shape = { ran: 30, failed: 30 };
    const history = { corrections: { KNOWN_FLAKE: 3 } };
    const verdict = judgeFailure({ ...lateToast, shape, history });
    expect(verdict.classification).not.toBe('KNOWN_FLAKE');
    expect(verdict.evidence[0]?.weight).toBeLessThan(0);
  });
});

describe('a failure without any evidence', () => {
  it.each(['', 'expected', 'expected '.repeat(1_000), '\u0000\u0001\u0002', '�'.repeat(50)])(
    'is a real bug that a person should look at: %j',
    (message) => {
      const verdict = judgeFailure({ title: '', message });
      expect(verdict).toMatchObject({ classification: 'REAL_BUG', needsHuman: true });
      expect(verdict.confidence).toBeLessThan(0.6);
      expect(verdict.confidence).toBeGreaterThan(0.15);
      expect(verdict.evidence).toHaveLength(1);
    },
  );
});

it('gives a verdict with evidence on any text, and the same one each time', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.option(fc.boolean()),
      (message, stack, retryPassed) => {
        const failure = { title: 'a test', message, stack, retryPassed };
        const verdict = judgeFailure(failure);
        expect(verdict.evidence.length).toBeGreaterThan(0);
        expect(verdict.confidence).toBeGreaterThanOrEqual(0);
        expect(verdict.confidence).toBeLessThanOrEqual(1);
        expect(verdict.runnerUp.classification).not.toBe(verdict.classification);
        expect(judgeFailure(failure)).toEqual(verdict);
      },
    ),
  );
});

it('quotes words of its input', () => {
  const { evidence } = judgeFailure({ ...crash, retryPassed: false });
  const texts = `${crash.message} ${crash.stack}`.replaceAll(/\s+/g, ' ');
  for (const { source, quote } of evidence) {
    if (source === 'message' || source === 'stack') expect(texts).toContain(quote);
  }
  expect(evidence.map(({ kind }) => kind)).toContain('bug.product-frame');
});

it('reads the framework’s name as no evidence', () => {
  const [one, other] = ['vitest', 'playwright'].map((name) =>
    judgeFailure({ ...crash, message: `${crash.message} (${name})` }),
  );
  expect(one?.confidence).toBe(other?.confidence);
});

it.each([
  ['src/a.ts(1,7): error TS2322: Type string is not assignable to type number', false],
  ['AssertionError: expected 90 to be 100', false],
  ['it did not work', true],
])('follows a failed set-up, but not over the code: %s', (message, isFollowed) => {
  const failure = { title: 'prepare', message, shape: { failedSetUp: 'npm ci' } };
  const { classification, confidence } = judgeFailure(failure);
  expect(classification === 'INFRA' && confidence >= 0.95).toBe(isFollowed);
});
