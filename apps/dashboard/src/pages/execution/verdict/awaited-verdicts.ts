import { MOST_FAILURES } from '@svc/analysis/classify/limits';
import type { Analysis } from '@svc/contract/analysis/analyses';

/** Whether every failed test has its verdict. Verdicts on errors of files and of the run count for no test. */
export function hasAllVerdicts(
  { failureCount, failures }: Pick<Analysis, 'failureCount' | 'failures'>,
  failedTests: number,
): boolean {
  const outside = failures.filter(({ testId }) => testId === null).length;
  return failureCount - outside >= Math.min(failedTests, MOST_FAILURES);
}

/** The time of the newest correction that the analysis does not follow yet; null if it follows all. */
export function findNewestCorrection({
  analyzedAt,
  failures,
}: Pick<Analysis, 'analyzedAt' | 'failures'>): string | null {
  let newest: string | null = null;
  for (const { correctedBy } of failures) {
    const at = correctedBy?.at ?? '';
    if (at > (newest ?? analyzedAt)) newest = at;
  }
  return newest;
}
