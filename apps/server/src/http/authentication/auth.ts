import { API_KEY_PREFIX, isApiKeyText } from '@svc/contract/api-key-text';
import type { Deps } from '../../deps.ts';
import { hashOfKey } from '../../accounts/api-key-hash.ts';
import type { ApiKeyPrincipal, Principal, SessionPrincipal } from '../../accounts/principal.ts';
import { sessionTokenReader, type ReadSessionToken } from '../../accounts/session-token.ts';
import { findSession } from '../../accounts/sessions.queries.ts';
import { SvcError } from '../../errors.ts';
import type { ApiKeyRow, RequestKind } from './auth.queries.ts';
import { KeyLookUps } from './key-look-ups.ts';
import type { WindowCount } from '../limits/rate-limit.queries.ts';

/** The authenticated principal, and its requests in this minute if the look-up counted them. */
export interface Authenticated {
  principal: Principal;
  count: WindowCount | null;
}

/** A request's credential, and where the request came from. */
export interface SentCredential {
  authorization: string | undefined;
  address: string;
}

/**
 * Returns a function that authenticates an `Authorization` header. A token that starts with svc_ is an API key; any
 * other is tried as a session token. For an API key, the same statement counts the request as `kind`; null counts
 * nothing. The function throws SvcError UNAUTHORIZED, with different messages for a missing header, a malformed
 * token, and an unknown, revoked or expired credential. It throws FORBIDDEN for a session whose user is not a member
 * of its organization.
 */
export function authenticator(
  deps: Deps,
): (sent: SentCredential, kind: RequestKind | null) => Promise<Authenticated> {
  const readSessionToken = sessionTokenReader(deps);
  const lookUps = new KeyLookUps(deps);
  return async ({ authorization, address }, kind) => {
    const token = bearerToken(authorization);
    if (token.startsWith(API_KEY_PREFIX)) {
      const find = () => lookUps.find({ hash: hashOfKey(token), kind });
      return authenticateApiKey(deps, { token, address }, find);
    }
    const read = readSessionToken(token);
    return { principal: await authenticateSession(deps, read, address), count: null };
  };
}

async function authenticateApiKey(
  deps: Deps,
  { token, address }: { token: string; address: string },
  find: () => Promise<ApiKeyRow | null>,
): Promise<Authenticated> {
  if (!isApiKeyText(token)) {
    throw unauthorized('The API key is mistyped or cut short: its checksum does not fit.');
  }
  const at = deps.clock.now();
  const key = await find();
  if (key === null) throw unauthorized('This server does not know the API key.');
  if (key.revokedAt !== null) throw unauthorized(`The API key '${key.name}' is revoked.`);
  if (key.expiresAt !== null && key.expiresAt <= at) {
    throw unauthorized(`The API key '${key.name}' has expired.`);
  }
  const { requests, resetSeconds } = key;
  const count = requests === null || resetSeconds === null ? null : { requests, resetSeconds };
  return { principal: { ...principalOfKey(deps, key), address }, count };
}

function principalOfKey({ config }: Deps, key: ApiKeyRow): Omit<ApiKeyPrincipal, 'address'> {
  return {
    kind: 'apiKey',
    id: key.id,
    name: key.name,
    role: 'apiKey',
    scope: key.scope,
    organizationId: key.organizationId,
    organizationName: key.organizationName,
    readsPerMinute: key.readsPerMinute ?? config.readsPerMinute,
    writesPerMinute: key.writesPerMinute ?? config.writesPerMinute,
    expiresAt: key.expiresAt,
  };
}

async function authenticateSession(
  deps: Deps,
  read: ReadSessionToken,
  address: string,
): Promise<SessionPrincipal> {
  if (read.kind === 'malformed') {
    throw unauthorized(
      'The token is neither an API key (svc_…) nor a session of this server, which sign-in gives in its set-auth-token header.',
    );
  }
  const session = read.kind === 'signed' ? await findSession(deps.database, read.token) : null;
  if (session === null) {
    throw unauthorized('This server does not know the session: it was signed out, or never was.');
  }
  if (session.expiresAt <= deps.clock.now()) {
    throw unauthorized(`The session of '${session.email}' has expired. Sign in again.`);
  }
  if (session.organizationId === null || session.role === null) {
    throw new SvcError('FORBIDDEN', `'${session.email}' is in no organization with this session.`, {
      hint: 'Sign in again; if that does not help, ask the owner for an invitation.',
    });
  }
  return {
    kind: 'session',
    id: session.id,
    name: session.email,
    role: session.role,
    userId: session.userId,
    organizationId: session.organizationId,
    readsPerMinute: deps.config.readsPerMinute,
    writesPerMinute: deps.config.writesPerMinute,
    expiresAt: session.expiresAt,
    address,
  };
}

function bearerToken(authorization: string | undefined): string {
  if (authorization === undefined) {
    throw unauthorized(
      'The Authorization header is missing. Send `Authorization: Bearer <API key>`.',
    );
  }
  const match = /^Bearer +(\S+) *$/i.exec(authorization);
  if (match?.[1] === undefined) {
    throw unauthorized(
      'The Authorization header is malformed. Send `Authorization: Bearer <API key>`.',
    );
  }
  return match[1];
}

function unauthorized(message: string): SvcError {
  return new SvcError('UNAUTHORIZED', message);
}
