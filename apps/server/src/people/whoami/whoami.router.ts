import { whoami } from '@svc/contract/people/whoami';
import { z } from 'zod';
import { ingestProcedure, router } from '../../http/trpc/trpc.ts';
import { describePrincipal } from './whoami.service.ts';

export const whoamiRouter = router({
  get: ingestProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/whoami',
        tags: ['Account'],
        summary: 'Whose credential this is and what it may do',
      },
    })
    .input(z.strictObject({}))
    .output(whoami)
    .query(({ ctx }) => describePrincipal(ctx.deps, ctx.scope)),
});
