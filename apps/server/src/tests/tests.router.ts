import { testDetail, testPage, testQuery, testsQuery } from '@svc/contract/history/tests';
import { memberProcedure, router } from '../http/trpc/trpc.ts';
import { readTest } from './test-detail.service.ts';
import { readTestsPage } from './tests.service.ts';

export const testsRouter = router({
  list: memberProcedure
    .meta({
      data: true,
      openapi: {
        method: 'GET',
        path: '/tests',
        tags: ['Tests'],
        summary: 'List tests with their last outcomes',
        description:
          'Lists the tests that ran in the matching executions, including skipped ones. They are sorted by file, then title ' +
          '(the first 200 characters of both, in byte order). All figures cover the window and filters; owner and tags are ' +
          'those of the newest result in it. `state` is the current state on the default branch. `since` is judged on the ' +
          'default branch as it is now; with `branch`, on the last 90 days of that branch.',
      },
    })
    .input(testsQuery)
    .output(testPage)
    .query(({ ctx, input }) => readTestsPage(ctx.deps, ctx.scope, input)),

  get: memberProcedure
    .meta({
      data: true,
      openapi: {
        method: 'GET',
        path: '/tests/{testId}',
        tags: ['Tests'],
        summary: 'Get a test with its history',
        description:
          'Returns the durations, the history and the causes of failures of a test; `limit` and `cursor` page `history`. A test ' +
          'that did not run in the window has zeros, nulls and no history; its framework, owner and tags are then those of its ' +
          'newest result ever.',
      },
    })
    .input(testQuery)
    .output(testDetail)
    .query(({ ctx, input }) => readTest(ctx.deps, ctx.scope, input)),
});
