import type { AccountAnswer } from '@svc/contract/people/account';
import { findCredential } from '../users/credentials.queries.ts';
import { listOwnOrganizations, switchSession } from './own-organizations.queries.ts';
import type { SignedInUser } from '../../principal.ts';
import { renameUser } from '../users/users.queries.ts';
import type { Deps } from '../../deps.ts';
import { SvcError } from '../../errors.ts';
import { mayCreateOrganizations } from './create-organization.ts';

/** The signed-in user, the organizations to switch to, and the ways to sign in to this server. */
export async function describeAccount(
  deps: Deps,
  user: SignedInUser | null,
): Promise<AccountAnswer> {
  const { config } = deps;
  const server = {
    signUp: config.signUp,
    passwords: config.passwords,
    providers: [
      ...(config.github === null ? [] : [{ id: 'github' as const, name: 'GitHub' }]),
      ...(config.oidc === null ? [] : [{ id: 'oidc' as const, name: config.oidc.name }]),
    ],
    sendsMail: config.mail !== null,
    checkout: findCheckout(config, user),
  };
  if (user === null) {
    const nobody = { user: null, organizations: [], activeOrganization: null };
    return { ...nobody, mayCreateOrganizations: false, ...server };
  }
  const [organizations, credential, mayCreate] = await Promise.all([
    listOwnOrganizations(deps, user.id),
    findCredential(deps, { id: user.id }),
    mayCreateOrganizations(deps, user.id),
  ]);
  return {
    user: {
      id: user.id,
      email: user.email,
      name: user.name,
      mustChangePassword: user.mustChangePassword,
      hasPassword: config.passwords && (credential?.passwordHash ?? null) !== null,
    },
    organizations,
    activeOrganization: organizations.find(({ id }) => id === user.organizationId) ?? null,
    mayCreateOrganizations: mayCreate,
    ...server,
  };
}

/** Where the server's address is localhost, its users are on its machine and find its files. */
function findCheckout(
  { checkoutDir, baseUrl }: Deps['config'],
  user: SignedInUser | null,
): AccountAnswer['checkout'] {
  if (checkoutDir === null) return null;
  const { hostname } = new URL(baseUrl);
  const isOnThisMachine = /^(?:localhost|127\.[\d.]+|\[::1\])$/.test(hostname);
  return { folder: user !== null && isOnThisMachine ? checkoutDir : null };
}

/** @throws SvcError NOT_FOUND, the same for an organization of others as for none. */
export async function switchOrganization(
  deps: Deps,
  user: SignedInUser,
  organizationId: string,
): Promise<void> {
  if (await switchSession(deps, user, organizationId)) return;
  throw new SvcError('NOT_FOUND', `There is no organization '${organizationId}'.`);
}

export async function changeName(deps: Deps, user: SignedInUser, name: string): Promise<void> {
  await renameUser(deps, { id: user.id, name, at: deps.clock.now() });
}
