import {
  listUsers,
  findCredential,
  type StoredCredential,
  generateOneTimePassword,
  hashNewPassword,
  requirePasswords,
  addMember,
  deleteUser,
  setPassword,
} from '../../people/index.ts';
import type { Role } from '../../principal.ts';
import { createScope } from '../../db/scope.ts';
import type { Deps } from '../../deps.ts';
import { sayError } from '../../process/say.ts';
import { formatTable } from '../text-table.ts';
import type { CommandOrganization } from '../with-store.ts';

export async function showUsers(deps: Deps, asJson: boolean): Promise<string[]> {
  const users = await listUsers(deps.database);
  if (asJson) return [JSON.stringify(users, null, 2)];
  if (users.length === 0)
    return ['There is no user. Add one: svc-admin users add <e-mail> --role owner'];
  return formatTable([
    ['CREATED', 'LAST ACTIVE', 'E-MAIL', 'VERIFIED', 'NAME', 'ORGANIZATIONS'],
    ...users.map(({ createdAt, lastActiveAt, email, isVerified, name, organizations }) => [
      createdAt.toISOString().slice(0, 10),
      lastActiveAt?.toISOString().slice(0, 10) ?? 'never',
      email,
      isVerified ? 'yes' : 'unverified',
      name,
      organizations.join(', '),
    ]),
  ]);
}

/**
 * Makes a user a member of the organization. A new user gets a one-time password, which is printed; a known user keeps
 * theirs, and a member keeps the role.
 * @throws SvcError CONFLICT for a known user whose address is not verified, unless `isVerified`.
 */
export async function addUser(
  deps: Deps,
  organization: CommandOrganization,
  { email, role, isVerified }: { email: string; role: Role; isVerified: boolean },
): Promise<string[]> {
  const password = generateOneTimePassword(deps.random);
  const passwordHash = await hashNewPassword(deps, { address: '' }, password);
  const added = await createScope(deps.database, organization.id).transaction((scope) =>
    addMember(deps, scope, { email, role, passwordHash, isVerified }),
  );
  if (!added.isMember) return [`'${email}' is a member of ${organization.name} already.`];
  sayError(`'${email}' is in ${organization.name} now, as ${role}.`);
  if (!added.isNew) return [];
  if (!deps.config.passwords) return ['They sign in with the provider of the server.'];
  sayError('The one-time password is shown this once; the first sign-in asks for a new one:');
  return [password];
}

/** Prints a one-time password, with which the user signs in once to choose a new one. Ends all sessions. */
export async function resetUserPassword(deps: Deps, email: string): Promise<string[]> {
  requirePasswords(deps.config);
  const user = await requireUserByEmail(deps, email);
  const password = generateOneTimePassword(deps.random);
  const passwordHash = await hashNewPassword(deps, { address: '' }, password);
  await deps.database.transaction((transaction) =>
    setPassword(deps, transaction, {
      user: { id: user.userId, email: user.email },
      passwordHash,
      mustChangePassword: true,
      keepSessionId: null,
      action: 'member.password-reset',
      address: null,
    }),
  );
  // Goes to standard error, so that PASSWORD=$(… reset-password …) captures the password alone.
  sayError(
    `The sessions of '${user.email}' are ended. The one-time password is shown this once; the first sign-in asks for a new one:`,
  );
  return [password];
}

/** Deletes the user, whose name stays in audit logs and on API keys. */
export async function removeUser(deps: Deps, email: string): Promise<string[]> {
  const user = await requireUserByEmail(deps, email);
  await deleteUser(deps, { id: user.userId, email: user.email, address: null });
  return [`'${user.email}' is deleted, with their sessions, memberships and invitations.`];
}

async function requireUserByEmail(deps: Deps, email: string): Promise<StoredCredential> {
  const user = await findCredential(deps, { email });
  if (user !== null) return user;
  throw new Error(`there is no user '${email}': 'svc-admin users list' shows all.`);
}
