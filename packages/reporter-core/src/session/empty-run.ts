import type { IngestBody } from '@svc/contract/ingest';

/** Whether the run has neither a result nor an error. */
export function isEmptyRun({ execution, results, files }: IngestBody): boolean {
  return results.length === 0 && countErrors({ execution, files }) === 0;
}

/**
 * Whether the server needs nothing of this run. It waits for each shard, also for one without tests, and a merged
 * report ends the wait.
 */
export function isWorthless(body: IngestBody): boolean {
  const { shard, merged } = body.execution;
  return isEmptyRun(body) && shard === undefined && merged !== true;
}

/** Number of errors outside of tests: of the run and of its files. */
export function countErrors({
  execution,
  files = [],
}: Pick<IngestBody, 'execution' | 'files'>): number {
  return [execution, ...files].reduce((sum, { errors }) => sum + (errors?.length ?? 0), 0);
}
