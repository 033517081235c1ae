import {
  goodAgain,
  type HistoryRun,
  deriveTestHealth,
  type TestHealth,
} from '@svc/analysis/flakiness/test-state';

type Since = NonNullable<TestHealth['since']>;

/**
 * Range of commits in which a test became bad on the default branch (`trunk`), as of the time when another branch first
 * showed it as bad; null when the default branch was not as bad then: it passed, or it was flaky while the other branch
 * fails. A later fix on the default branch does not make the other branch guilty, and is `goodAgain`.
 */
export function findSinceBefore(own: Since, trunk: readonly HistoryRun[]): Since | null {
  const before = deriveTestHealth(trunk.filter(({ at }) => at < own.firstBad.at)).since;
  if (before === null || before.goodAgain !== null) return null;
  if (before.kind === 'flaky') return own.kind === 'flaky' ? before : null;
  return { ...before, goodAgain: goodAgain(trunk.filter(({ infrastructure }) => !infrastructure)) };
}
