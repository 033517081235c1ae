import { formatCount } from '../../format/count.ts';
import { formatDuration } from '../../format/duration.ts';

/** The page's first line: `9 tests had a flaky run`. */
export function flakySentence(shown: number, hasMore: boolean): string {
  if (hasMore) return `${formatCount(shown)} or more tests had a flaky run`;
  if (shown === 0) return 'No test had a flaky run';
  return shown === 1 ? '1 test had a flaky run' : `${formatCount(shown)} tests had a flaky run`;
}

/** What the retries of the tests cost: `Their retries take 27 m 09 s a week.`; empty without any cost. */
export function costSentence(tests: readonly { impact: number }[], hasMore: boolean): string {
  const costMs = tests.reduce((sum, { impact }) => sum + impact, 0);
  if (costMs < 1) return '';
  const whose = hasMore ? `The retries of the first ${formatCount(tests.length)}` : 'Their retries';
  return `${whose} take ${formatDuration(costMs)} a week.`;
}
