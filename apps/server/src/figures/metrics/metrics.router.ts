import { metrics, metricsQuery } from '@svc/contract/history/metrics';
import { memberProcedure, router } from '../../http/trpc/trpc.ts';
import { metricsOf } from './metrics.service.ts';

export const metricsRouter = router({
  get: memberProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/metrics',
        tags: ['Metrics'],
        summary: 'Figures of a period, and of the one before it',
        description:
          'Of all executions that began in the window, and of their results. executions.passRate = passed / ' +
          '(passed + failed); results.passRate = passed / (passed + failed + timedOut), where `failed` of the ' +
          'answer is failed + timedOut; flakyRate = flaky / (passed + failed + timedOut). Flaky results ' +
          'passed, after a failed attempt. Skipped, interrupted and running ones are in no denominator; 0/0 ' +
          'is null. executions.total counts those still running, whose results count too. ' +
          "Durations of executions are wall times, first shard's start to last shard's end, of finished ones: " +
          'their mean, their percentiles by linear interpolation (percentile_cont of Postgres), and totalMs, ' +
          "their sum. resultAverageMs = sum of the last attempts' durations / (passed + failed + timedOut), " +
          'over the results that passed, failed or timed out. failures.distinctTests counts tests with at ' +
          'least one failed or timed out result. `previous` is the period of equal length that ends where this ' +
          'one begins.',
      },
    })
    .input(metricsQuery)
    .output(metrics)
    .query(({ ctx, input }) => metricsOf(ctx.deps, ctx.scope, input)),
});
