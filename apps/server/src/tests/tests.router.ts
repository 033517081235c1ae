import { testDetail, testPage, testQuery, testsQuery } from '@svc/contract/history/tests';
import { memberProcedure, router } from '../http/trpc/trpc.ts';
import { openTest } from './test-detail.service.ts';
import { pageOfTests } from './tests.service.ts';

export const testsRouter = router({
  list: memberProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/tests',
        tags: ['Tests'],
        summary: 'Tests that ran, with their last outcomes',
        description:
          'The tests that ran in the executions that fit, skipped ones included, by file, then title (of ' +
          'both the first 200 characters, in the order of bytes). All figures are those of the window and ' +
          'filters; owner and tags are those of the newest result in it. `state` and, without `branch`, ' +
          '`since` speak of the default branch as it is now; with `branch`, `since` is judged from its ' +
          'last 90 days.',
      },
    })
    .input(testsQuery)
    .output(testPage)
    .query(({ ctx, input }) => pageOfTests(ctx.deps, ctx.scope, input)),

  get: memberProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/tests/{testId}',
        tags: ['Tests'],
        summary: 'One test with its durations, history and causes of failure',
        description:
          '`limit` and `cursor` page `history`. A test that did not run in the window has zeros, nulls and ' +
          'no history; its framework, owner and tags are then those of its newest result ever.',
      },
    })
    .input(testQuery)
    .output(testDetail)
    .query(({ ctx, input }) => openTest(ctx.deps, ctx.scope, input)),
});
