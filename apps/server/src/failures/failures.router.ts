import { failurePage, failuresQuery } from '@svc/contract/history/failures';
import { memberProcedure, router } from '../http/trpc/trpc.ts';
import { readFailuresPage } from './failures.service.ts';

export const failuresRouter = router({
  list: memberProcedure
    .meta({
      data: true,
      openapi: {
        method: 'GET',
        path: '/failures',
        tags: ['Tests'],
        summary: 'List failures grouped by fingerprint',
        description:
          'Groups the results that failed or timed out in the window, one item for each cause. `search` finds groups by their ' +
          'pattern, or by the title or file of a test with this failure; the figures stay those of the complete group. `phase` ' +
          'is judged from the executions that match the window and filters; branches of different projects are different ' +
          'branches.',
      },
    })
    .input(failuresQuery)
    .output(failurePage)
    .query(({ ctx, input }) => readFailuresPage(ctx.deps, ctx.scope, input)),
});
