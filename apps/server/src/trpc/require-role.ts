import { hasRole, type Role } from '../accounts/principal.ts';
import type { RequestScope } from '../db/scope.ts';
import { SvcError } from '../errors.ts';

/**
 * Returns the scope if its principal has the role or a higher one.
 * @throws SvcError UNAUTHORIZED without a credential; FORBIDDEN when the role does not suffice.
 */
export function requireRole(
  scope: RequestScope | null,
  { role, path }: { role: Role; path: string },
): RequestScope {
  if (scope === null) {
    throw new SvcError(
      'UNAUTHORIZED',
      `'${path}' requires a credential. Send \`Authorization: Bearer <API key>\`.`,
    );
  }
  const { principal } = scope;
  if (hasRole(principal, role)) return scope;
  const actual = principal.role === 'apiKey' ? 'is an API key' : `has the role '${principal.role}'`;
  throw new SvcError(
    'FORBIDDEN',
    `'${path}' requires the role '${role}', and '${principal.name}' ${actual}.`,
    { hint: `Ask ${role === 'owner' ? 'an owner' : 'an admin or owner'} of the organization.` },
  );
}
