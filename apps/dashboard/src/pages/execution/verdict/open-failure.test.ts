import { computeFingerprint } from '@svc/analysis/fingerprint/fingerprint';
import type { FailureVerdict } from '@svc/contract/analysis/verdicts';
import { expect, it } from 'vitest';
import { buildProblem, findVerdict } from './open-failure.ts';

const NETWORK = { message: 'connect ECONNREFUSED 127.0.0.1:5432' };
const COVERAGE = {
  message: 'coverage of lines is 79 %',
  stack: 'Error: x\n    at a (src/a.ts:1:2)',
};

const EXECUTION = { project: 'shop', git: {} };

function verdict(file: string | null, error: { message: string }, resultId: string | null = null) {
  const { fingerprint } = computeFingerprint(error, { repository: 'shop' });
  return { resultId, testId: resultId, file, fingerprint } as FailureVerdict;
}

it('finds the verdict on an error of the run by its fingerprint', () => {
  const verdicts = [verdict(null, COVERAGE), verdict('a.test.ts', NETWORK), verdict(null, NETWORK)];
  const find = (error: { message: string }) =>
    findVerdict(verdicts, buildProblem(EXECUTION, { file: null, error }));
  expect(find(NETWORK)).toBe(verdicts[2]);
  expect(find(COVERAGE)).toBe(verdicts[0]);
  expect(find({ message: 'other' })).toBeUndefined();
});

it('gives an error of the run no verdict on another one, even if there is only one', () => {
  const verdicts = [verdict(null, { message: 'ENOSPC: no space left on device' })];
  const error = { message: 'TypeError: x is not a function' };
  expect(findVerdict(verdicts, buildProblem(EXECUTION, { file: null, error }))).toBeUndefined();
});

it('finds the verdict on a file, but not that on a test of it', () => {
  const verdicts = [verdict('a.test.ts', NETWORK, 'r1'), verdict('a.test.ts', COVERAGE)];
  const find = (file: string) =>
    findVerdict(verdicts, buildProblem(EXECUTION, { file, error: NETWORK }));
  expect(find('a.test.ts')).toBe(verdicts[1]);
  expect(find('b.test.ts')).toBeUndefined();
});

it('finds the root of paths by the repository, else by the project', () => {
  const error = { message: 'x failed', stack: 'Error: x\n    at a (/home/me/shop/src/a.ts:1:2)' };
  const verdicts = [verdict(null, error)];
  const byProject = buildProblem(EXECUTION, { file: null, error });
  expect(findVerdict(verdicts, byProject)).toBe(verdicts[0]);
  const git = { repository: 'https://github.com/acme/shop' };
  const byRepository = buildProblem({ project: 'other', git }, { file: null, error });
  expect(findVerdict(verdicts, byRepository)).toBe(verdicts[0]);
});

it('finds the verdict on a result', () => {
  const verdicts = [verdict('a.test.ts', NETWORK, 'r1'), verdict('a.test.ts', NETWORK, 'r2')];
  const failure = { kind: 'result', resultId: 'r2', testId: 'r2' } as const;
  expect(findVerdict(verdicts, failure)).toBe(verdicts[1]);
});
