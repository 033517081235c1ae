import { isDeepStrictEqual } from 'node:util';
import type { GateSettingsChange, GateSettings as SettingsAnswer } from '@svc/contract/gate/gate';
import { recordAuditEntry } from '../../audit-log/index.ts';
import { lockSettings } from '../../db/lock-settings.queries.ts';
import type { Scope } from '../../db/scope.ts';
import type { Deps } from '../../deps.ts';
import { GateSettings } from '../../db/models/gate-settings.ts';
import { recordsOf } from '../../db/models/records.ts';

/** Reads which failures the gate excuses besides quarantined ones, and whether only new ones block. */
export async function readGateSettings(scope: Scope): Promise<SettingsAnswer> {
  const row = await recordsOf(scope, GateSettings).findOne({});
  return {
    excuseKnownFlakes: row?.excuseKnownFlakes ?? false,
    blockOnlyNew: row?.blockOnlyNew ?? false,
  };
}

export async function setGateSettings(
  deps: Pick<Deps, 'clock' | 'random'>,
  scope: Scope,
  { excuseKnownFlakes, blockOnlyNew }: GateSettingsChange,
): Promise<SettingsAnswer> {
  return scope.transaction(async (scope) => {
    await lockSettings(scope);
    const before = await readGateSettings(scope);
    const after = {
      excuseKnownFlakes: excuseKnownFlakes ?? before.excuseKnownFlakes,
      blockOnlyNew: blockOnlyNew ?? before.blockOnlyNew,
    };
    if (isDeepStrictEqual(before, after)) return before;
    await recordsOf(scope, GateSettings).upsert(after);
    await recordAuditEntry(deps, scope, {
      action: 'settings.gate-changed',
      target: { id: 'gate', name: 'gate' },
      details: { before, after },
    });
    return after;
  });
}
