import type { AnalyzedFailure } from '@svc/analysis/analyze/analyze';
import { expect, it } from 'vitest';
import { buildFingerprintRows } from './analyze-execution.ts';

const FINGERPRINT = `fp2:${'ab'.repeat(16)}`;

function rowOf(classification: AnalyzedFailure['classification'], confidences: number[]) {
  const failures = confidences.map(
    (confidence) =>
      ({
        fingerprint: FINGERPRINT,
        classification,
        confidence,
        needsHuman: false,
      }) as AnalyzedFailure,
  );
  return buildFingerprintRows(failures, new Map()).map(({ confidence }) => confidence);
}

it.each([
  ['HEALABLE', [0.75, 0.5], 0.5],
  ['KNOWN_FLAKE', [0.5, 0.95], 0.5],
  ['INFRA', [0.7, 0.9], 0.9],
  // Nothing is worse than a sure real bug.
  ['REAL_BUG', [0.5, 0.9], 0.9],
] as const)('lets no sure %s hide an unsure one: %j', (classification, confidences, joint) => {
  expect(rowOf(classification, [...confidences])).toEqual([joint]);
});
