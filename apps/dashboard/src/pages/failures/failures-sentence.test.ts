import { expect, it } from 'vitest';
import { failuresSentence, figuresSentence } from './failures-sentence.ts';

function said(newCauses: number, failures = 9, hasMoreNew = false): string {
  return failuresSentence({ newCauses, hasMoreNew, failures });
}

it('says how many causes are new', () => {
  expect(said(3)).toBe('3 new causes of failure');
  expect(said(1)).toBe('1 new cause of failure');
  expect(said(0)).toBe('No new cause of failure');
  expect(said(0, 0)).toBe('Nothing failed');
  expect(said(100, 999, true)).toBe('100 or more new causes of failure');
});

it('says what the failures come down to', () => {
  const failures = { executions: 9, results: 99, distinctTests: 55 };
  expect(figuresSentence({ failures }, { shown: 9, hasMore: false })).toBe(
    '99 failures of 55 tests come down to 9 fingerprints.',
  );
  expect(figuresSentence({ failures }, { shown: 25, hasMore: true })).toBe(
    '99 failures of 55 tests come down to more than 25 fingerprints.',
  );
  expect(figuresSentence({ failures }, null)).toBe('99 failures of 55 tests.');
  const none = { executions: 0, results: 0, distinctTests: 0 };
  expect(figuresSentence({ failures: none }, null)).toBe('');
});
