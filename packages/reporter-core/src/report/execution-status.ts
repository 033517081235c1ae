import type { IngestExecution, IngestFile, IngestResult } from '@svc/contract/executions/ingest';
import type { TestError } from '@svc/contract/executions/test-errors';
import { isFailure } from '@svc/contract/zod-free/is-failure';

/** How a run ended: the framework's verdict, or `left` if the process was terminated during the run. */
export type RunEnd = 'passed' | 'failed' | 'interrupted' | 'left';

export interface EndedRun {
  end: RunEnd;
  files: readonly IngestFile[];
  results: readonly IngestResult[];
  errors: readonly TestError[] | undefined;
}

/**
 * Computes the status of the execution. The framework's verdict is not enough: for a run whose only error is an
 * unhandled rejection, Vitest reports success and Jest reports nothing. A terminated run is interrupted, regardless
 * of the tests that finished.
 */
export function deriveExecutionStatus({
  end,
  files,
  results,
  errors,
}: EndedRun): IngestExecution['status'] {
  if (end === 'left') return 'interrupted';
  const failed =
    end === 'failed' ||
    errors !== undefined ||
    files.some((file) => file.errors !== undefined) ||
    results.some(({ status }) => isFailure(status));
  if (failed) return 'failed';
  const cutOff = end === 'interrupted' || results.some(({ status }) => status === 'interrupted');
  return cutOff ? 'interrupted' : 'passed';
}
