import { pullRequest, pullRequestQuery } from '@svc/contract/gate/pull-requests';
import { memberProcedure, router } from '../http/trpc/trpc.ts';
import { judgePullRequest } from './pull-requests/pull-request.service.ts';

export const pullRequestsRouter = router({
  get: memberProcedure
    .meta({
      data: true,
      openapi: {
        method: 'GET',
        path: '/pull-requests/{number}',
        tags: ['Quarantine and gate'],
        summary: 'Get a pull request with its gate',
        description:
          'Returns the suites of a pull request at its newest commit, the gate of each, and all executions. The executions ' +
          'are those whose CI reported the number, and those of pushes of the same commits to its branch. A suite that has ' +
          'not run at the newest commit makes the verdict `undecided`, because its result on an older commit proves nothing.',
      },
    })
    .input(pullRequestQuery)
    .output(pullRequest)
    .query(({ ctx, input }) => judgePullRequest(ctx.deps, ctx.scope, input)),
});
