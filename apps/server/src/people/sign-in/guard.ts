import type { FastifyReply, FastifyRequest } from 'fastify';
import { readDataRevision } from '../../db/changes/data-revision.queries.ts';
import type { Deps } from '../../deps.ts';
import { SvcError } from '../../errors.ts';
import type { Principal, SignedInUser } from '../../principal.ts';
import { buildRenewedCookie, findSessionCookie } from '../sessions/session-cookie.ts';
import type { AccountAttempts } from '../../http/limits/account-attempts.ts';
import type { AddressLimit } from '../../http/limits/address-limit.ts';
import { createAuthenticator, type Authenticated } from './authenticate.ts';
import type { AuthenticatedSession } from './authenticate-session.ts';
import type { FailedAuthentications } from './failed-authentications.ts';
import { createOriginCheck } from './origin-check.ts';
import type { UseLog } from './use-log.ts';
import {
  toCountedKey,
  toCountedUser,
  isCountedWithLookUp,
  deriveRequestKind,
  limitRate,
} from '../../http/limits/rate-limit.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the guard on every route that requires a credential. */
    principal: Principal | null;
    /** Set by the guard for a request with a session, even if that session acts for no organization. */
    user: SignedInUser | null;
  }
}

/** Shared by all guarded scopes of one app. */
export interface GuardParts {
  useLog: UseLog;
  failures: FailedAuthentications;
  /** Limits what visitors try on the open routes. */
  attempts: AccountAttempts;
  /** Limits requests without a credential. */
  visits: AddressLimit;
}

/** A request and its answer. */
interface Exchange {
  request: FastifyRequest;
  reply: FastifyReply;
}

/**
 * The hook before every route that requires a credential: checks the origin, authenticates and applies the rate
 * limit, before the body is read. Requests for which `isOpen` is true may come without a credential, and with a
 * session that acts for no organization.
 */
export function guard(
  deps: Deps,
  parts: GuardParts,
  isOpen: (request: FastifyRequest) => boolean = () => false,
) {
  const authenticate = createAuthenticator(deps);
  const checkOrigin = createOriginCheck(deps.config);
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { authorization } = request.headers;
    // An explicit credential decides alone: a browser adds the cookie by itself, also to requests of the API's
    // reference page.
    const cookie =
      authorization === undefined
        ? findSessionCookie(deps.config, request.headers.cookie)
        : undefined;
    if (authorization === undefined) checkOrigin(request, { hasCookie: cookie !== undefined });
    const kind = deriveRequestKind(request);
    const look = () =>
      authenticate(
        { authorization, cookie, address: request.ip },
        isCountedWithLookUp(request) ? kind : null,
      );
    const open = isOpen(request);
    const credential = authorization ?? cookie;
    const found =
      open && credential === undefined
        ? null
        : await parts.failures
            .guard({ address: request.ip, credential }, look)
            .catch((error: unknown) => {
              // The page to sign in is shown to a browser whose session has ended.
              if (open && cookie !== undefined && isUnauthorized(error)) return null;
              return askForBearer(reply, error);
            });
    if (found === null) return limitVisits(parts.visits, request.ip);
    const counted = { ...toCountedRequest(deps, found, { cookie }), kind };
    // At the same time, because every request waits for both.
    const [principal, limited] = await Promise.allSettled([
      completePrincipal(deps, found),
      limitRate(deps, { request, reply }, counted),
    ]);
    if (principal.status === 'rejected') throw principal.reason;
    request.principal = principal.value;
    if (limited.status === 'rejected') throw limited.reason;
    parts.useLog.note(found);
    if (found.kind === 'apiKey') return;
    useSession(deps, found, { request, reply, cookie });
    if (found.refusal !== null && !open) throw found.refusal;
  };
}

/** The principal of a session gets its organization's data revision here, that of a key with its look-up. */
async function completePrincipal(
  { database }: Deps,
  found: Authenticated,
): Promise<Principal | null> {
  if (found.kind === 'apiKey') return found.principal;
  if (found.principal === null) return null;
  const { organizationId } = found.principal;
  return { ...found.principal, dataRevision: await readDataRevision(database, organizationId) };
}

function toCountedRequest(
  deps: Deps,
  found: Authenticated,
  { cookie }: { cookie: string | undefined },
) {
  if (found.kind === 'apiKey')
    return { counted: toCountedKey(found.principal), count: found.count };
  const via = cookie === undefined ? 'bearer' : 'cookie';
  return { counted: toCountedUser(deps.config, { userId: found.user.id, via }), count: null };
}

function useSession(
  deps: Deps,
  { user, isRenewed }: AuthenticatedSession,
  { request, reply, cookie }: Exchange & { cookie: string | undefined },
): void {
  request.user = user;
  if (isRenewed && cookie !== undefined) {
    reply.header('Set-Cookie', buildRenewedCookie(deps.config, cookie));
  }
}

function limitVisits(visits: AddressLimit, address: string): void {
  if (visits.countLeft(address) <= 0) throw visits.buildRefusalError();
  visits.count(address);
}

/** Rethrows the error, with the header that belongs to a 401. */
function askForBearer(reply: FastifyReply, error: unknown): never {
  if (isUnauthorized(error)) reply.header('WWW-Authenticate', 'Bearer');
  throw error;
}

function isUnauthorized(error: unknown): boolean {
  return error instanceof SvcError && error.code === 'UNAUTHORIZED';
}
