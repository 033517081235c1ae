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
        summary: 'Get the owner and permissions of the credential',
        description:
          'Returns the organization, role, scope and limits of the API key or session of the request.',
      },
    })
    .input(z.strictObject({}))
    .output(whoami)
    .query(({ ctx }) => describePrincipal(ctx.deps, ctx.scope)),
});
