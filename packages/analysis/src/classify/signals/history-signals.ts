import type { Finding, Signal } from '../signal.ts';
import type { ReadFailure } from '../read-failure.ts';

type Classification = Signal['supports'];

function past(
  id: string,
  supports: Classification,
  text: string,
  prior: number,
  tell: (failure: ReadFailure['given']) => string | null,
  place: Finding['place'] = 'history',
): Signal {
  return {
    id,
    supports,
    text,
    prior,
    find: ({ given }) => {
      const quote = tell(given);
      return quote === null ? null : { place, quote };
    },
  };
}

const runsOf = ({ history }: ReadFailure['given']) => history?.test;

/** What the past of a failure and its execution say. */
export const historySignals: readonly Signal[] = [
  past('history.retry-passed', 'KNOWN_FLAKE', 'Another attempt passed', 2, ({ retryPassed }) =>
    retryPassed === true ? 'passed on retry' : null, 'execution'),
  past('history.retry-failed', 'REAL_BUG', 'Every attempt failed', 0.5, ({ retryPassed }) =>
    retryPassed === false ? 'no retry passed' : null, 'execution'),
  past('history.same-commit', 'KNOWN_FLAKE', 'The test passed and failed on one commit', 1.5, ({ history }) =>
    history?.passAndFailSameCommit === true ? 'passed and failed on one commit' : null),
  past('history.flaky-before', 'KNOWN_FLAKE', 'The test was flaky before', 2, (failure) => {
    const test = runsOf(failure);
    return test !== undefined && test.flakyRuns >= 1 ? `${test.flakyRuns} flaky of ${test.runs} runs` : null;
  }),
  past('history.flaky-fingerprint', 'KNOWN_FLAKE', 'This failure was flaky before on this test', 2.5, ({ history }) =>
    (history?.fingerprintFlakyRuns ?? 0) > 0 ? `${history?.fingerprintFlakyRuns} flaky runs with this fingerprint` : null),
  past('history.now-and-then', 'KNOWN_FLAKE', 'The test fails now and then', 2, (failure) => {
    const test = runsOf(failure);
    return test !== undefined && test.failures >= 2 && test.failures / test.runs <= 0.5
      ? `${test.failures} of ${test.runs} runs failed` : null;
  }),
  past('history.always', 'REAL_BUG', 'Every run has failed', 1, (failure) => {
    const test = runsOf(failure);
    return test !== undefined && test.failures >= 2 && test.failures === test.runs && test.flakyRuns === 0
      ? `all ${test.runs} runs failed` : null;
  }),
  past('history.first', 'REAL_BUG', 'The test had not failed before', 0.7, (failure) => {
    const test = runsOf(failure);
    return test !== undefined && test.failures <= 1 && test.flakyRuns === 0 && test.runs >= 5
      ? `the first failure in ${test.runs} runs` : null;
  }),
  past('history.since', 'REAL_BUG', 'It fails since one commit', 0.7, ({ history }) =>
    history?.sinceCommit === undefined ? null : `since ${history.sinceCommit}`),
  past('history.branches', 'KNOWN_FLAKE', 'It failed on several branches', 0.7, ({ history }) =>
    (history?.branches ?? 0) >= 2 ? `on ${history?.branches} branches` : null),
  past('shape.many', 'INFRA', 'Many tests failed together', 0.5, ({ shape }) =>
    (shape?.failed ?? 0) >= 10 ? `${shape?.failed} tests failed` : null, 'execution'),
  past('shape.few', 'REAL_BUG', 'A few tests failed together', 0.3, ({ shape }) =>
    (shape?.failed ?? 0) >= 2 && (shape?.failed ?? 0) < 10 ? `${shape?.failed} tests failed` : null, 'execution'),
];
