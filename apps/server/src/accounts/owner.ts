import type { Deps } from '../deps.ts';
import { insertOwner } from './owner.queries.ts';

/** The address of an owner whom nobody named. Names below `localhost` belong to nobody, so no mail to it goes astray. */
export const DEFAULT_OWNER_EMAIL = 'owner@svc.localhost';

/** Makes the first user of an organization, who owns it and signs in with this password. */
export async function makeOwner(
  deps: Deps,
  organizationId: string,
  { email, password }: { email: string; password: string },
): Promise<void> {
  // Here and not above: only the first start of all needs it, and every start would load it.
  const { hashPassword } = await import('better-auth/crypto');
  await insertOwner(deps.database, {
    organizationId,
    userId: deps.random.id(),
    accountId: deps.random.id(),
    memberId: deps.random.id(),
    email,
    passwordHash: await hashPassword(password),
    at: deps.clock.now(),
  });
}
