import { trends, trendsQuery } from '@svc/contract/history/trends';
import { memberProcedure, router } from '../../http/trpc/trpc.ts';
import { readTrends } from './trends.service.ts';

export const trendsRouter = router({
  get: memberProcedure
    .meta({
      data: true,
      openapi: {
        method: 'GET',
        path: '/trends',
        tags: ['Metrics'],
        summary: 'Get passes and failures over time',
        description:
          'Returns a point for every hour, day, ISO week or month of `timezone` in the window, including those without ' +
          'executions; at most 1,000. Dates of the window are midnight in `timezone`. A point counts the executions that began ' +
          'in its bucket and in the window, including running ones, and all their results. A day with a clock change has 23 or ' +
          '25 hours, and an hour that occurs twice has two points. `failed` is failed + timedOut; a `flaky` result passed after ' +
          'a failed attempt; passRate = passed / (passed + failed), null for 0/0. executionAverageMs and executionP50Ms are mean ' +
          'and median (`percentile_cont` of Postgres) of the wall times of finished executions, from the start of the first ' +
          'shard to the end of the last.',
      },
    })
    .input(trendsQuery)
    .output(trends)
    .query(({ ctx, input }) => readTrends(ctx.deps, ctx.scope, input)),
});
