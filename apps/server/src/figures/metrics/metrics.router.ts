import { metrics, metricsQuery } from '@svc/contract/history/metrics';
import { memberProcedure, router } from '../../http/trpc/trpc.ts';
import { readMetrics } from './metrics.service.ts';

export const metricsRouter = router({
  get: memberProcedure
    .meta({
      data: true,
      openapi: {
        method: 'GET',
        path: '/metrics',
        tags: ['Metrics'],
        summary: 'Get the metrics of a period',
        description: [
          'Returns figures of all executions that began in the window, and of their results. `previous` has the same figures ' +
            'for the period of equal length that ends where the window begins.',
          '| figure | formula |\n' +
            '| --- | --- |\n' +
            '| `executions.passRate` | passed / (passed + failed) |\n' +
            '| `results.passRate` | passed / (passed + failed + timedOut); `results.failed` is failed + timedOut |\n' +
            '| `results.flakyRate` | flaky / (passed + failed + timedOut); a flaky result passed after a failed attempt |\n' +
            '| `executionAverageMs`, `executionP50Ms`, `executionP95Ms` | mean and percentiles (`percentile_cont` of Postgres) of the wall times of finished executions, from the start of the first shard to the end of the last |\n' +
            '| `totalMs` | sum of these wall times |\n' +
            "| `resultAverageMs` | sum of the last attempts' durations / (passed + failed + timedOut) |\n" +
            '| `failures.distinctTests` | number of tests with at least one failed or timed-out result |',
          'Skipped, interrupted and running ones are in no denominator, and 0/0 is null. `executions.total` includes running ' +
            'executions, whose results count too.',
        ].join('\n\n'),
      },
    })
    .input(metricsQuery)
    .output(metrics)
    .query(({ ctx, input }) => readMetrics(ctx.deps, ctx.scope, input)),
});
