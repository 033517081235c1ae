import { retentionAnswer, retentionChange, usage } from '@svc/contract/settings';
import { z } from 'zod';
import { adminProcedure, memberProcedure, router } from '../../http/trpc/trpc.ts';
import {
  previewRetention,
  readRetentionAnswer,
  changeRetentionSettings,
} from './retention.service.ts';
import { readAllowances } from '../../quotas/index.ts';

/** Procedures for the dashboard; not part of the REST API. */
export const retentionSettingsRouter = router({
  retention: memberProcedure
    .input(z.strictObject({}))
    .output(retentionAnswer)
    .query(({ ctx }) => readRetentionAnswer(ctx.deps, ctx.scope)),
  previewRetention: memberProcedure
    .input(retentionChange)
    .output(retentionAnswer)
    .query(({ ctx, input }) => previewRetention(ctx.deps, ctx.scope, input)),
  setRetention: adminProcedure
    .input(retentionChange)
    .output(retentionAnswer)
    .mutation(({ ctx, input }) => changeRetentionSettings(ctx.deps, ctx.scope, input)),
  usage: memberProcedure
    .input(z.strictObject({}))
    .output(usage)
    .query(({ ctx }) => readAllowances(ctx.deps, ctx.scope)),
});
