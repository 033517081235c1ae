import type { IngestBody } from '@svc/contract/executions/ingest';

/** Whether the run has neither a result nor an error. */
export function isEmptyRun({ execution, results, files }: IngestBody): boolean {
  return results.length === 0 && countErrors({ execution, files }) === 0;
}

/**
 * Whether the server needs nothing of this run. It waits for each shard, also for one without tests; in a re-run it
 * waits for each job that did not pass in the attempt before; and a merged report ends the wait.
 */
export function isWorthless(body: IngestBody): boolean {
  const { shard, merged, ci } = body.execution;
  const isAwaited = shard !== undefined || merged === true || (ci?.runAttempt ?? 1) > 1;
  return isEmptyRun(body) && !isAwaited;
}

/** Number of errors outside of tests: of the run and of its files. */
export function countErrors({
  execution,
  files = [],
}: Pick<IngestBody, 'execution' | 'files'>): number {
  return [execution, ...files].reduce((sum, { errors }) => sum + (errors?.length ?? 0), 0);
}
