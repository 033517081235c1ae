import { expect, it } from 'vitest';
import { costSentence, flakySentence } from './flaky-sentence.ts';

it('says how many tests are flaky', () => {
  expect(flakySentence(0, false)).toBe('No test had a flaky run');
  expect(flakySentence(1, false)).toBe('1 test had a flaky run');
  expect(flakySentence(25, true)).toBe('25 or more tests had a flaky run');
});

it('says what the retries cost, of the shown tests only where there are more', () => {
  const tests = [{ impact: 60_000 }, { impact: 12_000 }];
  expect(costSentence(tests, false)).toBe('Their retries take 1\u00a0m\u00a012\u00a0s a week.');
  expect(costSentence(tests, true)).toBe(
    'The retries of the first 2 take 1\u00a0m\u00a012\u00a0s a week.',
  );
  expect(costSentence([{ impact: 0 }], false)).toBe('');
});
