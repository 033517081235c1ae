import type { ApiKeyInput, CreatedApiKey } from '@svc/contract/people/api-keys';
import type { RequestScope, Scope } from '../../db/scope.ts';
import type { Deps } from '../../deps.ts';
import { toListedApiKey } from './api-key-answer.ts';
import { createApiKey, type NewKey } from './api-keys.service.ts';
import { refuseBoundsOfFullKey, refusePast, refuseTakenName } from './key-rules.ts';

/**
 * Creates a key under a name that no other active key has.
 * @throws SvcError BAD_REQUEST for an expiry in the past, and for bounds of a key with the scope `full`; CONFLICT for a name that is taken, and with 1,000 active keys.
 */
export async function issueKey(
  deps: Pick<Deps, 'clock' | 'random' | 'config'>,
  scope: Scope,
  key: NewKey,
): Promise<CreatedApiKey> {
  return scope.transaction(async (scope) => {
    refuseBoundsOfFullKey({ ...key, scope: key.scope ?? 'full' });
    refusePast(deps, key.expiresAt);
    await refuseTakenName(deps, scope, { name: key.name });
    const { text, record } = await createApiKey(deps, scope, key);
    return { key: toListedApiKey(deps, record), text };
  });
}

/** Issues a key for the user of a request, whose e-mail address the key shows. */
export function issueOwnKey(
  deps: Deps,
  scope: RequestScope,
  input: ApiKeyInput,
): Promise<CreatedApiKey> {
  return issueKey(deps, scope, { ...input, createdBy: scope.principal.name });
}
