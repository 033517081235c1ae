import { insertMember } from '../accounts/members.queries.ts';
import type { Role } from '../accounts/principal.ts';
import { findUserByEmail, insertUser } from '../accounts/users/users.queries.ts';
import { recordAuditEntry } from '../audit/record-audit-entry.ts';
import type { TransactionScope } from '../db/scope.ts';
import type { Deps } from '../deps.ts';

/**
 * Makes somebody a member of the scope's organization, for the operator of the server. Without an account, they get
 * one whose one-time password has the given hash.
 */
export async function addMember(
  deps: Pick<Deps, 'clock' | 'random'>,
  scope: TransactionScope,
  { email, role, passwordHash }: { email: string; role: Role; passwordHash: string },
): Promise<{ isNew: boolean; isMember: boolean }> {
  const at = deps.clock.now();
  const isNew = await insertUser(scope, {
    id: deps.random.id(),
    accountId: deps.random.id(),
    name: email.split('@')[0] ?? email,
    email,
    emailVerified: false,
    passwordHash,
    mustChangePassword: true,
    at,
  });
  const user = await findUserByEmail(scope, email);
  if (user === null) throw new Error('the user that was just made is missing');
  const member = { id: deps.random.id(), userId: user.id, role, at };
  const isMember = await insertMember(scope, member);
  if (!isMember) return { isNew, isMember };
  await recordAuditEntry(deps, scope, {
    action: 'member.joined',
    target: { id: user.id, name: email },
    details: { role },
    command: 'svc-admin',
  });
  return { isNew, isMember };
}
