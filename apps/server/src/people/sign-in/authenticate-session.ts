import type { SessionPrincipal, SessionVia, SignedInUser } from '../../principal.ts';
import type { ReadSessionToken } from '../sessions/session-token.ts';
import {
  findSession,
  isDueForRenewal,
  renewSession,
  type SessionRow,
} from '../sessions/sessions.queries.ts';
import { buildPasswordMustChangeError } from '../../http/trpc/require-level.ts';
import type { Deps } from '../../deps.ts';
import { SvcError } from '../../errors.ts';
import { chooseSessionLimits } from '../../http/limits/rate-limit.ts';

export interface AuthenticatedSession {
  kind: 'session';
  user: SignedInUser;
  /** Null when the session may not act for an organization at the moment; `refusal` is the reason. */
  principal: PrincipalOfSession | null;
  refusal: SvcError | null;
  /** Whether this request extended the session's life. */
  isRenewed: boolean;
}

/** The session's principal without the data revision, which the guard reads while it counts the request. */
export type PrincipalOfSession = Omit<SessionPrincipal, 'dataRevision'>;

/**
 * Looks a session up, and renews it once a day.
 * @throws SvcError UNAUTHORIZED for a session that is malformed, forged, over or expired.
 */
export async function authenticateSession(
  deps: Deps,
  read: ReadSessionToken,
  from: { address: string; via: SessionVia },
): Promise<AuthenticatedSession> {
  if (read.kind === 'malformed') {
    throw buildUnauthorizedError(
      'The token is neither an API key (svc_…) nor a session of this server, which sign-in gives in its set-auth-token header.',
    );
  }
  const found = read.kind === 'signed' ? await findSession(deps.database, read.token) : null;
  if (found === null) {
    throw buildUnauthorizedError(
      'This server does not know the session: it was signed out, or never was.',
    );
  }
  // Without passwords, a one-time password is not replaced.
  const mustChangePassword = found.mustChangePassword && deps.config.passwords;
  const session = { ...found, mustChangePassword };
  const now = deps.clock.now();
  if (session.expiresAt <= now) {
    throw buildUnauthorizedError(`The session of '${session.email}' has expired. Sign in again.`);
  }
  const isRenewed = isDueForRenewal(session, now);
  const expiresAt = isRenewed
    ? await renewSession(deps.database, session.id, now)
    : session.expiresAt;
  return {
    kind: 'session',
    user: toSignedInUser(session, from.address),
    ...decidePrincipal(deps, { ...session, expiresAt }, from),
    isRenewed,
  };
}

function toSignedInUser(session: SessionRow, address: string): SignedInUser {
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

function decidePrincipal(
  deps: Deps,
  session: SessionRow,
  { address, via }: { address: string; via: SessionVia },
): Pick<AuthenticatedSession, 'principal' | 'refusal'> {
  if (session.mustChangePassword)
    return { principal: null, refusal: buildPasswordMustChangeError() };
  if (session.organizationId === null || session.role === null) {
    return { principal: null, refusal: buildNoOrganizationError(session.email) };
  }
  const principal: PrincipalOfSession = {
    kind: 'session',
    id: session.id,
    name: session.email,
    role: session.role,
    userId: session.userId,
    via,
    organizationId: session.organizationId,
    ...chooseSessionLimits(deps.config, via),
    expiresAt: session.expiresAt,
    address,
  };
  return { principal, refusal: null };
}

function buildNoOrganizationError(email: string): SvcError {
  return new SvcError('FORBIDDEN', `'${email}' is in no organization with this session.`, {
    hint: 'Choose another of your organizations, or ask an owner for an invitation.',
    details: [{ path: 'organization', message: 'The session acts for no organization' }],
  });
}

export function buildUnauthorizedError(message: string): SvcError {
  return new SvcError('UNAUTHORIZED', message);
}
