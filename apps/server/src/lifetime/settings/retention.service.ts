import type { RetentionAnswer, RetentionChange } from '@svc/contract/settings';
import type { Scope } from '../../db/scope.ts';
import type { Deps } from '../../deps.ts';
import { changeRetention, checkRetention } from '../retention/change-retention.ts';
import { countNextSweep } from '../retention/next-sweep.ts';
import { readRetention, type Retention } from '../retention/retention-settings.ts';
import { readStoredBytes } from '../retention/stored-bytes.ts';

/** The settings, what the next sweep deletes with them, and what is stored. */
export async function readRetentionAnswer(deps: Deps, scope: Scope): Promise<RetentionAnswer> {
  return buildRetentionAnswer(deps, scope, await readRetention(scope));
}

/**
 * The answer with these settings instead of the stored ones, which stay unchanged.
 * @throws SvcError BAD_REQUEST as `changeRetentionSettings`.
 */
export async function previewRetention(
  deps: Deps,
  scope: Scope,
  change: RetentionChange,
): Promise<RetentionAnswer> {
  const settings = { ...(await readRetention(scope)), ...omitUndefined(change) };
  checkRetention(settings);
  return buildRetentionAnswer(deps, scope, settings);
}

/** @throws SvcError BAD_REQUEST when roll-ups would be kept for fewer days than results. */
export async function changeRetentionSettings(
  deps: Deps,
  scope: Scope,
  change: RetentionChange,
): Promise<RetentionAnswer> {
  const settings = await changeRetention(deps, scope, { changes: omitUndefined(change) });
  return buildRetentionAnswer(deps, scope, settings);
}

async function buildRetentionAnswer(
  { clock }: Pick<Deps, 'clock'>,
  scope: Scope,
  settings: Retention,
): Promise<RetentionAnswer> {
  return {
    settings,
    nextSweep: await countNextSweep(scope, settings, clock.now()),
    stored: await readStoredBytes(scope),
  };
}

function omitUndefined(change: RetentionChange): Partial<Retention> {
  return Object.fromEntries(Object.entries(change).filter(([, days]) => days !== undefined));
}
