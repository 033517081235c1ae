import type { AggregatedResult } from '@jest/reporters';
import { executionStatus, type RunEnd } from '@svc/reporter-core/report/execution-status';
import type { RunReport } from '@svc/reporter-core/report/run-report';
import { executionErrors } from './execution-errors.ts';
import { partialReasons } from './partial-run.ts';
import { type RunRecord, shardOf } from './run-record.ts';
import { clock } from '@svc/reporter-core/clock';

/** The whole run. Without `aggregated`, the run up to now, for a process that is about to exit. */
export function runReport(record: RunRecord, aggregated: AggregatedResult | undefined): RunReport {
  const { config, startedAt, sentPath } = record;
  const isLeft = aggregated === undefined;
  const sent = [
    ...record.endedFiles,
    ...record.unendedFiles(isLeft ? 'The process was ended' : undefined),
  ];
  const files = sent.map(({ file }) => file);
  const results = sent.flatMap((each) => each.results);
  const errors = isLeft ? undefined : executionErrors(aggregated, sentPath);
  return {
    execution: {
      status: executionStatus({ end: endOf(aggregated), files, results, errors }),
      startedAt: new Date(startedAt).toISOString(),
      durationMs: Math.max(0, clock.nowMs() - startedAt),
      shard: shardOf(config),
      partial: partialReasons(config, aggregated),
      errors,
    },
    files,
    results,
  };
}

/** Does not use `success`, which is false until all reporters have finished. */
function endOf(results: AggregatedResult | undefined): RunEnd {
  if (results === undefined) return 'left';
  if (results.numFailedTests > 0 || results.numRuntimeErrorTestSuites > 0) return 'failed';
  return results.wasInterrupted ? 'interrupted' : 'passed';
}
