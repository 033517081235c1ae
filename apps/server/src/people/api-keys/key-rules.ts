import type { ApiKeyScope } from '@svc/contract/people/api-keys';
import { cleanText } from '@svc/contract/zod-free/text';
import type { TransactionScope } from '../../db/scope.ts';
import type { Deps } from '../../deps.ts';
import { SvcError } from '../../errors.ts';
import { toKeyBounds } from './to-key-bounds.ts';
import { countActiveKeys, lockKeyNames } from './api-keys.queries.ts';

/** The maximum of active keys of an organization. Bounds the list of its keys. */
export const MOST_ACTIVE_KEYS = 1_000;

/** @throws SvcError BAD_REQUEST for an expiry that is not in the future. */
export function refusePast({ clock }: Pick<Deps, 'clock'>, expiresAt: string | undefined): void {
  if (expiresAt === undefined || new Date(expiresAt) > clock.now()) return;
  const message = 'Must lie in the future';
  throw new SvcError('BAD_REQUEST', `expiresAt: ${message}.`, {
    details: [{ path: 'expiresAt', message }],
  });
}

/**
 * Keeps a key that may do more than upload from being bound: its other procedures would not keep the promise.
 * @throws SvcError BAD_REQUEST
 */
export function refuseBoundsOfFullKey({
  scope,
  projects = null,
  branches = null,
  mayClaimBase = true,
}: {
  scope: ApiKeyScope;
  projects?: string[] | null | undefined;
  branches?: string[] | null | undefined;
  mayClaimBase?: boolean | undefined;
}): void {
  if (scope === 'ingest' || toKeyBounds({ projects, branches, mayClaimBase }) === null) return;
  throw new SvcError(
    'BAD_REQUEST',
    "Only a key with the scope 'ingest' can be bound to projects or branches: a key with the scope 'full' reads everything in the organization.",
    { hint: "Create a key with the scope 'ingest'." },
  );
}

/** The names as uploads store them, each once. */
export function cleanNames(names: readonly string[] | null): string[] | null {
  return names === null ? null : [...new Set(names.map(cleanText))];
}

/**
 * Refuses a name that another active key of the organization has, and one key more than the limit. Holds off others
 * that take a name, until the transaction ends. `id` is the key that gets the name, if it exists already.
 * @throws SvcError CONFLICT
 */
export async function refuseTakenName(
  { clock }: Pick<Deps, 'clock'>,
  scope: TransactionScope,
  { name, id }: { name: string; id?: string },
): Promise<void> {
  await lockKeyNames(scope);
  const active = await countActiveKeys(scope, { name, exceptId: id ?? null, now: clock.now() });
  if (active.isTaken) {
    throw new SvcError('CONFLICT', `There is an active API key with the name '${name}'.`, {
      hint: 'Use another name, or revoke that key first.',
    });
  }
  if (active.count >= MOST_ACTIVE_KEYS) {
    throw new SvcError(
      'CONFLICT',
      `The organization has ${active.count} active API keys, which is the limit.`,
      { hint: 'Revoke unused keys.' },
    );
  }
}
