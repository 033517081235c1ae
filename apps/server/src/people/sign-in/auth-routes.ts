import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { findCredential } from '../users/credentials.queries.ts';
import type { Deps } from '../../deps.ts';
import { SvcError } from '../../errors.ts';
import { AddressLimit } from '../../http/limits/address-limit.ts';
import { parseRequestJson } from '../../http/bodies/json-body.ts';
import { toCallerKey } from '../../http/limits/client-address.ts';
import type { FailedAuthentications } from './failed-authentications.ts';
import { endOutdatedSession } from '../sessions/end-outdated-session.ts';
import { requirePasswords } from '../users/require-passwords.ts';
import { findSessionCookie } from '../sessions/session-cookie.ts';
import type { GuardParts } from './guard.ts';
import { createBetterAuthOnFirstUse, fetchRequest, sendAnswer } from './better-auth-handler.ts';
import { createOriginCheck } from './origin-check.ts';
import { registerProviderRoutes } from './provider-routes.ts';
import type { SignInLimits } from '../../http/limits/sign-in-limits.ts';
import { createConnectionSignal } from '../../http/connections/leaving.ts';

// better-auth's other routes stay disabled: the procedures below `account` do more than they would.
const ROUTES = [
  { method: 'POST', url: '/sign-in/email' },
  { method: 'POST', url: '/sign-out' },
  { method: 'GET', url: '/get-session' },
] as const;

type AuthParts = Pick<GuardParts, 'failures' | 'attempts'>;

// Enough for an address and a password. The server reads no more from a client without a credential.
const MAX_BODY_BYTES = 16_384;

/**
 * better-auth below /api/auth. Its successful responses are unchanged, because its own client reads them; its errors
 * get the contract's shape.
 */
export async function registerAuthRoutes(
  app: FastifyInstance,
  { deps, failures, attempts }: { deps: Deps } & AuthParts,
): Promise<void> {
  const accounts = createBetterAuthOnFirstUse(deps, (error, message) =>
    app.log.error(error, message),
  );
  const checkOrigin = createOriginCheck(deps.config);
  const signIns = new AddressLimit(deps.clock, 30, 'Too many sign-ins from this address.');
  const sessions = new AddressLimit(deps.clock, 120, 'Too many requests from this address.');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    '*',
    { parseAs: 'buffer', bodyLimit: MAX_BODY_BYTES },
    (_request, body, done) => done(null, body),
  );
  app.setErrorHandler((error: { statusCode?: number }) => {
    if (error.statusCode !== 413) throw error;
    throw new SvcError('PAYLOAD_TOO_LARGE', `The body is larger than ${MAX_BODY_BYTES} bytes.`);
  });
  const handle: Handle = (request, body) => accounts.handle(fetchRequest(deps, request, body));
  for (const { method, url } of ROUTES) {
    const isSignIn = url === '/sign-in/email';
    app.route({
      method,
      url,
      // Before the body is read and a password is checked.
      onRequest: async (request) => {
        const { ip } = request;
        const { authorization, cookie } = request.headers;
        const hasCookie = findSessionCookie(deps.config, cookie) !== undefined;
        if (authorization === undefined) checkOrigin(request, { hasCookie });
        const limit = isSignIn ? signIns : sessions;
        if (limit.countLeft(ip) <= 0) throw limit.buildRefusalError();
        limit.count(ip);
        if (isSignIn) requirePasswords(deps.config);
      },
      handler: async (request, reply) => {
        const response = isSignIn
          ? await signIn({ deps, limits: attempts.passwords, handle }, request, reply)
          : await useSession({ deps, failures }, request, handle);
        const begun = response.headers.get('set-auth-token');
        // Both forms in which clients send it.
        if (begun !== null) failures.trust(`Bearer ${begun}`, encodeURIComponent(begun));
        return sendAnswer(reply, response);
      },
    });
  }
  registerProviderRoutes(app, { deps, accounts, failures, limit: signIns });
  // Otherwise REST would answer other paths, and require a credential first.
  app.all('/*', (_request, reply) => reply.callNotFound());
}

/** `body` replaces the body as received. */
type Handle = (request: FastifyRequest, body?: unknown) => Promise<Response>;

/**
 * Checks a password within the limits of its account, and waits for its turn to be hashed. better-auth gets the value
 * that was read here: it also reads forms, and a body that only better-auth could read would be an uncounted guess.
 * @throws SvcError RATE_LIMITED; SERVICE_UNAVAILABLE when too many wait; and as `parseRequestJson`.
 */
async function signIn(
  { deps, limits, handle }: { deps: Deps; limits: SignInLimits; handle: Handle },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Response> {
  const body = parseRequestJson(request);
  const account = findEmail(body);
  const attempt = account === null ? null : limits.beginTry(request.ip, account);
  let status = 0;
  try {
    const pass = await deps.limiters.passwords.enter(toCallerKey(request.ip), {
      isPreferred: attempt?.isTrusted,
      signal: createConnectionSignal(reply),
    });
    try {
      const checked = account === null ? null : await findCredential(deps, { email: account });
      const response = await handle(request, body);
      const [token = ''] = response.headers.get('set-auth-token')?.split('.') ?? [];
      const hasBegun = checked !== null && token !== '';
      if (hasBegun && (await endOutdatedSession(deps, { checked, token }))) {
        status = 401;
        return Response.json({ message: 'Invalid email or password' }, { status });
      }
      status = response.status;
      return response;
    } finally {
      pass.release();
    }
  } finally {
    if (status === 200) attempt?.succeeded();
    else if (status !== 401) attempt?.undecided();
  }
}

/** Limits guesses of sessions in the same way as guesses of keys. A request without a credential causes no look-up. */
async function useSession(
  { deps, failures }: { deps: Deps; failures: FailedAuthentications },
  request: FastifyRequest,
  handle: Handle,
): Promise<Response> {
  const { authorization, cookie } = request.headers;
  const credential = authorization ?? findSessionCookie(deps.config, cookie);
  if (credential === undefined) return handle(request);
  let response: Response | undefined;
  try {
    return await failures.guard({ address: request.ip, credential }, async () => {
      response = await handle(request);
      // better-auth answers 200 with `null` for an unknown session.
      const isUnknown = response.status === 401 || (await response.clone().text()) === 'null';
      if (isUnknown) throw new SvcError('UNAUTHORIZED', 'This server does not know the session.');
      return response;
    });
  } catch (error) {
    if (response === undefined) throw error;
    return response;
  }
}

/** Null when better-auth would not check a password for this body. */
function findEmail(body: unknown): string | null {
  const { email } = (body ?? {}) as { email?: unknown };
  return typeof email === 'string' ? email : null;
}
