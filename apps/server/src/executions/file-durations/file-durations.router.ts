import { fileDurationPage, fileDurationsQuery } from '@svc/contract/history/file-durations';
import { ingestProcedure, router } from '../../http/trpc/trpc.ts';
import { fileDurationsOf } from './file-durations.service.ts';

export const fileDurationsRouter = router({
  list: ingestProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/file-durations',
        tags: ['Tests'],
        summary: 'How long the test files of a project take',
        description:
          'For splitting the files of a CI run between its jobs, also with a key that may only upload. The median over ' +
          'the newest 5 executions of each framework and name: of any branch, from CI if there are any, not partial, of a ' +
          'clean tree. A file takes its wall time with import and set-up where the framework reports it, else the sum of ' +
          'its results; in several variants the sum, in several legs the longest. Only what had been received before ' +
          '`before` counts, so that all jobs of a CI run get the same answer while others upload. A file without an entry ' +
          'has not run yet. A project without executions has no files.',
      },
    })
    .input(fileDurationsQuery)
    .output(fileDurationPage)
    .query(({ ctx, input }) => fileDurationsOf(ctx.deps, ctx.scope, input)),
});
