import type { Role, SessionPrincipal } from '../../principal.ts';
import type { RequestScope, TransactionScope } from '../../db/scope.ts';
import { SvcError } from '../../errors.ts';
import { lockMembers } from './locked-members.queries.ts';

/** @throws SvcError FORBIDDEN for an API key, which has no membership. */
export function requireSession({ principal }: RequestScope): SessionPrincipal {
  if (principal.kind === 'session') return principal;
  throw new SvcError(
    'FORBIDDEN',
    `This requires a signed-in user, and '${principal.name}' is an API key.`,
  );
}

/**
 * Locks the membership of the user who sends the request, checks again that they may manage members, and returns their
 * role.
 * @throws SvcError FORBIDDEN
 */
export async function lockOwnRole(
  scope: TransactionScope,
  { userId }: SessionPrincipal,
): Promise<Role> {
  const self = (await lockMembers(scope, [userId])).find((one) => one.userId === userId);
  if (self === undefined || self.role === 'member') throw buildDemotedError();
  return self.role;
}

/** The refusal for a user whose role changed while the request waited. */
export function buildDemotedError(): SvcError {
  return new SvcError('FORBIDDEN', 'Your own role has changed in the meantime.');
}
