import { compareQuery, comparison } from '@svc/contract/executions/compare';
import { memberProcedure, router } from '../http/trpc/trpc.ts';
import { statusTable } from '../http/trpc/status-table.ts';
import { compare } from './compare.service.ts';

export const compareRouter = router({
  get: memberProcedure
    .meta({
      data: true,
      openapi: {
        method: 'GET',
        path: '/compare',
        tags: ['Compare'],
        summary: 'Compare two executions',
        description: [
          'Lists what changed from `base` to `head`. Tests are matched by testId. If a test has several results, the worst ' +
            'counts: failure > interrupted > passed > skipped. Parts that an execution carries from an earlier attempt of its CI ' +
            'run are compared by their results there.',
          '| list | tests |\n' +
            '| --- | --- |\n' +
            '| `regressions` | passed in the base, failed or timed out in the head |\n' +
            '| `improvements` | failed or timed out in the base, passed in the head |\n' +
            '| `stillFailing` | failed or timed out in both |\n' +
            '| `newlyFlaky` | passed without a retry in the base, flaky in the head |\n' +
            '| `newTests`, `removedTests` | on one side only |\n' +
            '| `notRun` | in the base, but the head could not run them: their file failed to load or to set up, or the head is partial, was interrupted, or lacks parts |\n' +
            '| `performance` | passed in both, and slower or faster |',
          'If the base itself is partial, was interrupted or lacks parts, a test is new only if no earlier execution of the ' +
            "base's branch knew it. A test that is skipped on one side is in no list.",
          'Slower and faster tests: |head − base| ≥ `minDurationMs` and |head − base| / base ≥ `durationThreshold`, both as ' +
            "measured and with the head's duration divided by `summary.machineFactor`, so that a slower machine is not reported " +
            "for every test. If 10 to 50 earlier durations on the base's branch are known, the head's duration must also be outside " +
            'their median ± 3 × MAD × 1.4826, as measured and divided by the factor. With fewer, ln(head / base) must be outside ' +
            'the median ± 4 × MAD × 1.4826 of all tests; without a factor, this is not checked. They are sorted by |head − base|.',
          '`summary` and `causes` count all tests. Each list has at most `limit` tests: in lists with causes, one test of each ' +
            'cause, then further ones. An answer has at most 8 MiB of titles and 8 MiB of errors; the rest is left out at the end ' +
            'of the lists.',
          'A reference is an execution id, `latest` or `branch:NAME`. `latest` is the newest finished execution of the project, ' +
            'preferably of `commit`. `branch:NAME` is the newest execution that counts for that branch (finished, not partial, ' +
            'clean work tree, from CI; local ones in a project without CI); as the base, `baseChoice` says how it was chosen. The ' +
            'project is that of the other side if that is an id, else `project`, else the only project of the organization.',
          statusTable([
            [
              400,
              'A side is still running, both sides are the same execution, or they are of two projects',
              'Choose other executions',
            ],
            [400, 'Several projects, and none is named', 'Send `project`'],
            [
              400,
              'The executions differ in more than 250,000 results',
              'Compare executions that are closer to each other',
            ],
            [404, 'No execution matches a reference', 'Check the reference'],
            [
              503,
              'The server compares other large executions, and 20 s were not enough',
              'Retry after `Retry-After`',
            ],
          ]),
        ].join('\n\n'),
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
