import { flakyTestPage, flakyTestsQuery } from '@svc/contract/history/flaky-tests';
import { memberProcedure, router } from '../../http/trpc/trpc.ts';
import { pageOfFlakyTests } from './flaky-tests.service.ts';

export const flakyTestsRouter = router({
  list: memberProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/flaky-tests',
        tags: ['Tests'],
        summary: 'Flaky tests by flakiness rate',
        description:
          'Tests with at least one flaky run and `minRuns` counted runs in the window. A run is flaky when ' +
          'the test passed after a failed attempt, or failed while it passed in another execution of the ' +
          'same commit (clean tree) and environment. Runs in an execution in which at least 20 tests ran and ' +
          "80 % failed are not flaky. flakinessRate = flakyRuns / runs. Evidence before a test's latest change point " +
          'does not count. `sort=score`: how surely it is flaky; `sort=impact`: what it costs.',
      },
    })
    .input(flakyTestsQuery)
    .output(flakyTestPage)
    .query(({ ctx, input }) => pageOfFlakyTests(ctx.deps, ctx.scope, input)),
});
