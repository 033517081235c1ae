import { failurePage, failuresQuery } from '@svc/contract/history/failures';
import { memberProcedure, router } from '../http/trpc/trpc.ts';
import { pageOfFailures } from './failures.service.ts';

export const failuresRouter = router({
  list: memberProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/failures',
        tags: ['Tests'],
        summary: 'Failures grouped by fingerprint',
        description:
          'Results that failed or timed out in the window, one item for each cause. `search` finds groups by ' +
          'their pattern or by the title or file of a test that failed so; the figures stay those of the ' +
          'whole group. `phase` looks at the executions of the window and filters; branches of different ' +
          'projects are different branches.',
      },
    })
    .input(failuresQuery)
    .output(failurePage)
    .query(({ ctx, input }) => pageOfFailures(ctx.deps, ctx.scope, input)),
});
