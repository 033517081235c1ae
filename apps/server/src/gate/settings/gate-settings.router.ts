import { gateSettings, gateSettingsChange } from '@svc/contract/gate/gate';
import { z } from 'zod';
import { adminProcedure, memberProcedure, router } from '../../http/trpc/trpc.ts';
import { readGateSettings, setGateSettings } from './gate-settings.service.ts';

const tags = ['Quarantine and gate'];

export const gateSettingsRouter = router({
  gate: memberProcedure
    .meta({
      data: true,
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
});
