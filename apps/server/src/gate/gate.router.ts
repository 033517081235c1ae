import { gate, gateQuery } from '@svc/contract/gate/gate';
import { ingestProcedure, router } from '../http/trpc/trpc.ts';
import { gateOf } from './gate.service.ts';

export const gateRouter = router({
  get: ingestProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/executions/{id}/gate',
        tags: ['Quarantine and gate'],
        summary: 'Whether an execution is good enough to merge',
        description:
          '`pass` when nothing blocks, `undecided` while the execution is running or what is derived from it is not complete, ' +
          'otherwise `fail`. A failure does not block if an active quarantine entry covers its test and its fingerprint, or, if the ' +
          'organization excuses known flakes, if its verdict is KNOWN_FLAKE with a confidence of at least 0.9. Never excused: errors ' +
          'of the run, files that failed to load, an execution that was cut off or lacks shards, and a mass failure (at least 20 ' +
          'tests ran and at least 20 % of them failed). Judged with the entries that are active now. Statuses do not change: an ' +
          'excused failure stays a failure. A key with the scope `ingest` may read the gate of executions that it uploaded to.',
      },
    })
    .input(gateQuery)
    .output(gate)
    .query(({ ctx, input }) => gateOf(ctx.deps, ctx.scope, input.id)),
});
