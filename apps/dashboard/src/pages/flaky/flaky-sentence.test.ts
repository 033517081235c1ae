import { expect, it } from 'vitest';
import { costSentence, flakySentence } from './flaky-sentence.ts';

it('says how many tests are flaky', () => {
  expect(flakySentence(0)).toBe('No test had a flaky run');
  expect(flakySentence(1)).toBe('1 test had a flaky run');
  expect(flakySentence(1_063)).toBe('1,063 tests had a flaky run');
});

it('says what the retries of all of them cost', () => {
  expect(costSentence({ impact: 72_000 })).toBe(
    'Their retries take 1\u00a0m\u00a012\u00a0s a week.',
  );
  expect(costSentence({ impact: 0 })).toBe('');
  expect(costSentence(undefined)).toBe('');
});
