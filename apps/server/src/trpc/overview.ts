import { overview, overviewQuery } from '@svc/contract/overview';
import { executionsRouter } from '../features/executions/executions.router.ts';
import { flakyTestsRouter } from '../features/flaky-tests/flaky-tests.router.ts';
import { metricsRouter } from '../features/metrics/metrics.router.ts';
import { trendsRouter } from '../features/trends/trends.router.ts';
import { windowOf } from '../input/window.ts';
import { memberProcedure, router } from './trpc.ts';

const FLAKY_TESTS = 5;

const parts = router({
  executions: executionsRouter,
  flakyTests: flakyTestsRouter,
  metrics: metricsRouter,
  trends: trendsRouter,
});

/**
 * What the dashboard's first page shows, in one request. Calls the procedures of the features, so each figure is the
 * one that its own procedure answers for the same window.
 */
export const overviewRouter = router({
  get: memberProcedure
    .input(overviewQuery)
    .output(overview)
    .query(async ({ ctx, input: { timezone, ...input } }) => {
      const { from, to } = windowOf({ ...input, timezone }, ctx.deps.clock.now());
      // Only `trends` has a time zone, so the others get moments instead of dates.
      const filters = {
        ...input,
        from: from.toISOString(),
        ...(input.to === undefined ? {} : { to: to.toISOString() }),
      };
      const caller = parts.createCaller(ctx);
      const [metrics, trends, flaky, branches] = await Promise.all([
        caller.metrics.get(filters),
        caller.trends.get({ ...filters, timezone, granularity: 'daily' }),
        caller.flakyTests.list({ ...filters, sort: 'impact', limit: FLAKY_TESTS }),
        caller.executions.branches(filters),
      ]);
      return { metrics, trends, flaky: flaky.items, branches: branches.items };
    }),
});
