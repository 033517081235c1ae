import type { IngestResult, ResultStatus } from '@svc/contract/executions/ingest';
import { isFlaky } from '@svc/contract/zod-free/is-flaky';

/** The number of tests by status; flaky ones are included in the passed ones. */
export type ResultCounts = Record<ResultStatus, number> & { tests: number; flaky: number };

export function buildZeroCounts(): ResultCounts {
  return { tests: 0, passed: 0, failed: 0, timedOut: 0, skipped: 0, interrupted: 0, flaky: 0 };
}

export function countResult(counts: ResultCounts, result: IngestResult): void {
  counts.tests++;
  counts[result.status]++;
  if (isFlaky(result)) counts.flaky++;
}

export function addCounts(all: readonly ResultCounts[]): ResultCounts {
  const sum = buildZeroCounts();
  for (const counts of all) {
    for (const key of COUNT_KEYS) sum[key] += counts[key];
  }
  return sum;
}

const COUNT_KEYS = [
  'tests',
  'passed',
  'failed',
  'timedOut',
  'skipped',
  'interrupted',
  'flaky',
] as const;
