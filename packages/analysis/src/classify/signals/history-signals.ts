import { shortenText } from '@svc/contract/zod-free/shorten-text';
import { formatCount, formatDuration, formatNumber } from '@svc/contract/zod-free/amounts';
import type { Finding, Signal } from '../signal.ts';
import { CLASSIFICATIONS, type Classification } from '@svc/contract/executions/outcomes';
import { isChanged, type ChangedFiles } from '../changed-code.ts';
import { isMassFailure } from '../mass-failure.ts';
import { findMissingElement } from './missing-element.ts';
import { findBrokenProductFrame } from './product-error.ts';
import type { ReadFailure } from '../read-failure.ts';

function buildHistorySignal(
  id: string,
  supports: Classification,
  text: string,
  prior: number,
  tell: (failure: ReadFailure['given'], read: ReadFailure) => string | null,
  place: Finding['place'] = 'history',
): Signal {
  return {
    id,
    supports,
    // A lasting failure may be the test's fault as well as the product's.
    ...(LASTING.has(id) ? { alsoSupports: 'HEALABLE' as const } : {}),
    text,
    prior,
    find: (read) => {
      const quote = tell(read.given, read);
      return quote === null ? null : { place, quote };
    },
  };
}

const LASTING = new Set([
  'history.retry-failed',
  'history.always',
  'history.since',
  'history.persists',
  'history.base',
  'history.new',
  'history.first',
]);

const getTestRuns = ({ history }: ReadFailure['given']) => history?.test;

/** True if all known failures are the present streak of failures. */
function isOneStreak({ history }: ReadFailure['given']): boolean {
  const failures = history?.test?.failures ?? 0;
  return history?.streak === undefined
    ? history?.sinceCommit !== undefined
    : history.streak > failures;
}

/**
 * Whether a change of the product or of the tests explains the failure. Then the number of tests that it fails is no
 * evidence about the machine: one renamed button or one broken function fails every test that uses it.
 */
function isOfChange(read: ReadFailure): boolean {
  return findMissingElement(read.message) !== null || findBrokenProductFrame(read) !== null;
}

/** Signals from the past of a failure and from its execution. */
export const historySignals: readonly Signal[] = [
  buildHistorySignal(
    'history.retry-passed',
    'KNOWN_FLAKE',
    'Another attempt passed',
    2,
    ({ retryPassed }) => (retryPassed === true ? 'failed, then passed' : null),
    'execution',
  ),
  buildHistorySignal(
    'history.retry-failed',
    'REAL_BUG',
    'Every attempt failed',
    0.5,
    ({ retryPassed }) => (retryPassed === false ? 'no retry passed' : null),
    'execution',
  ),
  buildHistorySignal(
    'history.same-commit',
    'KNOWN_FLAKE',
    'The test passed and failed on one commit',
    2.5,
    ({ history }) =>
      history?.passAndFailSameCommit === true ? 'another run of this commit passed' : null,
  ),
  buildHistorySignal(
    'history.flaky-before',
    'KNOWN_FLAKE',
    'The test was flaky before',
    2,
    (failure) => {
      const test = getTestRuns(failure);
      return test !== undefined && test.flakyRuns >= 1
        ? `${formatNumber(test.flakyRuns)} flaky of ${formatCount(test.runs, 'run')}`
        : null;
    },
  ),
  buildHistorySignal(
    'history.flaky-fingerprint',
    'KNOWN_FLAKE',
    'This failure was flaky before on this test',
    2.5,
    ({ history }) =>
      (history?.fingerprintFlakyRuns ?? 0) > 0
        ? `${history?.fingerprintFlakyRuns} flaky runs with this fingerprint`
        : null,
  ),
  buildHistorySignal(
    'history.now-and-then',
    'KNOWN_FLAKE',
    'The test fails now and then',
    2,
    (failure) => {
      const test = getTestRuns(failure);
      return test !== undefined &&
        test.failures >= 1 &&
        test.failures / test.runs <= 0.5 &&
        !isOneStreak(failure)
        ? `${formatNumber(test.failures)} of ${formatCount(test.runs, 'run')} failed`
        : null;
    },
  ),
  buildHistorySignal('history.always', 'REAL_BUG', 'Every run has failed', 1, (failure) => {
    const test = getTestRuns(failure);
    return test !== undefined &&
      test.failures >= 2 &&
      test.failures === test.runs &&
      test.flakyRuns === 0
      ? `all ${formatNumber(test.runs)} runs failed`
      : null;
  }),
  buildHistorySignal(
    'history.first',
    'REAL_BUG',
    'The test had not failed before',
    0.7,
    (failure) => {
      const test = getTestRuns(failure);
      return test !== undefined && test.failures === 0 && test.flakyRuns === 0 && test.runs >= 5
        ? `the first failure after ${formatCount(test.runs, 'run')}`
        : null;
    },
  ),
  buildHistorySignal('history.since', 'REAL_BUG', 'It fails since one commit', 0.7, ({ history }) =>
    history?.sinceCommit === undefined || history.streak === 1
      ? null
      : `since ${history.sinceCommit}`,
  ),
  buildHistorySignal(
    'history.branches',
    'KNOWN_FLAKE',
    'It failed on several branches',
    0.7,
    ({ history }) =>
      (history?.branches ?? 0) >= 2 ? `on ${formatNumber(history?.branches ?? 0)} branches` : null,
  ),
  buildHistorySignal(
    'shape.many',
    'INFRA',
    'Many tests failed together',
    0.5,
    ({ shape }, read) =>
      (shape?.failed ?? 0) >= 10 && !isOfChange(read)
        ? `${formatNumber(shape?.failed ?? 0)} tests failed`
        : null,
    'execution',
  ),
  buildHistorySignal(
    'shape.few',
    'REAL_BUG',
    'A few tests failed together',
    0.3,
    ({ shape }) =>
      (shape?.failed ?? 0) >= 2 && (shape?.failed ?? 0) < 10
        ? `${formatNumber(shape?.failed ?? 0)} tests failed`
        : null,
    'execution',
  ),
  buildHistorySignal(
    'history.persists',
    'REAL_BUG',
    'This failure did not go away by itself before',
    0.7,
    ({ history }) =>
      (history?.fingerprintFailures ?? 0) >= 2 && (history?.fingerprintFlakyRuns ?? 0) === 0
        ? `${formatNumber(history?.fingerprintFailures ?? 0)} earlier failures with this fingerprint, none of them flaky`
        : null,
  ),
  buildHistorySignal(
    'history.new',
    'REAL_BUG',
    'The project never saw this failure before',
    0.5,
    ({ history }) =>
      history?.isNewFingerprint === true ? 'first failure with this fingerprint' : null,
  ),
  buildHistorySignal(
    'history.base',
    'REAL_BUG',
    'The base branch has the same failure',
    0.3,
    ({ history }) =>
      history?.failsOnBase === true ? 'it is in the newest execution there, too' : null,
  ),
  buildHistorySignal(
    'history.slow',
    'INFRA',
    'The run took much longer than usual',
    0.3,
    ({ history }) => {
      const { ms = 0, usualMs = 0 } = history?.duration ?? {};
      return usualMs >= 50 && ms >= 3 * usualMs
        ? `${formatDuration(ms)}, where ${formatDuration(usualMs)} is usual`
        : null;
    },
  ),
  buildHistorySignal(
    'shape.set-up',
    'INFRA',
    'The job failed before any test ran',
    3,
    ({ shape }) => (shape?.failedSetUp === undefined ? null : `the step ${shape.failedSetUp}`),
    'execution',
  ),
  ...CLASSIFICATIONS.map((classification) =>
    buildHistorySignal(
      `similar.${classification}`,
      classification,
      'People gave a similar failure this class',
      1.5,
      ({ history }) => {
        const like = history?.similar?.find((one) => one.classification === classification);
        return like === undefined
          ? null
          : `${Math.round(100 * like.likeness)} % alike: ${shortenText(like.pattern, 120)}`;
      },
    ),
  ),
  buildHistorySignal(
    'shape.mass',
    'INFRA',
    'Nearly all tests failed at once',
    1,
    ({ shape }, read) =>
      isMassFailure(shape) && !isOfChange(read)
        ? `${formatNumber(shape?.failed ?? 0)} of ${formatCount(shape?.ran ?? 0, 'test')} failed`
        : null,
    'execution',
  ),
  buildHistorySignal(
    'shape.same',
    'INFRA',
    'Many tests failed with this very failure',
    0.3,
    ({ shape }, read) =>
      (shape?.sameFingerprint ?? 0) >= 10 && !isOfChange(read)
        ? `${formatNumber(shape?.sameFingerprint ?? 0)} tests failed the same way`
        : null,
    'execution',
  ),
  {
    id: 'changes.product',
    supports: 'REAL_BUG',
    text: 'The change at hand touches code in the stack',
    prior: 2,
    find: ({ changed }) =>
      changed === null ? null : { place: 'changes', quote: changed.line.slice(0, 160) },
  },
  {
    id: 'changes.test',
    supports: 'HEALABLE',
    text: 'The change at hand touches the test and no other code of its stack',
    prior: 0.7,
    find: ({ changed, given: { changedFiles, file } }) =>
      file !== undefined && changed === null && isChanged(file, changedFiles ?? NONE)
        ? { place: 'changes', quote: file.slice(-160) }
        : null,
  },
];

const NONE: ChangedFiles = new Set();
