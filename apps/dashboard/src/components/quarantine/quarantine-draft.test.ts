import {
  QUARANTINE_DAYS_MOST,
  QUARANTINE_DEFAULT_DAYS,
  type QuarantineEntry,
} from '@svc/contract/gate/quarantine';
import { expect, it } from 'vitest';
import { dayOf, endOfDay } from './quarantine-days.ts';
import {
  changeOf,
  DEFAULT_DAYS,
  draftOf,
  emptyDraft,
  inputOf,
  LONGEST_DAYS,
  offeredDays,
} from './quarantine-draft.ts';

const NOW = new Date(2026, 10, 26, 14, 30);
const ONE = `fp2:${'1'.repeat(32)}`;
const TWO = `fp2:${'2'.repeat(32)}`;

const ENTRY: QuarantineEntry = {
  id: '0198a0a0-0000-7000-8000-000000000001',
  testId: 'a'.repeat(32),
  title: 'adds',
  titlePath: ['cart', 'adds'],
  file: 'cart.test.ts',
  project: 'web',
  variant: null,
  framework: 'vitest',
  fingerprints: [ONE],
  reason: 'SHOP-1',
  owner: '@acme/cart',
  createdBy: 'ada@example.com',
  createdAt: NOW.toISOString(),
  expiresAt: new Date(2026, 11, 1, 9).toISOString(),
  excusedCount: 0,
  lastExcusedAt: null,
  state: 'active',
  endedAt: null,
  endedBy: null,
};

it('has the days of the contract', () => {
  expect([DEFAULT_DAYS, LONGEST_DAYS]).toEqual([QUARANTINE_DEFAULT_DAYS, QUARANTINE_DAYS_MOST]);
});

it('starts with 14 days, and offers days whose end is at most 90 days ahead', () => {
  expect(emptyDraft(NOW)).toEqual({
    fingerprints: null,
    reason: '',
    owner: '',
    until: '2026-12-10',
  });
  const { first, last } = offeredDays(NOW);
  expect([first, last]).toEqual(['2026-11-27', '2027-02-23']);
  const longestMs = QUARANTINE_DAYS_MOST * 24 * 60 * 60_000;
  expect(endOfDay(last).getTime() - NOW.getTime()).toBeLessThanOrEqual(longestMs);
  expect(endOfDay(dayOf(NOW, LONGEST_DAYS)).getTime() - NOW.getTime()).toBeGreaterThan(longestMs);
});

it('sends an entry that lasts until the end of its last day', () => {
  const draft = { fingerprints: null, reason: ' SHOP-1 ', owner: ' ', until: '2026-12-10' };
  const chosen = { testId: ENTRY.testId, fingerprints: [ONE] };
  expect(inputOf(draft, chosen)).toEqual({
    ...chosen,
    reason: 'SHOP-1',
    expiresAt: new Date(2026, 11, 10, 23, 59, 59).toISOString(),
  });
  expect(inputOf({ ...draft, owner: 'Ada' }, { ...chosen, fingerprints: 'any' })).toMatchObject({
    owner: 'Ada',
    fingerprints: 'any',
  });
});

it('sends only what was changed', () => {
  const draft = draftOf(ENTRY);
  const { id } = ENTRY;
  expect(draft.until).toBe('2026-12-01');
  // The hour of the day stays, too.
  expect(changeOf(draft, ENTRY)).toEqual({ id });
  expect(changeOf({ ...draft, owner: '', reason: 'SHOP-2' }, ENTRY)).toEqual({
    id,
    owner: null,
    reason: 'SHOP-2',
  });
  expect(changeOf({ ...draft, fingerprints: [ONE, TWO], until: '2026-12-05' }, ENTRY)).toEqual({
    id,
    fingerprints: [ONE, TWO],
    expiresAt: new Date(2026, 11, 5, 23, 59, 59).toISOString(),
  });
  expect(changeOf({ ...draft, fingerprints: 'any' }, ENTRY)).toEqual({ id, fingerprints: 'any' });
  const both = { ...ENTRY, fingerprints: [ONE, TWO] };
  expect(changeOf({ ...draft, fingerprints: [TWO, ONE] }, both)).toEqual({ id });
});
