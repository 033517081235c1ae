import { expect, it } from 'vitest';
import { classOf, countClasses } from './class-of.ts';

const at = '2026-11-20T10:00:00.000Z';
const corrected = {
  classification: 'REAL_BUG',
  correctedBy: { classification: 'INFRA', by: 'Ann', at },
} as const;

it('takes the class of a correction over that of the classifier', () => {
  expect(classOf({ classification: 'REAL_BUG', correctedBy: null })).toBe('REAL_BUG');
  expect(classOf(corrected)).toBe('INFRA');
});

it('counts failures by class, most severe first', () => {
  const known = { classification: 'KNOWN_FLAKE', correctedBy: null } as const;
  const healable = { classification: 'HEALABLE', correctedBy: null } as const;
  expect(countClasses([known, corrected, healable, known])).toEqual([
    { classification: 'HEALABLE', count: 1 },
    { classification: 'INFRA', count: 1 },
    { classification: 'KNOWN_FLAKE', count: 2 },
  ]);
});
