import type { ExecutionSummary } from '@svc/contract/executions/execution-view';
import { formatNumber, formatCount } from '../../../format/count.ts';

export type Outcomes = Pick<
  ExecutionSummary,
  'execution' | 'counts' | 'errors' | 'errorsOmitted' | 'brokenFiles'
>;

/** How much failed besides the tests: files that did not load, and errors of the run. */
export function countOutside({
  errors,
  errorsOmitted = 0,
  brokenFiles,
}: Pick<Outcomes, 'errors' | 'errorsOmitted' | 'brokenFiles'>): { files: number; errors: number } {
  return {
    files: brokenFiles.items.length + brokenFiles.omitted,
    errors: errors.length + errorsOmitted,
  };
}

/** The count of the Failed tab: `4`, or `1 file`, `4 tests, 1 file, 2 errors` where more than tests failed. */
export function formatFailedCount(summary: Outcomes): string {
  const { failed } = summary.counts;
  const { files, errors } = countOutside(summary);
  if (files + errors === 0) return formatNumber(failed);
  return [
    failed > 0 ? formatCount(failed, 'test') : [],
    files > 0 ? formatCount(files, 'file') : [],
    errors > 0 ? formatCount(errors, 'error') : [],
  ]
    .flat()
    .join(', ');
}

/**
 * The pass rate of the results, 0 to 1; or why there is none. Tests that did not run are in no count, so that the
 * results that exist would read as a pass.
 */
export function computePassRate(summary: Outcomes): { rate: number } | { missing: string } {
  const { execution, counts } = summary;
  const { files, errors } = countOutside(summary);
  const decided = counts.passed + counts.failed;
  if (decided === 0) return { missing: 'No test passed or failed.' };
  if (files > 0) return { missing: 'A file failed to load. Its tests have no result.' };
  if (errors > 0)
    return { missing: 'The run reported an error. Tests without a result may exist.' };
  if (counts.failed === 0 && execution.status !== 'passed')
    return { missing: REASONS[execution.status] };
  return { rate: counts.passed / decided };
}

const REASONS: Record<Exclude<ExecutionSummary['execution']['status'], 'passed'>, string> = {
  failed: 'The run failed outside of its tests.',
  interrupted: 'The run ended before all tests did.',
  running: 'The run has not ended.',
};
