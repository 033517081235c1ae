import { gate, gateQuery } from '@svc/contract/gate/gate';
import { ingestProcedure, router } from '../http/trpc/trpc.ts';
import { readGate } from './gate.service.ts';

export const gateRouter = router({
  get: ingestProcedure
    .meta({
      data: true,
      uncached: 'decides a build, by what has expired at this second',
      openapi: {
        method: 'GET',
        path: '/executions/{id}/gate',
        tags: ['Quarantine and gate'],
        summary: 'Get the merge gate of an execution',
        description: [
          'Judges whether the execution is good enough to merge, with the quarantine entries that are active now. Statuses do ' +
            'not change: an excused failure stays a failure. A key with the scope `ingest` may read the gate of executions that ' +
            'it uploaded to.',
          '- `pass`: nothing blocks.\n' +
            '- `undecided`: the execution is running, or data derived from it is not complete yet.\n' +
            '- `fail`: something blocks.',
          'A failure is excused in three cases:',
          '- An active quarantine entry covers its test and all its fingerprints.\n' +
            '- The organization excuses known flakes, and its verdict is KNOWN_FLAKE with a confidence of at least 0.9.\n' +
            '- The organization blocks only new failures, and the execution of the default branch has the same failure.',
          'Never excused: errors of the run, files that failed to load, a part that was reported as failed without a failed ' +
            'test, an execution that was cut off, lacks shards or ran no test, and a mass failure (at least 20 tests ran and at ' +
            'least 20 % of them failed).',
        ].join('\n\n'),
      },
    })
    .input(gateQuery)
    .output(gate)
    .query(({ ctx, input }) => readGate(ctx.deps, ctx.scope, input.id)),
});
