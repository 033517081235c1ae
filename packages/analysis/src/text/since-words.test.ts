import { expect, it } from 'vitest';
import { beforeWords, sinceWord } from './since-words.ts';

it('says what a test was before it broke', () => {
  expect(beforeWords({ before: { outcome: 'passed', runs: 40 } })).toBe('passed 40 times before');
  expect(beforeWords({ before: { outcome: 'passed', runs: 1 } })).toBe('passed once before');
  expect(beforeWords({ before: { outcome: 'flaky', runs: 3 } })).toBe('flaky before');
  expect(beforeWords({ before: { outcome: 'failed', runs: 2 } })).toBe(
    'failed with another error before',
  );
  expect(beforeWords({ before: null })).toBe('');
});

it('calls a newly flaky test flaky, and every other broken', () => {
  expect([sinceWord({ kind: 'newly-flaky' }), sinceWord({ kind: 'regression' })]).toEqual([
    'flaky',
    'broken',
  ]);
});
