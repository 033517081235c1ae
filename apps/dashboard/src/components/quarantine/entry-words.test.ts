import { EXPIRING_DAYS as AS_IN_CONTRACT } from '@svc/contract/gate/gate';
import { expect, it } from 'vitest';
import {
  describeChoice,
  covers,
  formatCovered,
  describeEffect,
  EXPIRING_DAYS,
  describeEntryState,
} from './entry-words.ts';

const NOW = new Date(2026, 10, 26, 14, 30);
const DAY_MS = 24 * 60 * 60_000;

it('says which failures an entry excuses', () => {
  expect([['a'], ['a', 'b'], 'any' as const].map(formatCovered)).toEqual([
    '1 failure',
    '2 failures',
    'every failure',
  ]);
});

it('says what the gate will do, and that nothing turns green', () => {
  const end = new Date(2026, 11, 10, 23, 59, 59);
  expect([
    describeEffect(['a'], end),
    describeEffect(['a', 'b'], end),
    describeEffect('any', end),
    // Made over the API, with another hour.
    describeEffect(['a'], new Date(2026, 11, 10, 14, 5)),
  ]).toEqual([
    'The gate lets failures with only this error pass until the end of 10 Dec 2026. They stay red.',
    'The gate lets failures with only these 2 errors pass until the end of 10 Dec 2026. They stay red.',
    'The gate lets every failure of this test pass until the end of 10 Dec 2026. They stay red.',
    'The gate lets failures with only this error pass until 10 Dec 14:05. They stay red.',
  ]);
});

it.each<[string, 'any' | string[], string[], string]>([
  ['its one error', ['a'], ['a'], 'lets this failure pass until 10 Dec 00:00. It stays red.'],
  ['all its errors', ['a', 'b'], ['a', 'b'], 'lets this failure pass until 10 Dec 00:00. It'],
  [
    'all its errors and others',
    ['c', 'b', 'a'],
    ['a', 'b'],
    'and others whose errors are all chosen',
  ],
  ['every failure', 'any', ['a', 'b'], 'lets every failure of this test pass'],
  ['an error, with no failure at hand', ['c'], [], 'lets failures with only this error pass'],
  ['another error alone', ['c'], ['a'], 'does not let this failure pass: it is not chosen.'],
  ['one of its errors', ['a'], ['a', 'b'], 'pass: 1 of its errors is not chosen.'],
  ['one of three', ['b'], ['a', 'b', 'c'], 'pass: 2 of its errors are not chosen.'],
])('says what the gate does with %s', (_, chosen, own, words) => {
  expect(describeChoice(chosen, { own, until: new Date(2026, 11, 10) })).toContain(words);
});

it('says where an entry stands, and warns for its last 3 days', () => {
  expect(EXPIRING_DAYS).toBe(AS_IN_CONTRACT);
  expect([
    words('active', 4 * DAY_MS, null),
    words('active', 3 * DAY_MS - 60_000, null),
    words('active', 2 * DAY_MS - 1_000, null),
    words('active', 5 * 60_000, null),
    // The page was open when it ended.
    words('active', -1, null),
    words('expired', -DAY_MS, null),
    words('lifted', DAY_MS, 'ada@example.com'),
    words('lifted', DAY_MS, 'server'),
  ]).toEqual([
    'active',
    'ends in 2 d',
    'ends in 2 d',
    'ends in 5 min',
    'expired',
    'expired',
    'lifted',
    'lifted by the server',
  ]);
});

it('covers a failure only while it is active, and only those that it names', () => {
  const active = { state: 'active', fingerprints: ['a'] } as const;
  expect([
    covers({ ...active, fingerprints: ['a'] }, 'a'),
    covers({ ...active, fingerprints: ['a'] }, 'b'),
    covers({ ...active, fingerprints: 'any' }, 'b'),
    covers({ state: 'expired', fingerprints: 'any' }, 'a'),
    covers({ state: 'lifted', fingerprints: ['a'] }, 'a'),
  ]).toEqual([true, false, true, false, false]);
});

function words(state: 'active' | 'expired' | 'lifted', leftMs: number, endedBy: string | null) {
  const expiresAt = new Date(NOW.getTime() + leftMs).toISOString();
  return describeEntryState({ state, expiresAt, endedBy }, NOW).words;
}
