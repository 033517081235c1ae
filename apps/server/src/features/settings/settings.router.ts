import { retentionAnswer, retentionChange, usage } from '@svc/contract/settings';
import { z } from 'zod';
import { adminProcedure, memberProcedure, router } from '../../trpc/trpc.ts';
import { previewRetention, retentionOf, setRetention } from './retention.service.ts';
import { usageOf } from './usage.service.ts';

/** For the dashboard. */
export const settingsRouter = router({
  retention: memberProcedure
    .input(z.strictObject({}))
    .output(retentionAnswer)
    .query(({ ctx }) => retentionOf(ctx.deps, ctx.scope)),
  previewRetention: memberProcedure
    .input(retentionChange)
    .output(retentionAnswer)
    .query(({ ctx, input }) => previewRetention(ctx.deps, ctx.scope, input)),
  setRetention: adminProcedure
    .input(retentionChange)
    .output(retentionAnswer)
    .mutation(({ ctx, input }) => setRetention(ctx.deps, ctx.scope, input)),
  usage: memberProcedure
    .input(z.strictObject({}))
    .output(usage)
    .query(({ ctx }) => usageOf(ctx.deps, ctx.scope)),
});
