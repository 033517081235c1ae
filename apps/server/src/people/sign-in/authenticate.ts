import { API_KEY_PREFIX, isApiKeyText } from '@svc/contract/zod-free/api-key-text';
import type { Deps } from '../../deps.ts';
import { hashApiKey } from '../api-keys/api-key-hash.ts';
import type { ApiKeyPrincipal } from '../../principal.ts';
import { createSessionTokenReader } from '../sessions/session-token.ts';
import { toKeyBounds } from '../api-keys/to-key-bounds.ts';
import type { ApiKeyRow } from './key-use.queries.ts';
import type { RequestKind } from '../../http/limits/rate-limit.ts';
import {
  authenticateSession,
  buildUnauthorizedError,
  type AuthenticatedSession,
} from './authenticate-session.ts';
import { KeyLookUps, type UsedKey } from './key-look-ups.ts';
import type { WindowCount } from '../../http/limits/rate-limit.queries.ts';

/** The owner of a request's credential. */
export type Authenticated = AuthenticatedKey | AuthenticatedSession;

export interface AuthenticatedKey {
  kind: 'apiKey';
  principal: ApiKeyPrincipal;
  /** The key's requests in this minute; null if the look-up did not count them. */
  count: WindowCount | null;
}

/** A request's credential, and where the request came from. */
export interface SentCredential {
  authorization: string | undefined;
  /** The value of the dashboard's cookie. Ignored if there is an Authorization header. */
  cookie?: string | undefined;
  address: string;
}

/**
 * Returns a function that authenticates an `Authorization` header, or else the dashboard's cookie. A token that starts
 * with svc_ is an API key; any other is tried as a session token. For an API key, the look-up counts the request
 * as `kind`; null counts nothing. The function throws SvcError UNAUTHORIZED, with different messages for a
 * missing header, a malformed token, and an unknown, revoked or expired credential.
 */
export function createAuthenticator(
  deps: Deps,
): (sent: SentCredential, kind: RequestKind | null) => Promise<Authenticated> {
  const readSessionToken = createSessionTokenReader(deps);
  const lookUps = new KeyLookUps(deps);
  return async ({ authorization, cookie, address }, kind) => {
    if (authorization === undefined && cookie !== undefined) {
      return authenticateSession(deps, readSessionToken(cookie), { address, via: 'cookie' });
    }
    const token = requireBearerToken(authorization);
    if (token.startsWith(API_KEY_PREFIX)) {
      const find = () => lookUps.find({ hash: hashApiKey(token), kind });
      return authenticateApiKey(deps, { token, address }, find);
    }
    return authenticateSession(deps, readSessionToken(token), { address, via: 'bearer' });
  };
}

async function authenticateApiKey(
  deps: Deps,
  { token, address }: { token: string; address: string },
  find: () => Promise<UsedKey | null>,
): Promise<AuthenticatedKey> {
  if (!isApiKeyText(token)) {
    throw buildUnauthorizedError(
      'The API key is mistyped or cut short: its checksum does not fit.',
    );
  }
  const at = deps.clock.now();
  const used = await find();
  if (used === null) throw buildUnauthorizedError('This server does not know the API key.');
  const { key, count } = used;
  if (key.revokedAt !== null) throw buildUnauthorizedError(`The API key '${key.name}' is revoked.`);
  if (key.expiresAt !== null && key.expiresAt <= at) {
    throw buildUnauthorizedError(`The API key '${key.name}' has expired.`);
  }
  return { kind: 'apiKey', principal: { ...toKeyPrincipal(deps, key), address }, count };
}

function toKeyPrincipal({ config }: Deps, key: ApiKeyRow): Omit<ApiKeyPrincipal, 'address'> {
  return {
    kind: 'apiKey',
    id: key.id,
    name: key.name,
    role: 'apiKey',
    scope: key.scope,
    bounds: toKeyBounds(key),
    organizationId: key.organizationId,
    organizationName: key.organizationName,
    readsPerMinute: key.readsPerMinute ?? config.readsPerMinute,
    writesPerMinute: key.writesPerMinute ?? config.writesPerMinute,
    expiresAt: key.expiresAt,
    dataRevision: key.dataRevision,
  };
}

function requireBearerToken(authorization: string | undefined): string {
  if (authorization === undefined) {
    throw buildUnauthorizedError(
      'The Authorization header is missing. Send `Authorization: Bearer <API key>`.',
    );
  }
  const match = /^Bearer +(\S+) *$/i.exec(authorization);
  if (match?.[1] === undefined) {
    throw buildUnauthorizedError(
      'The Authorization header is malformed. Send `Authorization: Bearer <API key>`.',
    );
  }
  return match[1];
}
