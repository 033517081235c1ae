import { findCredential, listOrganizationIdsOfUser } from '../users/credentials.queries.ts';
import { isPassword } from '../users/passwords.ts';
import type { SignedInUser } from '../../principal.ts';
import { deleteUserRow, lockUser } from '../users/users.queries.ts';
import { recordAuditEntry } from '../../audit-log/index.ts';
import { createScope } from '../../db/scope.ts';
import type { Deps } from '../../deps.ts';
import { createActingScope } from '../members/acting-scope.ts';
import { buildFieldError } from './change-password.ts';
import { refuseLastOwner } from '../members/last-owner.ts';
import { lockMembers } from '../members/locked-members.queries.ts';

/**
 * Deletes a user with their sessions, memberships, ways to sign in, and the invitations they sent. Entries of audit
 * logs and API keys keep the name. `address` is null for a command on the server's machine.
 * @throws SvcError CONFLICT when the user is the last owner of an organization.
 */
export async function deleteUser(
  deps: Pick<Deps, 'database' | 'clock' | 'random'>,
  user: { id: string; email: string; address: string | null },
): Promise<void> {
  const { address } = user;
  await deps.database.transaction(async (transaction) => {
    // A membership that another transaction is adding would be deleted without the check below.
    await lockUser(transaction, user.id);
    for (const organizationId of await listOrganizationIdsOfUser(transaction, user.id)) {
      const organization =
        address === null
          ? createScope(transaction, organizationId)
          : createActingScope(
              transaction,
              { ...user, address },
              { organizationId, role: 'member' },
            );
      await organization.transaction(async (scope) => {
        const locked = await lockMembers(scope, [user.id]);
        const member = locked.find(({ userId }) => userId === user.id);
        if (member === undefined) return;
        refuseLastOwner(member, locked, 'cannot be deleted');
        await recordAuditEntry(deps, scope, {
          action: 'member.left',
          target: { id: user.id, name: user.email },
          details: { role: member.role, accountDeleted: true },
          command: 'svc-admin',
        });
      });
    }
    await deleteUserRow(transaction, user);
  });
}

/**
 * Deletes the user who sends the request.
 * @throws SvcError BAD_REQUEST when `email` is not theirs, or `password` is missing or wrong; CONFLICT as above.
 */
export async function deleteOwnAccount(
  deps: Deps,
  user: SignedInUser,
  { email, password }: { email: string; password?: string | undefined },
): Promise<void> {
  if (email.toLowerCase() !== user.email) {
    throw buildFieldError('email', `Your e-mail address is not '${email}'.`);
  }
  const hash = (await findCredential(deps, { id: user.id }))?.passwordHash ?? null;
  if (hash !== null && deps.config.passwords) {
    const isRight = password !== undefined && (await isPassword(deps, user, { password, hash }));
    if (!isRight) throw buildFieldError('password', 'The password is wrong.');
  }
  await deleteUser(deps, user);
}
