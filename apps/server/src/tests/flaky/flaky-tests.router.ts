import { flakyTestPage, flakyTestsQuery } from '@svc/contract/history/flaky-tests';
import { memberProcedure, router } from '../../http/trpc/trpc.ts';
import { readFlakyTestsPage } from './flaky-tests.service.ts';

export const flakyTestsRouter = router({
  list: memberProcedure
    .meta({
      data: true,
      openapi: {
        method: 'GET',
        path: '/flaky-tests',
        tags: ['Tests'],
        summary: 'List flaky tests',
        description:
          'Lists tests with at least one flaky run and at least `minRuns` counted runs in the window. A run is flaky if the test ' +
          'passed after a failed attempt, or failed while it passed in another execution of the same commit (clean work tree) ' +
          'and environment. Runs of an execution in which at least 20 tests ran and at least 80 % failed are not flaky. ' +
          "flakinessRate = flakyRuns / runs. Evidence before a test's latest change point does not count. `sort=rate` sorts by " +
          'flakinessRate, `sort=score` by the certainty that the test is flaky, `sort=impact` by the cost of its flakiness.',
      },
    })
    .input(flakyTestsQuery)
    .output(flakyTestPage)
    .query(({ ctx, input }) => readFlakyTestsPage(ctx.deps, ctx.scope, input)),
});
