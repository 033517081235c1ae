import type { Role, SignedInUser } from '../../principal.ts';
import { createPrincipalScope, type RequestScope } from '../../db/scope.ts';
import type { Statements } from '../../db/statements.ts';

/**
 * The scope of an organization in which a user acts who is not its member yet, or not with this session. Used for
 * changes of memberships and their entries in the audit log.
 */
export function createActingScope(
  statements: Statements,
  user: Pick<SignedInUser, 'id' | 'email' | 'address'> & { sessionId?: string },
  { organizationId, role }: { organizationId: string; role: Role },
): RequestScope {
  return createPrincipalScope(statements, {
    kind: 'session',
    id: user.sessionId ?? '',
    name: user.email,
    role,
    userId: user.id,
    via: 'cookie',
    organizationId,
    readsPerMinute: 0,
    writesPerMinute: 0,
    expiresAt: null,
    address: user.address,
    dataRevision: 0,
  });
}
