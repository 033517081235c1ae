import { expect, it } from 'vitest';
import { describeCost, describeFlakyTests } from './flaky-sentence.ts';

it('says how many tests are flaky', () => {
  expect(describeFlakyTests(0)).toBe('No test had a flaky run');
  expect(describeFlakyTests(1)).toBe('1 test had a flaky run');
  expect(describeFlakyTests(1_063)).toBe('1,063 tests had a flaky run');
});

it('says what the retries of all of them cost', () => {
  expect(describeCost({ impact: 72_000 })).toBe(
    'Their retries take 1\u00a0m\u00a012\u00a0s a week.',
  );
  expect(describeCost({ impact: 0 })).toBe('');
  expect(describeCost(undefined)).toBe('');
});
