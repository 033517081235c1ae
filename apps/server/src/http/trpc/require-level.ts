import {
  hasLevel,
  type Principal,
  type RequiredLevel,
  type SignedInUser,
} from '../../principal.ts';
import type { RequestScope } from '../../db/scope.ts';
import { SvcError } from '../../errors.ts';

/**
 * Returns the scope if its principal has the level.
 * @throws SvcError UNAUTHORIZED without a credential; FORBIDDEN when the level does not suffice.
 */
export function requireLevel(scope: RequestScope | null, level: RequiredLevel): RequestScope {
  if (scope === null) {
    throw new SvcError('UNAUTHORIZED', 'This requires a credential.', {
      hint: 'Send `Authorization: Bearer <API key>`.',
    });
  }
  const { principal } = scope;
  if (hasLevel(principal, level)) return scope;
  if (principal.kind === 'apiKey' && hasLevel({ ...principal, scope: 'full' }, level)) {
    throw new SvcError(
      'FORBIDDEN',
      `This requires an API key with the scope 'full', and '${principal.name}' has the scope 'ingest': it may upload, and read back what it uploaded.`,
      { hint: 'Use a key with the scope full.' },
    );
  }
  throw new SvcError(
    'FORBIDDEN',
    `This requires the role '${level === 'fullKey' ? 'admin' : level}', and '${principal.name}' ${describeActualLevel(principal)}.`,
    { hint: `Ask ${level === 'owner' ? 'an owner' : 'an admin or owner'} of the organization.` },
  );
}

/**
 * Returns the visitor, who is signed in.
 * @throws SvcError UNAUTHORIZED without a credential; FORBIDDEN for an API key.
 */
export function requireUser<Visitor extends { user: SignedInUser | null }>({
  visitor,
  scope,
}: {
  visitor: Visitor | null;
  scope: RequestScope | null;
}): Visitor & { user: SignedInUser } {
  const user = visitor?.user ?? null;
  if (visitor !== null && user !== null) return { ...visitor, user };
  if (scope === null) throw new SvcError('UNAUTHORIZED', 'This requires a session. Sign in.');
  throw new SvcError(
    'FORBIDDEN',
    `This requires a signed-in user, and '${scope.principal.name}' is an API key.`,
  );
}

function describeActualLevel(principal: Principal): string {
  return principal.kind === 'apiKey' ? 'is an API key' : `has the role '${principal.role}'`;
}

/** The refusal of every request but the change itself while a user has a one-time password. */
export function buildPasswordMustChangeError(): SvcError {
  return new SvcError('FORBIDDEN', 'The password is a one-time password.', {
    hint: 'Sign in to the dashboard, and set a password of your own first.',
    details: [{ path: 'mustChangePassword', message: 'Change the password first' }],
  });
}
