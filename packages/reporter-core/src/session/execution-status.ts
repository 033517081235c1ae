import type { IngestExecution, IngestFile, IngestResult } from '@svc/contract/ingest';
import type { TestError } from '@svc/contract/test-errors';

/** How a run ended: as the framework says, or `left` when the process was taken away under it. */
export type RunEnd = 'passed' | 'failed' | 'interrupted' | 'left';

export interface EndedRun {
  end: RunEnd;
  files: readonly IngestFile[];
  results: readonly IngestResult[];
  errors: readonly TestError[] | undefined;
}

/**
 * The verdict, which is ours to compute: Vitest calls a run passed whose only fault is an unhandled
 * rejection, and Jest none at all. A process that was taken away is interrupted, whatever its finished tests say.
 */
export function executionStatus({
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
    results.some(({ status }) => status === 'failed' || status === 'timedOut');
  if (failed) return 'failed';
  const cutOff = end === 'interrupted' || results.some(({ status }) => status === 'interrupted');
  return cutOff ? 'interrupted' : 'passed';
}
