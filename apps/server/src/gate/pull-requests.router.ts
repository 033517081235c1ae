import { pullRequest, pullRequestQuery } from '@svc/contract/gate/pull-requests';
import { memberProcedure, router } from '../http/trpc/trpc.ts';
import { pullRequestOf } from './pull-requests/pull-request.service.ts';

export const pullRequestsRouter = router({
  get: memberProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/pull-requests/{number}',
        tags: ['Quarantine and gate'],
        summary: 'A pull request: its suites at the newest commit, their gates, and all executions',
        description:
          'Its executions are those whose CI named the number, and those of pushes of the same commits to its branch. A suite that ' +
          'has not run at the newest commit makes the answer `undecided`: what it said of an older commit proves nothing.',
      },
    })
    .input(pullRequestQuery)
    .output(pullRequest)
    .query(({ ctx, input }) => pullRequestOf(ctx.deps, ctx.scope, input)),
});
