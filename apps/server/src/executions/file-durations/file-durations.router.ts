import { fileDurationPage, fileDurationsQuery } from '@svc/contract/history/file-durations';
import { ingestProcedure, router } from '../../http/trpc/trpc.ts';
import { statusTable } from '../../http/trpc/status-table.ts';
import { readFileDurations } from './file-durations.service.ts';

export const fileDurationsRouter = router({
  list: ingestProcedure
    .meta({
      data: true,
      openapi: {
        method: 'GET',
        path: '/file-durations',
        tags: ['Tests'],
        summary: 'List the durations of test files',
        description: [
          'Use it to split the files of a CI run between its jobs; a key that may only upload can read it. A duration is the ' +
            'median over the newest 5 executions of each framework and name, of any branch, that are not partial and of a clean ' +
            'work tree; from CI if there are any. The duration of a file in an execution is its wall time with import and set-up ' +
            'if the framework reports it, else the sum of its results. Variants are summed; of several legs the longest counts.',
          'Only data that the server had received before `before` is counted, so all jobs of a CI run get the same answer while ' +
            'others upload. A file without an entry has not run in these executions. A project without executions has no files.',
          statusTable([
            [400, '`before` is in the future', 'Send a time in the past, the same in all jobs'],
            [403, 'The API key is bound to other projects', 'Use a key of this project'],
          ]),
        ].join('\n\n'),
      },
    })
    .input(fileDurationsQuery)
    .output(fileDurationPage)
    .query(({ ctx, input }) => readFileDurations(ctx.deps, ctx.scope, input)),
});
