import { expect, it } from 'vitest';
import { describeExpiring, describeQuarantine } from './quarantine-sentence.ts';

const NOW = new Date('2026-11-26T10:00:00Z');

function entry(testId: string, expiresAt = '2026-12-20T00:00:00.000Z') {
  return { testId, state: 'active', expiresAt, endedBy: null } as const;
}

it('counts the tests with active entries', () => {
  expect([
    describeCase(undefined, []),
    describeCase(undefined, ['a']),
    describeCase(undefined, ['a', 'a', 'b']),
    describeCase(undefined, ['a', 'b'], true),
  ]).toEqual([
    'Nothing is quarantined',
    'Failures of 1 test are quarantined',
    'Failures of 2 tests are quarantined',
    'Failures of 2 or more tests are quarantined',
  ]);
});

it('counts the entries that ended, and all', () => {
  expect([
    describeCase('ended', []),
    describeCase('ended', ['a']),
    describeCase('ended', ['a', 'a']),
    describeCase('all', []),
    describeCase('all', ['a']),
  ]).toEqual([
    'No entry has ended',
    '1 entry has ended',
    '2 entries have ended',
    'No entry',
    '1 entry',
  ]);
});

it('counts the entries that end within 3 days', () => {
  const soon = entry('a', '2026-11-27T00:00:00.000Z');
  const ending = (entries: ReturnType<typeof entry>[], hasMore = false): string =>
    describeExpiring({ entries, hasMore }, NOW);
  expect([
    ending([entry('a')]),
    ending([soon, entry('b')]),
    ending([soon, soon]),
    ending([soon, soon], true),
  ]).toEqual([
    '',
    '1 entry ends within 3 days.',
    '2 entries end within 3 days.',
    'Of the entries shown, 2 end within 3 days.',
  ]);
});

function describeCase(show: 'ended' | 'all' | undefined, tests: string[], hasMore = false): string {
  return describeQuarantine({ entries: tests.map((id) => entry(id)), hasMore, show });
}
