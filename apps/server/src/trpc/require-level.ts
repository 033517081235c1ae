import {
  hasLevel,
  type Principal,
  type RequiredLevel,
  type SignedInUser,
} from '../accounts/principal.ts';
import type { RequestScope } from '../db/scope.ts';
import { SvcError } from '../errors.ts';

/**
 * Returns the scope if its principal has the level.
 * @throws SvcError UNAUTHORIZED without a credential; FORBIDDEN when the level does not suffice.
 */
export function requireLevel(
  scope: RequestScope | null,
  { level, path }: { level: RequiredLevel; path: string },
): RequestScope {
  if (scope === null) {
    throw new SvcError(
      'UNAUTHORIZED',
      `'${path}' requires a credential. Send \`Authorization: Bearer <API key>\`.`,
    );
  }
  const { principal } = scope;
  if (hasLevel(principal, level)) return scope;
  if (principal.kind === 'apiKey' && hasLevel({ ...principal, scope: 'full' }, level)) {
    throw new SvcError(
      'FORBIDDEN',
      `'${path}' requires an API key with the scope 'full', and '${principal.name}' has the scope 'ingest': it may upload, and read back what it uploaded.`,
      { hint: 'Use another key.' },
    );
  }
  throw new SvcError(
    'FORBIDDEN',
    `'${path}' requires the role '${level === 'fullKey' ? 'admin' : level}', and '${principal.name}' ${actualOf(principal)}.`,
    { hint: `Ask ${level === 'owner' ? 'an owner' : 'an admin or owner'} of the organization.` },
  );
}

/**
 * Returns the visitor, who is signed in.
 * @throws SvcError UNAUTHORIZED without a credential; FORBIDDEN for an API key.
 */
export function requireUser<Visitor extends { user: SignedInUser | null }>(
  { visitor, scope }: { visitor: Visitor | null; scope: RequestScope | null },
  path: string,
): Visitor & { user: SignedInUser } {
  const user = visitor?.user ?? null;
  if (visitor !== null && user !== null) return { ...visitor, user };
  if (scope === null) throw new SvcError('UNAUTHORIZED', `'${path}' requires a session. Sign in.`);
  throw new SvcError(
    'FORBIDDEN',
    `'${path}' requires a signed-in user, and '${scope.principal.name}' is an API key.`,
  );
}

function actualOf(principal: Principal): string {
  return principal.kind === 'apiKey' ? 'is an API key' : `has the role '${principal.role}'`;
}
