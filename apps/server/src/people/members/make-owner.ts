import type { Scope } from '../../db/scope.ts';
import type { Deps } from '../../deps.ts';
import { insertMember } from './members.queries.ts';
import { insertUser } from '../users/users.queries.ts';

/** The owner's default address. Names below `localhost` are reserved, so no mail goes to a stranger. */
export const DEFAULT_OWNER_EMAIL = 'owner@svc.localhost';

/**
 * Creates an organization's first user, who owns it and signs in with this password. With `mustChangePassword`, the
 * first sign-in asks for a new one.
 */
export async function makeOwner(
  { random, clock }: Pick<Deps, 'random' | 'clock'>,
  organization: Scope,
  {
    email,
    password,
    mustChangePassword = false,
  }: { email: string; password: string; mustChangePassword?: boolean },
): Promise<void> {
  // Imported here because only the first start needs it; at the top of the file, every start would load it.
  const { hashPassword } = await import('better-auth/crypto');
  const passwordHash = await hashPassword(password);
  const at = clock.now();
  const userId = random.id();
  await organization.transaction(async (scope) => {
    await insertUser(scope, {
      id: userId,
      accountId: random.id(),
      name: 'Owner',
      email,
      emailVerified: true,
      passwordHash,
      mustChangePassword,
      at,
    });
    await insertMember(scope, { id: random.id(), userId, role: 'owner', at });
  });
}
