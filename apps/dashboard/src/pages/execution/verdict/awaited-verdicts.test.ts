import type { FailureVerdict } from '@svc/contract/analysis/verdicts';
import { expect, it } from 'vitest';
import { hasAllVerdicts, findNewestCorrection } from './awaited-verdicts.ts';

function verdict(testId: string | null, correctedAt?: string): FailureVerdict {
  const correctedBy =
    correctedAt === undefined ? null : { classification: 'INFRA', by: 'Ann', at: correctedAt };
  return { testId, correctedBy } as FailureVerdict;
}

it.each([
  ['one of two tests', [verdict('a')], 1, 2, false],
  ['two tests', [verdict('a'), verdict('b')], 2, 2, true],
  ['one of two tests and a file', [verdict('a'), verdict(null)], 2, 2, false],
  ['only a file', [verdict(null)], 1, 0, true],
  ['the 10,000 tests that the server judges', [verdict('a')], 10_000, 10_001, true],
  ['9,999 of 10,000 tests, and a file', [verdict('a'), verdict(null)], 10_000, 10_001, false],
] as const)(
  'knows whether all have a verdict: %s',
  (_case, failures, failureCount, failed, all) => {
    expect(hasAllVerdicts({ failureCount, failures: [...failures] }, failed)).toBe(all);
  },
);

it('finds the newest correction that an analysis does not follow yet', () => {
  const analyzedAt = '2026-11-20T10:00:00.000Z';
  const before = verdict('a', '2026-11-20T09:59:59.999Z');
  const after = verdict('b', '2026-11-20T10:00:01.000Z');
  const last = verdict('c', '2026-11-20T10:00:02.000Z');
  expect(findNewestCorrection({ analyzedAt, failures: [verdict('d'), before] })).toBeNull();
  expect(findNewestCorrection({ analyzedAt, failures: [before, last, after] })).toBe(
    last.correctedBy?.at,
  );
});
