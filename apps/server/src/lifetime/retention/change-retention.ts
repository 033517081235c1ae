import { recordAuditEntry } from '../../audit-log/index.ts';
import { lockSettings } from '../../db/lock-settings.queries.ts';
import type { Scope } from '../../db/scope.ts';
import type { Deps } from '../../deps.ts';
import { SvcError } from '../../errors.ts';
import { readRetention, writeRetention, type Retention } from './retention-settings.ts';

/**
 * Changes these settings, and returns all settings. The next hourly job applies them. `command` is the author if there
 * is no principal.
 * @throws SvcError BAD_REQUEST as `checkRetention`.
 */
export async function changeRetention(
  deps: Pick<Deps, 'clock' | 'random'>,
  scope: Scope,
  { changes, command }: { changes: Partial<Retention>; command?: string },
): Promise<Retention> {
  return scope.transaction(async (scope) => {
    await lockSettings(scope);
    const before = await readRetention(scope);
    const after = { ...before, ...changes };
    checkRetention(after);
    const changed = (Object.keys(after) as (keyof Retention)[]).filter(
      (name) => after[name] !== before[name],
    );
    if (changed.length === 0) return before;
    await writeRetention(scope, after);
    const valuesOf = (values: Retention) =>
      Object.fromEntries(changed.map((name) => [name, values[name]]));
    await recordAuditEntry(deps, scope, {
      action: 'settings.retention-changed',
      target: { id: 'retention', name: 'retention' },
      details: { before: valuesOf(before), after: valuesOf(after) },
      ...(command === undefined ? {} : { command }),
    });
    return after;
  });
}

/** @throws SvcError BAD_REQUEST when roll-ups would be kept for fewer days than results. */
export function checkRetention({ resultsDays, rollUpsDays }: Retention): void {
  if (rollUpsDays === null || rollUpsDays >= (resultsDays ?? Infinity)) return;
  const message = 'Must not be less than resultsDays: roll-ups are derived from results';
  throw new SvcError('BAD_REQUEST', `rollUpsDays: ${message}.`, {
    details: [{ path: 'rollUpsDays', message }],
  });
}
