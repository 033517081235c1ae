import { API_KEY_PREFIX, isApiKeyText } from '@svc/contract/api-key-text';
import type { Deps } from '../../deps.ts';
import { hashOfKey } from '../../accounts/api-key-hash.ts';
import type {
  ApiKeyPrincipal,
  SessionPrincipal,
  SessionVia,
  SignedInUser,
} from '../../accounts/principal.ts';
import { passwordMustChange } from '../../accounts/password-refusal.ts';
import { sessionTokenReader, type ReadSessionToken } from '../../accounts/session-token.ts';
import {
  findSession,
  isDueForRenewal,
  renewSession,
  type SessionRow,
} from '../../accounts/sessions.queries.ts';
import { SvcError } from '../../errors.ts';
import type { ApiKeyRow, RequestKind } from './auth.queries.ts';
import { KeyLookUps } from './key-look-ups.ts';
import { sessionLimits } from '../limits/rate-limit.ts';
import type { WindowCount } from '../limits/rate-limit.queries.ts';

/** Whose credential a request has. */
export type Authenticated = AuthenticatedKey | AuthenticatedSession;

export interface AuthenticatedKey {
  kind: 'apiKey';
  principal: ApiKeyPrincipal;
  /** The key's requests in this minute; null if the look-up did not count them. */
  count: WindowCount | null;
}

export interface AuthenticatedSession {
  kind: 'session';
  user: SignedInUser;
  /** Null when the session may not act for an organization at the moment; `refusal` says why. */
  principal: SessionPrincipal | null;
  refusal: SvcError | null;
  /** Whether this request extended the session's life. */
  isRenewed: boolean;
}

/** A request's credential, and where the request came from. */
export interface SentCredential {
  authorization: string | undefined;
  /** The value of the dashboard's cookie. Ignored beside an Authorization header. */
  cookie?: string | undefined;
  address: string;
}

/**
 * Returns a function that authenticates an `Authorization` header, or else the dashboard's cookie. A token that starts
 * with svc_ is an API key; any other is tried as a session token. For an API key, the same statement counts the
 * request as `kind`; null counts nothing. The function throws SvcError UNAUTHORIZED, with different messages for a
 * missing header, a malformed token, and an unknown, revoked or expired credential.
 */
export function authenticator(
  deps: Deps,
): (sent: SentCredential, kind: RequestKind | null) => Promise<Authenticated> {
  const readSessionToken = sessionTokenReader(deps);
  const lookUps = new KeyLookUps(deps);
  return async ({ authorization, cookie, address }, kind) => {
    if (authorization === undefined && cookie !== undefined) {
      return authenticateSession(deps, readSessionToken(cookie), { address, via: 'cookie' });
    }
    const token = bearerToken(authorization);
    if (token.startsWith(API_KEY_PREFIX)) {
      const find = () => lookUps.find({ hash: hashOfKey(token), kind });
      return authenticateApiKey(deps, { token, address }, find);
    }
    return authenticateSession(deps, readSessionToken(token), { address, via: 'bearer' });
  };
}

async function authenticateApiKey(
  deps: Deps,
  { token, address }: { token: string; address: string },
  find: () => Promise<ApiKeyRow | null>,
): Promise<AuthenticatedKey> {
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
  return { kind: 'apiKey', principal: { ...principalOfKey(deps, key), address }, count };
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
  from: { address: string; via: SessionVia },
): Promise<AuthenticatedSession> {
  if (read.kind === 'malformed') {
    throw unauthorized(
      'The token is neither an API key (svc_…) nor a session of this server, which sign-in gives in its set-auth-token header.',
    );
  }
  const session = read.kind === 'signed' ? await findSession(deps.database, read.token) : null;
  if (session === null) {
    throw unauthorized('This server does not know the session: it was signed out, or never was.');
  }
  const now = deps.clock.now();
  if (session.expiresAt <= now) {
    throw unauthorized(`The session of '${session.email}' has expired. Sign in again.`);
  }
  const isRenewed = isDueForRenewal(session, now);
  const expiresAt = isRenewed
    ? await renewSession(deps.database, session.id, now)
    : session.expiresAt;
  return {
    kind: 'session',
    user: userOf(session, from.address),
    ...actingOf(deps, { ...session, expiresAt }, from),
    isRenewed,
  };
}

function userOf(session: SessionRow, address: string): SignedInUser {
  return {
    id: session.userId,
    email: session.email,
    name: session.userName,
    sessionId: session.id,
    organizationId: session.role === null ? null : session.organizationId,
    mustChangePassword: session.mustChangePassword,
    address,
  };
}

function actingOf(
  deps: Deps,
  session: SessionRow,
  { address, via }: { address: string; via: SessionVia },
): Pick<AuthenticatedSession, 'principal' | 'refusal'> {
  if (session.mustChangePassword) return { principal: null, refusal: passwordMustChange() };
  if (session.organizationId === null || session.role === null) {
    return { principal: null, refusal: noOrganization(session.email) };
  }
  const principal: SessionPrincipal = {
    kind: 'session',
    id: session.id,
    name: session.email,
    role: session.role,
    userId: session.userId,
    via,
    organizationId: session.organizationId,
    ...sessionLimits(deps.config, via),
    expiresAt: session.expiresAt,
    address,
  };
  return { principal, refusal: null };
}

function noOrganization(email: string): SvcError {
  return new SvcError('FORBIDDEN', `'${email}' is in no organization with this session.`, {
    hint: 'Choose another of your organizations, or ask an owner for an invitation.',
    details: [{ path: 'organization', message: 'The session acts for no organization' }],
  });
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
