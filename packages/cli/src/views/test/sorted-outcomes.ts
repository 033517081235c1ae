import type { Result } from '@svc/contract/executions';

/** The results that need attention, in the server's order: by file, line and title. */
export function sortedOutcomes(results: readonly Result[]) {
  return {
    failures: results.filter(({ status }) => status === 'failed' || status === 'timedOut'),
    interrupted: results.filter(({ status }) => status === 'interrupted'),
    flaky: results.filter(({ status, flaky }) => status === 'passed' && flaky),
  };
}
