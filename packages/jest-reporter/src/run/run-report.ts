import type { AggregatedResult } from '@jest/reporters';
import { deriveExecutionStatus, type RunEnd } from '@svc/reporter-core/report/execution-status';
import type { RunReport } from '@svc/reporter-core/report/run-report';
import { collectExecutionErrors } from './execution-errors.ts';
import { findPartialReasons } from './partial-run.ts';
import { type RunRecord, deriveShard } from './run-record.ts';
import { clock } from '@svc/reporter-core/clock';

/** The whole run. If `aggregated` is missing, the run up to now, for a process that is about to exit. */
export function buildRunReport(
  record: RunRecord,
  aggregated: AggregatedResult | undefined,
): RunReport {
  const { config, startedAt, sentPath } = record;
  const isLeft = aggregated === undefined;
  const sent = [
    ...record.endedFiles,
    ...record.buildUnendedFiles(isLeft ? 'The process was ended' : undefined),
  ];
  const files = sent.map(({ file }) => file);
  const results = sent.flatMap((each) => each.results);
  const errors = isLeft ? undefined : collectExecutionErrors(aggregated, sentPath);
  return {
    execution: {
      status: deriveExecutionStatus({ end: deriveEnd(aggregated), files, results, errors }),
      startedAt: new Date(startedAt).toISOString(),
      durationMs: Math.max(0, clock.nowMs() - startedAt),
      shard: deriveShard(config),
      partial: findPartialReasons(config, aggregated),
      errors,
    },
    files,
    results,
  };
}

/** Does not use `success`, which is false until all reporters have finished. */
function deriveEnd(results: AggregatedResult | undefined): RunEnd {
  if (results === undefined) return 'left';
  if (results.numFailedTests > 0 || results.numRuntimeErrorTestSuites > 0) return 'failed';
  return results.wasInterrupted ? 'interrupted' : 'passed';
}
