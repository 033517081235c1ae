import { trends, trendsQuery } from '@svc/contract/history/trends';
import { memberProcedure, router } from '../../http/trpc/trpc.ts';
import { trendsOf } from './trends.service.ts';

export const trendsRouter = router({
  get: memberProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/trends',
        tags: ['Metrics'],
        summary: 'Passes and failures over time',
        description:
          'A point for every hour, day, ISO week or month of `timezone` that the window touches, also where ' +
          'nothing ran; at most 1,000. Dates of the window are midnight in `timezone`. A bucket holds the ' +
          'executions that began in it and in the window, those still running included, and all their ' +
          'results. A day on which clocks are set has 23 or 25 hours, and an hour that the clock shows twice ' +
          'is two points. `failed` is failed + timedOut; `flaky` ones passed, after a failed attempt; passRate ' +
          '= passed / (passed + failed), null for 0/0. executionAverageMs and executionP50Ms: mean and median ' +
          "(percentile_cont of Postgres) of the wall times, first shard's start to last shard's end, of " +
          'finished executions.',
      },
    })
    .input(trendsQuery)
    .output(trends)
    .query(({ ctx, input }) => trendsOf(ctx.deps, ctx.scope, input)),
});
