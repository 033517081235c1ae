import {
  QUARANTINE_DAYS_MOST,
  QUARANTINE_DEFAULT_DAYS,
  QUARANTINE_FINGERPRINTS_MOST,
  type QuarantineEntry,
} from '@svc/contract/gate/quarantine';
import { expect, it } from 'vitest';
import { toLocalDay, endOfDay } from './quarantine-days.ts';
import {
  buildQuarantineChange,
  DEFAULT_DAYS,
  FINGERPRINTS_MOST,
  computeEnd,
  buildInitialDraft,
  toQuarantineInput,
  LONGEST_DAYS,
  computeOfferedDays,
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

it('has the limits of the contract', () => {
  expect([DEFAULT_DAYS, LONGEST_DAYS, FINGERPRINTS_MOST]).toEqual([
    QUARANTINE_DEFAULT_DAYS,
    QUARANTINE_DAYS_MOST,
    QUARANTINE_FINGERPRINTS_MOST,
  ]);
});

it('starts with 14 days, and with all errors of the failure at hand', () => {
  const empty = { fingerprints: null, reason: '', owner: '', until: '2026-12-10' };
  expect([
    buildInitialDraft(null, { atHand: [], now: NOW }),
    buildInitialDraft(null, { atHand: [ONE], now: NOW }),
    buildInitialDraft(null, { atHand: [ONE, TWO], now: NOW }),
    buildInitialDraft(null, { atHand: Array.from({ length: 51 }, String), now: NOW }),
  ]).toEqual([
    empty,
    { ...empty, fingerprints: [ONE] },
    { ...empty, fingerprints: [ONE, TWO] },
    empty,
  ]);
});

it('starts with the entry, adds the failure at hand, and gives an expired one a new end', () => {
  const same = { fingerprints: [ONE], reason: 'SHOP-1', owner: '@acme/cart', until: '2026-12-01' };
  expect([
    start(ENTRY),
    start(ENTRY, ONE),
    start(ENTRY, TWO, ONE),
    start({ ...ENTRY, fingerprints: 'any' }, TWO),
    start({ ...ENTRY, state: 'expired', expiresAt: new Date(2026, 10, 1).toISOString() }),
  ]).toEqual([
    same,
    same,
    { ...same, fingerprints: [ONE, TWO] },
    { ...same, fingerprints: 'any' },
    { ...same, until: '2026-12-10' },
  ]);
});

it('offers days whose end is at most 90 days ahead, and the present last day', () => {
  const { first, last } = computeOfferedDays('2026-12-10', NOW);
  expect([first, last]).toEqual(['2026-11-27', '2027-02-23']);
  expect(computeOfferedDays('2026-11-26', NOW).first).toBe('2026-11-26');
  const longestMs = QUARANTINE_DAYS_MOST * 24 * 60 * 60_000;
  expect(endOfDay(last).getTime() - NOW.getTime()).toBeLessThanOrEqual(longestMs);
  expect(endOfDay(toLocalDay(NOW, LONGEST_DAYS)).getTime() - NOW.getTime()).toBeGreaterThan(
    longestMs,
  );
});

it('keeps the hour of a day that was not changed', () => {
  expect([
    computeEnd({ until: '2026-12-01' }, ENTRY),
    computeEnd({ until: '2026-12-02' }, ENTRY),
    computeEnd({ until: '2026-12-01' }, null),
  ]).toEqual([
    new Date(2026, 11, 1, 9),
    new Date(2026, 11, 2, 23, 59, 59),
    new Date(2026, 11, 1, 23, 59, 59),
  ]);
});

it('sends an entry that lasts until the end of its last day', () => {
  const draft = { fingerprints: null, reason: ' SHOP-1 ', owner: ' ', until: '2026-12-10' };
  const chosen = { testId: ENTRY.testId, fingerprints: [ONE] };
  expect(toQuarantineInput(draft, chosen)).toEqual({
    ...chosen,
    reason: 'SHOP-1',
    expiresAt: new Date(2026, 11, 10, 23, 59, 59).toISOString(),
  });
  expect(
    toQuarantineInput({ ...draft, owner: 'Ada' }, { ...chosen, fingerprints: 'any' }),
  ).toMatchObject({
    owner: 'Ada',
    fingerprints: 'any',
  });
});

it('sends only what was changed', () => {
  const draft = buildInitialDraft(ENTRY, { atHand: [], now: NOW });
  const { id } = ENTRY;
  // The hour of the day stays, too.
  expect(buildQuarantineChange(draft, ENTRY)).toEqual({ id });
  expect(buildQuarantineChange({ ...draft, owner: '', reason: 'SHOP-2' }, ENTRY)).toEqual({
    id,
    owner: null,
    reason: 'SHOP-2',
  });
  expect(
    buildQuarantineChange({ ...draft, fingerprints: [ONE, TWO], until: '2026-12-05' }, ENTRY),
  ).toEqual({
    id,
    fingerprints: [ONE, TWO],
    expiresAt: new Date(2026, 11, 5, 23, 59, 59).toISOString(),
  });
  expect(buildQuarantineChange({ ...draft, fingerprints: 'any' }, ENTRY)).toEqual({
    id,
    fingerprints: 'any',
  });
  const both = { ...ENTRY, fingerprints: [ONE, TWO] };
  expect(buildQuarantineChange({ ...draft, fingerprints: [TWO, ONE] }, both)).toEqual({ id });
});

function start(entry: QuarantineEntry, ...atHand: string[]) {
  return buildInitialDraft(entry, { atHand, now: NOW });
}
