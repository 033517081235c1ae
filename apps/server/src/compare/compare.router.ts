import { compareQuery, comparison } from '@svc/contract/executions/compare';
import { memberProcedure, router } from '../http/trpc/trpc.ts';
import { compare } from './compare.service.ts';

export const compareRouter = router({
  get: memberProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/compare',
        tags: ['Compare'],
        summary: 'What changed from one execution to another',
        description:
          'Tests are matched by testId; of several results of one test the worst counts: failure > ' +
          'interrupted > passed > skipped. Regression: the base passed, the head failed or timed out. ' +
          'Improvement: the other way round. Newly flaky: passed at once in the base, flaky in the head. ' +
          'New and removed tests are on one side only; a test of the base that the head had no chance to ' +
          'show (its file failed to load or set up; the head is partial, was interrupted, or lacks ' +
          'parts) is in `notRun` instead, and against such a base a test is new only if no earlier ' +
          "execution of the base's branch knew it. Skipped on one side: in no list. Slower and faster: " +
          'passed in both, |head − base| ≥ `minDurationMs` and |head − base| / base ≥ ' +
          "`durationThreshold`, as measured and also with the head's duration divided by " +
          '`summary.machineFactor`, so that a slower machine is not reported once for every test. Where 10 to ' +
          "50 earlier durations on the base's branch are known, the head's duration must also be outside " +
          'their median ± 3 × MAD × 1.4826, as measured and divided by the factor. With fewer, ln(head / base) ' +
          "must be outside of all tests' median ± 4 × MAD × 1.4826. Without a factor, this is not checked. " +
          'Ordered by |head − base|. ' +
          '`summary` and `causes` count all tests. Each list names at most `limit`: with causes, one test of each, then ' +
          'further ones. One answer has at most 8 MiB of titles and ' +
          '8 MiB of errors; what exceeds them is left out at the end of the lists. Executions that differ in more ' +
          'than 250,000 results are not compared (400). A server ' +
          'compares few large executions at once: a further request waits for up to 20 s, and is then answered 503 ' +
          'with `Retry-After`. ' +
          'Parts that an execution carries from an earlier attempt of its CI run are compared by their ' +
          'results there. ' +
          'A reference is an id, `latest` (the newest finished execution of the project, one of `commit` ' +
          'before others) or `branch:NAME` (the newest execution that speaks for that branch: finished, ' +
          'not partial, clean tree, from CI; local ones in a project without CI). Its project is that of the other side when that is an id, ' +
          "else `project`, else the organization's only one.",
      },
    })
    .input(compareQuery)
    .output(comparison)
    .query(({ ctx, input }) =>
      compare(ctx.deps, ctx.scope, {
        query: input,
        enter: (weight) => ctx.enter(ctx.deps.limiters.comparisons, weight),
      }),
    ),
});
