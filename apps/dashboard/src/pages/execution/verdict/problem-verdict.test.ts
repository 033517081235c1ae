import { fingerprintOf } from '@svc/analysis/fingerprint';
import type { Analysis } from '@svc/contract/analysis/analyses';
import { expect, it } from 'vitest';
import { problemVerdict } from './problem-verdict.ts';

const NETWORK = { message: 'connect ECONNREFUSED 127.0.0.1:5432' };
const COVERAGE = {
  message: 'coverage of lines is 79 %',
  stack: 'Error: x\n    at a (src/a.ts:1:2)',
};

function verdict(file: string | null, error: { message: string }, resultId: string | null = null) {
  return { resultId, testId: resultId, file, fingerprint: fingerprintOf(error).fingerprint };
}

function analysisOf(failures: readonly object[]): Analysis {
  return { failures } as unknown as Analysis;
}

it('finds the verdict on an error of the run by its fingerprint', () => {
  const failures = [verdict(null, COVERAGE), verdict('a.test.ts', NETWORK), verdict(null, NETWORK)];
  const analysis = analysisOf(failures);
  expect(problemVerdict(analysis, { file: null, error: NETWORK })).toBe(failures[2]);
  expect(problemVerdict(analysis, { file: null, error: COVERAGE })).toBe(failures[0]);
  expect(problemVerdict(analysis, { file: null, error: { message: 'other' } })).toBeUndefined();
});

it('finds the verdict on a file, but not that on a test of it', () => {
  const failures = [verdict('a.test.ts', NETWORK, 'r1'), verdict('a.test.ts', COVERAGE)];
  const analysis = analysisOf(failures);
  expect(problemVerdict(analysis, { file: 'a.test.ts', error: NETWORK })).toBe(failures[1]);
  expect(problemVerdict(analysis, { file: 'b.test.ts', error: NETWORK })).toBeUndefined();
  expect(problemVerdict(null, { file: null, error: NETWORK })).toBeUndefined();
});
