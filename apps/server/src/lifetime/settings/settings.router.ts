import { gateSettings, gateSettingsChange } from '@svc/contract/gate/gate';
import { retentionAnswer, retentionChange, usage } from '@svc/contract/settings';
import { z } from 'zod';
import { adminProcedure, memberProcedure, router } from '../../http/trpc/trpc.ts';
import { readGateSettings, setGateSettings } from './gate.service.ts';
import {
  previewRetention,
  readRetentionAnswer,
  changeRetentionSettings,
} from './retention.service.ts';
import { readUsageAnswer } from './usage.service.ts';

const tags = ['Quarantine and gate'];

/** Procedures for the dashboard; programs can use the settings of the gate too. */
export const settingsRouter = router({
  gate: memberProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/settings/gate',
        tags,
        summary: 'Get the settings of the gate',
        description: 'Returns which failures the gate excuses in addition to quarantined ones.',
      },
    })
    .input(z.strictObject({}))
    .output(gateSettings)
    .query(({ ctx }) => readGateSettings(ctx.scope)),
  setGate: adminProcedure
    .meta({
      openapi: {
        method: 'PATCH',
        path: '/settings/gate',
        tags,
        summary: 'Change the settings of the gate',
        description: 'Requires an owner or admin. An absent setting does not change.',
      },
    })
    .input(gateSettingsChange)
    .output(gateSettings)
    .mutation(({ ctx, input }) => setGateSettings(ctx.deps, ctx.scope, input)),
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
    .query(({ ctx }) => readUsageAnswer(ctx.deps, ctx.scope)),
});
