import { attention, attentionQuery } from '@svc/contract/history/attention';
import { memberProcedure, router } from '../../http/trpc/trpc.ts';
import { readAttention } from './attention.service.ts';

export const attentionRouter = router({
  get: memberProcedure
    .meta({
      data: true,
      openapi: {
        method: 'GET',
        path: '/attention',
        tags: ['Attention'],
        summary: 'List what needs attention now',
        description: [
          'Returns at most 20 items, most severe first. They are found in the newest execution of each suite of a branch that ' +
            'counts for its branch (finished, not partial, clean work tree, from CI; local ones in a project without executions ' +
            'from CI) and began in the last 14 days.',
          '| order | kind | item |\n' +
            '| --- | --- | --- |\n' +
            '| 1 | `failing` | The default branch fails: one item for each fingerprint, and one for a run that failed without a failing test, in the order REAL_BUG, not classified, HEALABLE, INFRA |\n' +
            '| 2 | `regression` | Failures on another branch of tests that passed in the newest execution of its base branch before |\n' +
            '| 3 | `incomplete` | Executions with missing parts or with files that failed to load |\n' +
            '| 4 | `newly-flaky` | Tests that became flaky in the last 7 days, by impact |\n' +
            '| 5 | `slower` | Projects whose median execution time of the last 7 days is 15 % and 10 s above that of the 28 days before |',
          'Items of one kind are sorted by number of tests, then newest first. A KNOWN_FLAKE is an item only if a person should ' +
            'check its verdict. A fingerprint appears once in each project.',
        ].join('\n\n'),
      },
    })
    .input(attentionQuery)
    .output(attention)
    .query(({ ctx, input }) => readAttention(ctx.deps, ctx.scope, input)),
});
