import type { Granularity, TrendPoint, Trends } from '@svc/contract/history/trends';
import { countedOf, isAskedFor, type Asked } from '../asked.ts';
import { bucketsOf, type Bucket } from '../calendar.ts';
import type { Execution } from '../attempts.ts';
import { isFailure } from '../results.ts';
import { wallTimeMs } from './metrics.ts';
import { meanMs, percentileMs, share } from '../statistics.ts';

/** The answer of GET /api/trends. */
export function referenceTrends(
  executions: readonly Execution[],
  asked: Asked & { granularity: Granularity; timezone: string },
): Trends {
  const { granularity, timezone } = asked;
  const counted = countedOf(executions, asked);
  const inWindow = executions.filter(isAskedFor({ ...asked, ...counted.filter }));
  const points = bucketsOf(asked, granularity, timezone).map((bucket) => pointOf(bucket, inWindow));
  return { granularity, timezone, ...counted.answer, points };
}

function pointOf({ from, to }: Bucket, inWindow: readonly Execution[]): TrendPoint {
  const executions = inWindow.filter(({ startedAt }) => startedAt >= from && startedAt < to);
  const ended = (status: string) => executions.filter((one) => one.status === status).length;
  const results = executions.flatMap((execution) => execution.results);
  const passed = results.filter((result) => result.status === 'passed').length;
  const failed = results.filter(isFailure).length;
  const wallTimes = executions.filter((one) => one.status !== 'running').map(wallTimeMs);
  return {
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
    executions: executions.length,
    executionsPassed: ended('passed'),
    executionsFailed: ended('failed'),
    executionsInterrupted: ended('interrupted'),
    passed,
    failed,
    skipped: results.filter((result) => result.status === 'skipped').length,
    flaky: results.filter((result) => result.isFlaky).length,
    passRate: share(passed, passed + failed),
    executionAverageMs: meanMs(wallTimes),
    executionP50Ms: percentileMs(wallTimes, 0.5),
  };
}
