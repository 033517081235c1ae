import { overview, overviewQuery, type OverviewQuery } from '@svc/contract/history/overview';
import type { Trends } from '@svc/contract/history/trends';
import { executionsRouter } from '../executions/index.ts';
import { flakyTestsRouter } from '../tests/index.ts';
import { metricsRouter, trendsRouter } from '../figures/index.ts';
import { parseWindow } from '../http/input/window.ts';
import { memberProcedure, router } from '../http/trpc/trpc.ts';

const FLAKY_TESTS = 5;

const parts = router({
  executions: executionsRouter,
  flakyTests: flakyTestsRouter,
  metrics: metricsRouter,
  trends: trendsRouter,
});

/**
 * The data of the dashboard's first page, in one request. Calls the procedures of the features, so each figure equals
 * the answer of its own procedure for the same window.
 */
export const overviewRouter = router({
  get: memberProcedure
    .meta({ data: true })
    .input(overviewQuery)
    .output(overview)
    .query(async ({ ctx, input: { timezone, ...input } }) => {
      const { from, to } = parseWindow({ ...input, timezone }, ctx.deps.clock.now());
      // Only `trends` has a time zone, so the others get moments instead of dates.
      const filters = {
        ...input,
        from: from.toISOString(),
        ...(input.to === undefined ? {} : { to: to.toISOString() }),
      };
      const caller = parts.createCaller(ctx);
      const [metrics, [trends, previousAveragesMs], flaky, branches] = await Promise.all([
        caller.metrics.get(filters),
        readTrendsWithPrevious(caller, { ...filters, timezone }),
        caller.flakyTests.list({ ...filters, sort: 'impact', limit: FLAKY_TESTS }),
        caller.executions.branches(filters),
      ]);
      return {
        metrics,
        trends,
        previousAveragesMs,
        flaky: flaky.items,
        branches: branches.items,
      };
    }),
});

const DAY_MS = 24 * 60 * 60 * 1_000;
// The longest window. One of so many days that begins at noon has a day more.
const MAX_DAYS = 400;

/** The days of the window, and the averages of as many days before. */
async function readTrendsWithPrevious(
  caller: ReturnType<typeof parts.createCaller>,
  query: OverviewQuery,
): Promise<[Trends, (number | null)[]]> {
  const trends = await caller.trends.get({ ...query, granularity: 'daily' });
  const { points } = trends;
  const [first] = points;
  if (first === undefined) return [trends, []];
  const before = await caller.trends.get({
    ...query,
    granularity: 'daily',
    from: new Date(
      Date.parse(first.from) - Math.min(points.length, MAX_DAYS) * DAY_MS,
    ).toISOString(),
    to: first.from,
  });
  // Where clocks were set meanwhile, there is a part of one day more, or of one less.
  return [
    trends,
    points.map((_, index) => before.points.at(index - points.length)?.executionAverageMs ?? null),
  ];
}
