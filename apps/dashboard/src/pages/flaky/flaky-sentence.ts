import { formatNumber } from '../../format/count.ts';
import { formatDuration } from '../../format/duration.ts';

/** The page's first line: `63 tests had a flaky run`. */
export function describeFlakyTests(tests: number): string {
  if (tests === 0) return 'No test had a flaky run';
  return tests === 1 ? '1 test had a flaky run' : `${formatNumber(tests)} tests had a flaky run`;
}

/** What the retries of the tests cost: `Their retries take 27 m 09 s a week.`; empty without any cost. */
export function describeCost(total: { impact: number } | undefined): string {
  if (total === undefined || total.impact < 1) return '';
  return `Their retries take ${formatDuration(total.impact)} a week.`;
}
