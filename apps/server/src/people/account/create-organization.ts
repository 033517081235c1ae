import type { OwnOrganization } from '@svc/contract/people/organizations';
import type { Deps } from '../../deps.ts';
import { SvcError } from '../../errors.ts';
import type { SignedInUser } from '../../principal.ts';
import { createOwnOrganization } from '../members/create-own-organization.ts';
import { countOwned, switchSession } from './own-organizations.queries.ts';

// Enough for a consultant, and a bound for a program.
const MOST_OWNED = 50;

/**
 * Creates an organization that the user owns, and for which the session acts from now on.
 * @throws SvcError FORBIDDEN unless sign-up is open or the user owns an organization already, and for an owner of 50.
 */
export async function createOrganization(
  deps: Deps,
  user: SignedInUser,
  name: string,
): Promise<OwnOrganization> {
  if (!(await mayCreateOrganizations(deps, user.id))) {
    throw new SvcError(
      'FORBIDDEN',
      'Only owners of an organization create further ones, up to 50.',
      {
        hint: 'Ask the operator of the server, who can: svc-admin organizations create.',
      },
    );
  }
  const id = await createOwnOrganization(deps, deps.database, { user, name });
  await switchSession(deps, user, id);
  return { id, name, role: 'owner' };
}

/** True if sign-up is open or the user owns an organization already, and the user owns fewer than 50. */
export async function mayCreateOrganizations(
  deps: Pick<Deps, 'database' | 'config'>,
  userId: string,
): Promise<boolean> {
  const owned = await countOwned(deps, userId);
  return owned < MOST_OWNED && (deps.config.signUp === 'open' || owned > 0);
}
