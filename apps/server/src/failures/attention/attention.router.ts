import { attention, attentionQuery } from '@svc/contract/history/attention';
import { memberProcedure, router } from '../../http/trpc/trpc.ts';
import { attentionOf } from './attention.service.ts';

export const attentionRouter = router({
  get: memberProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/attention',
        tags: ['Attention'],
        summary: 'What needs attention now',
        description:
          'At most 20 items, most severe first, from the newest execution that speaks for each branch ' +
          '(finished, not partial, clean tree, from CI; in a project without an execution from CI ' +
          'local ones speak too) and began in the last 14 days: (1) `failing`: the default branch fails, one item a fingerprint, and one ' +
          'for a run that failed without a failing test, in the order REAL_BUG, not classified, HEALABLE, INFRA; (2) `regression`: failures on other branches of ' +
          'tests that passed in the newest execution of their base branch before; (3) `incomplete`: ' +
          'executions whose parts never came, or with files that failed to load; (4) `newly-flaky`: ' +
          'tests that became flaky in the last 7 days, by impact; (5) `slower`: projects whose median ' +
          'execution time of the last 7 days is 15 % and 10 s over that of the 28 days before. Inside a ' +
          'group by number of tests, then newest. KNOWN_FLAKE makes no item. In one project a fingerprint appears once.',
      },
    })
    .input(attentionQuery)
    .output(attention)
    .query(({ ctx, input }) => attentionOf(ctx.deps, ctx.scope, input)),
});
