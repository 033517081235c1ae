import type { ExecutionSummary } from '@svc/contract/executions/execution-view';
import { formatNumber, formatCount } from '../../../format/count.ts';
import { countOutside, type Outcomes } from './outside-counts.ts';

type Counts = ExecutionSummary['counts'];

/**
 * What the execution says, in one sentence with its counts: `4 of 612 tests failed, 2 were flaky.` `rest` says what is
 * missing.
 */
export function describeExecution(summary: Outcomes): { answer: string; rest: string | null } {
  const { execution, counts } = summary;
  if (execution.resultsExpiredAt !== null) {
    return { answer: `${formatCount(counts.all, 'test')} ran.`, rest: null };
  }
  const outside = formatOutside(summary);
  const failed =
    counts.failed > 0
      ? `${formatNumber(counts.failed)} of ${formatCount(counts.all, 'test')} failed`
      : null;
  const hasFailed = failed !== null || outside.length > 0;
  const parts = [
    failed,
    ...outside,
    failed === null && !(hasFailed && counts.all === 0)
      ? formatPassed(counts, { status: execution.status })
      : null,
    counts.interrupted > 0 ? `${formatNumber(counts.interrupted)} did not finish` : null,
    counts.flaky > 0
      ? `${formatNumber(counts.flaky)} ${counts.flaky === 1 ? 'was' : 'were'} flaky`
      : null,
  ].filter((part) => part !== null);
  const [first = '', ...others] = parts;
  const answer = `${[first, ...others.map(lowerFirst)].join(', ')}.`;
  return {
    answer: answer.slice(0, 1).toUpperCase() + answer.slice(1),
    rest: formatMissing(execution),
  };
}

/** What failed besides the tests: `1 file failed to load`. */
function formatOutside(summary: Outcomes): string[] {
  const { files, errors } = countOutside(summary);
  const texts = [
    files > 0 ? `${formatCount(files, 'file')} failed to load` : [],
    errors > 0 ? `the run reported ${formatCount(errors, 'error')}` : [],
  ].flat();
  // Such as a coverage threshold, or an exit code.
  const isUnexplained =
    texts.length === 0 && summary.execution.status === 'failed' && summary.counts.failed === 0;
  return isUnexplained ? ['the run failed outside of its tests'] : texts;
}

/** How many passed. Only of an execution that passed are these all of its tests. */
function formatPassed(
  { all, passed, skipped }: Counts,
  { status }: Pick<ExecutionSummary['execution'], 'status'>,
): string {
  if (all === 0) return status === 'running' ? 'No result has arrived yet' : 'No test ran';
  if (status !== 'running' && skipped === all) {
    return all === 1 ? 'The only test was skipped' : `All ${formatNumber(all)} tests were skipped`;
  }
  if (status === 'running' || passed < all) {
    return `${formatNumber(passed)} of ${formatCount(all, 'test')} passed`;
  }
  const ran = status === 'passed' ? '' : ' that ran';
  return all === 1 ? `The test${ran} passed` : `All ${formatNumber(all)} tests${ran} passed`;
}

function formatMissing({ status, shards }: ExecutionSummary['execution']): string | null {
  const missing = shards.expected - shards.received - shards.carried;
  if (missing > 0) {
    const of = `${formatCount(missing, 'part')} of ${shards.expected}`;
    return status === 'running' ? `${of} still running.` : `${of} never reported.`;
  }
  return status === 'running' ? 'Still running.' : null;
}

function lowerFirst(text: string): string {
  return text.slice(0, 1).toLowerCase() + text.slice(1);
}
