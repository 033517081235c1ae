import { insertMember } from './members.queries.ts';
import type { Role } from '../../principal.ts';
import { verifyEmail } from '../users/resets.queries.ts';
import { findUserByEmail, insertUser } from '../users/users.queries.ts';
import { recordAuditEntry } from '../../audit-log/index.ts';
import type { TransactionScope } from '../../db/scope.ts';
import type { Deps } from '../../deps.ts';
import { SvcError } from '../../errors.ts';

export interface NewMembership {
  email: string;
  role: Role;
  passwordHash: string;
  isVerified: boolean;
}

type Parts = Pick<Deps, 'clock' | 'random'> & { config: Pick<Deps['config'], 'passwords'> };

/**
 * Makes a person a member of the scope's organization, for the operator of the server. A person without an account gets
 * one whose one-time password has this hash. Anyone who may invite can make an account with an address that is not
 * theirs. `isVerified` means that the operator has checked it.
 * @throws SvcError CONFLICT for an account with an unverified address.
 */
export async function addMember(
  deps: Parts,
  scope: TransactionScope,
  { email, role, passwordHash, isVerified }: NewMembership,
): Promise<{ isNew: boolean; isMember: boolean }> {
  const at = deps.clock.now();
  const isNew = await insertUser(scope, {
    id: deps.random.id(),
    accountId: deps.random.id(),
    name: email.split('@')[0] ?? email,
    email,
    // Without passwords, only the provider opens the account, which verifies the address. It could not be linked to an
    // account with an unverified one.
    emailVerified: !deps.config.passwords,
    passwordHash,
    mustChangePassword: true,
    at,
  });
  const user = await findUserByEmail(scope, email);
  if (user === null) throw new Error('the user that was just made is missing');
  const member = { id: deps.random.id(), userId: user.id, role, at };
  if (isVerified) await verifyEmail(scope, user.id);
  const isMember = await insertMember(scope, member);
  if (!isMember) return { isNew, isMember };
  if (!isNew && !user.isVerified && !isVerified) throw buildUnverifiedError(email, deps.config);
  await recordAuditEntry(deps, scope, {
    action: 'member.joined',
    target: { id: user.id, name: email },
    details: { role },
    command: 'svc-admin',
  });
  return { isNew, isMember };
}

function buildUnverifiedError(email: string, { passwords }: Parts['config']): SvcError {
  return new SvcError(
    'CONFLICT',
    `There is an account of '${email}' with an unverified address: the sender of an invitation to the address may have made the account.`,
    {
      hint: passwords
        ? `Run 'svc-admin users reset-password ${email}', give the one-time password to the person yourself, then repeat this with --verified.`
        : `Run 'svc-admin users delete ${email} --yes', then repeat this.`,
    },
  );
}
