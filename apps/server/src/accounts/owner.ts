import type { Scope } from '../db/scope.ts';
import type { Deps } from '../deps.ts';
import { insertOwner } from './owner.queries.ts';

/** The owner's default address. Names below `localhost` belong to nobody, so no mail goes to a stranger. */
export const DEFAULT_OWNER_EMAIL = 'owner@svc.localhost';

/** Creates an organization's first user, who owns it and signs in with this password. */
export async function makeOwner(
  deps: Pick<Deps, 'random' | 'clock'>,
  scope: Scope,
  { email, password }: { email: string; password: string },
): Promise<void> {
  // Imported here because only the very first start needs it; at the top of the file, every start would load it.
  const { hashPassword } = await import('better-auth/crypto');
  await insertOwner(scope, {
    userId: deps.random.id(),
    accountId: deps.random.id(),
    memberId: deps.random.id(),
    email,
    passwordHash: await hashPassword(password),
    at: deps.clock.now(),
  });
}
