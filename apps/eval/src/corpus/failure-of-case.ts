import type { ExecutionFailure, FailureHistory } from '@svc/analysis/classify/failure';
import { toExecutionFailures } from '@svc/analysis/analyze/inline-failures';
import { toAnalyzeInput, MODES, type Mode } from './body-of-case.ts';
import type { Case } from './read-corpus.ts';

/**
 * Facts about an execution's failures that a server has and a request's body cannot contain. `first`: the first failure
 * of the test. `again`: the fourth in a row on its branch. Both are made up for each case, except for the numbers that
 * the case has.
 */
export const SERVER_MODES = ['first', 'again'] as const;
export type ServerMode = (typeof SERVER_MODES)[number];

/** The modes that the weights are fitted to. */
export const ALL_MODES = [...MODES, ...SERVER_MODES] as const;

/** A test that was flaky before, with other failures. `unknown-failures`: a caller who has no fingerprints. */
export const STRESS_MODES = ['flaky-test', 'flaky-test-unknown-failures'] as const;
type StressMode = (typeof STRESS_MODES)[number];
export type AnyMode = Mode | ServerMode | StressMode;

/** A case as `analyze` reads it. */
export function toFailure(one: Case, mode: AnyMode): ExecutionFailure {
  const { failures } = toAnalyzeInput(one, mode === 'text' ? 'text' : 'history');
  const [failure] = toExecutionFailures(failures);
  if (failure === undefined) throw new Error(`case ${one.id} has no failure`);
  if (mode === 'text' || mode === 'history') return failure;
  if (mode === 'first' || mode === 'again')
    return { ...failure, history: buildServerPast(failure, mode) };
  const isNew = { fingerprintFlakyRuns: 0, isNewFingerprint: true };
  return {
    ...failure,
    retryPassed: false,
    history: { test: FLAKY, ...(mode === 'flaky-test' ? isNew : {}) },
  };
}

const FLAKY = { runs: 60, failures: 9, flakyRuns: 8 };

const RUNS = 30;
const STREAK = 4;

function buildServerPast({ history }: ExecutionFailure, mode: ServerMode): FailureHistory {
  const { test = { runs: RUNS, failures: 0, flakyRuns: 0 }, ...rest } = history ?? {};
  // The corpus counts flaky runs of the test. Here they are taken for runs with this failure.
  if (test.flakyRuns > 0 || rest.passAndFailSameCommit === true) {
    const fingerprintFlakyRuns = Math.max(1, test.flakyRuns);
    return { ...rest, test, fingerprintFlakyRuns, isNewFingerprint: false, streak: 1, branches: 2 };
  }
  // It came now and then, with unknown fingerprints.
  if (test.failures > 0) return { ...rest, test };
  const known = { ...rest, fingerprintFlakyRuns: 0, branches: 1 };
  if (mode === 'first') {
    return { ...known, test, fingerprintFailures: 0, isNewFingerprint: true, streak: 1 };
  }
  return {
    ...known,
    test: { ...test, failures: STREAK - 1 },
    fingerprintFailures: STREAK - 1,
    isNewFingerprint: false,
    streak: STREAK,
    sinceCommit: '3f9c1ab',
    lastGood: 'a07be55',
  };
}
