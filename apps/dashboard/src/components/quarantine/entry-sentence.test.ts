import { expect, it } from 'vitest';
import { describeEntry } from './entry-sentence.ts';

const NOW = new Date(2026, 10, 26, 14, 30);
const ACTIVE = {
  state: 'active' as const,
  fingerprints: ['a'],
  expiresAt: new Date(2026, 11, 10, 23, 59, 59).toISOString(),
  endedAt: null,
  endedBy: null,
};

it('says what an entry does, or how it ended', () => {
  const lifted = {
    ...ACTIVE,
    state: 'lifted' as const,
    endedAt: new Date(2026, 10, 20).toISOString(),
  };
  expect([
    describeEntry(ACTIVE, NOW),
    describeEntry({ ...ACTIVE, state: 'expired' }, NOW),
    describeEntry({ ...lifted, endedBy: 'ada@example.com' }, NOW),
    describeEntry({ ...lifted, endedBy: 'server' }, NOW),
    describeEntry({ ...lifted, endedBy: null }, NOW),
  ]).toEqual([
    'The gate lets failures with only this error pass until the end of 10 Dec 2026. They stay red.',
    'It expired on 10 Dec 2026. These failures block again.',
    'ada@example.com lifted it on 20 Nov 2026. These failures block again.',
    'The server lifted it on 20 Nov 2026: it had excused nothing for 14 days, and its test has recovered.',
    'It was lifted on 20 Nov 2026. These failures block again.',
  ]);
});
