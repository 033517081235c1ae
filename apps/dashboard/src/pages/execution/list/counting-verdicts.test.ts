import type { FailureVerdict } from '@svc/contract/analysis/verdicts';
import { expect, it } from 'vitest';
import { pickCountingVerdicts } from './counting-verdicts.ts';

const verdict = { classification: 'REAL_BUG', correctedBy: null } as FailureVerdict;
const verdicts = new Map([
  ['a', verdict],
  ['b', verdict],
]);
const rows = [
  { id: 'a', classification: 'INFRA' as const },
  { id: 'b', classification: null },
];

it('counts all verdicts that were read after the rows', () => {
  expect(pickCountingVerdicts(verdicts, { rows, isNewer: true })).toBe(verdicts);
});

it('leaves rows that were read later their class, and gives one to those without', () => {
  expect([...pickCountingVerdicts(verdicts, { rows, isNewer: false }).keys()]).toEqual(['b']);
});
