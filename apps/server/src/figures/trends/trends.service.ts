import { formatNumber } from '@svc/contract/zod-free/amounts';
import { share } from '@svc/analysis/statistics/share';
import {
  GRANULARITIES,
  MAX_BUCKETS,
  type Granularity,
  type TrendPoint,
  type Trends,
  type TrendsQuery,
} from '@svc/contract/history/trends';
import type { Scope } from '../../db/scope.ts';
import type { Deps } from '../../deps.ts';
import { SvcError } from '../../errors.ts';
import { formatAlternatives } from '../../http/input/invalid-input.ts';
import { readUsedSource } from '../../history/used-source.queries.ts';
import { parseWindow, type Window } from '../../http/input/window.ts';
import { splitIntoBuckets, type Bucket } from './buckets.ts';
import { sumUpBuckets, type BucketSums } from './trends.queries.ts';

/**
 * Passes and failures in every bucket of the window.
 * @throws SvcError BAD_REQUEST for an invalid window, or one with more than MAX_BUCKETS buckets.
 * @see docs/read/definitions.md, "Rates and durations"
 */
export async function readTrends(
  deps: Deps,
  scope: Scope,
  { granularity, timezone, from, to, ...filters }: TrendsQuery,
): Promise<Trends> {
  const { shownTo, ...window } = parseWindow({ from, to, timezone }, deps.clock.now());
  const buckets = splitWindow({ from: window.from, to: shownTo }, granularity, timezone);
  const counted = await readUsedSource(scope, { ...filters, ...window });
  const sums = await sumUpBuckets(scope, {
    filter: { ...filters, ...window, ...counted.filter },
    starts: buckets.map((bucket) => bucket.from),
  });
  const points = buckets.map((bucket, index) => toTrendPoint(bucket, sums.get(index) ?? NOTHING));
  return { granularity, timezone, ...counted.answer, points };
}

function splitWindow(window: Window, granularity: Granularity, timezone: string): Bucket[] {
  const buckets = splitIntoBuckets(window, granularity, timezone);
  if (buckets.length <= MAX_BUCKETS) return buckets;
  const fitting = GRANULARITIES.filter(
    (other) => splitIntoBuckets(window, other, timezone).length <= MAX_BUCKETS,
  );
  const shorter = `a window of at most ${formatNumber(MAX_BUCKETS)} ${UNITS[granularity]}`;
  const message =
    `The window from ${window.from.toISOString()} to ${window.to.toISOString()} has more than ` +
    `${formatNumber(MAX_BUCKETS)} ${UNITS[granularity]}; expected ${formatAlternatives([...fitting, shorter])}`;
  throw new SvcError('BAD_REQUEST', `granularity: ${message}.`, {
    details: [{ path: 'granularity', message }],
  });
}

const UNITS: Record<Granularity, string> = {
  hourly: 'hours',
  daily: 'days',
  weekly: 'weeks',
  monthly: 'months',
};

const NOTHING: BucketSums = {
  executions: 0,
  executionsPassed: 0,
  executionsFailed: 0,
  executionsInterrupted: 0,
  passed: 0,
  failed: 0,
  skipped: 0,
  flaky: 0,
  executionAverageMs: null,
  executionP50Ms: null,
};

function toTrendPoint({ from, to }: Bucket, sums: BucketSums): TrendPoint {
  const passRate = share(sums.passed, sums.passed + sums.failed);
  return { from: from.toISOString(), to: to.toISOString(), ...sums, passRate };
}
