import type { ExecutionSummary } from '@svc/contract/executions/execution-view';
import { formatCount, formatCounted } from '../../../format/count.ts';

/**
 * What the execution says, in one sentence with its counts: `4 of 612 tests failed, 2 were flaky.` `rest` says what is
 * missing.
 */
export function executionSentence({
  execution: { status, shards, resultsExpiredAt },
  counts,
  errors,
  errorsOmitted = 0,
  brokenFiles,
}: Pick<ExecutionSummary, 'execution' | 'counts' | 'errors' | 'errorsOmitted' | 'brokenFiles'>): {
  answer: string;
  rest: string | null;
} {
  if (resultsExpiredAt !== null) {
    return { answer: `${formatCounted(counts.all, 'test')} ran.`, rest: null };
  }
  const parts = [
    counts.failed > 0
      ? `${formatCount(counts.failed)} of ${formatCounted(counts.all, 'test')} failed`
      : null,
    problems(errors.length + errorsOmitted, brokenFiles.items.length + brokenFiles.omitted),
    counts.interrupted > 0 ? `${formatCount(counts.interrupted)} did not finish` : null,
    counts.flaky > 0
      ? `${formatCount(counts.flaky)} ${counts.flaky === 1 ? 'was' : 'were'} flaky`
      : null,
  ].filter((part) => part !== null);
  // More tests may follow in a running execution, so none of its counts is that of all.
  const passed =
    counts.all === 0
      ? status === 'running'
        ? 'No result has arrived yet'
        : 'No test ran'
      : counts.passed === counts.all && status !== 'running'
        ? counts.all === 1
          ? 'The test passed'
          : `All ${formatCount(counts.all)} tests passed`
        : `${formatCount(counts.passed)} of ${formatCounted(counts.all, 'test')} passed`;
  const hasFailed = counts.failed > 0 || errors.length > 0 || brokenFiles.items.length > 0;
  if (!hasFailed) {
    parts.unshift(passed);
    // Such as a coverage threshold, or an exit code.
    if (status === 'failed') parts.unshift('the run failed outside of its tests');
  }
  if (hasFailed && counts.failed === 0 && counts.all > 0) parts.push(passed);
  const [first = '', ...others] = parts;
  const answer = `${[first, ...others.map(lowerFirst)].join(', ')}.`;
  const missing = shards.expected - shards.received - shards.carried;
  const rest =
    status === 'running'
      ? missing > 0
        ? `${formatCounted(missing, 'shard')} of ${shards.expected} still running.`
        : 'Still running.'
      : missing > 0
        ? `${formatCounted(missing, 'shard')} of ${shards.expected} never reported.`
        : null;
  return { answer: answer.slice(0, 1).toUpperCase() + answer.slice(1), rest };
}

function lowerFirst(text: string): string {
  return text.slice(0, 1).toLowerCase() + text.slice(1);
}

function problems(errors: number, files: number): string | null {
  const texts = [
    files > 0 ? `${formatCounted(files, 'file')} failed to load` : null,
    errors > 0 ? `the run reported ${formatCounted(errors, 'error')}` : null,
  ].filter((text) => text !== null);
  return texts.length === 0 ? null : texts.join(', ');
}
