import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import { SvcError } from '../errors.ts';
import type { Principal } from '../accounts/principal.ts';
import { authenticator } from './auth.ts';
import type { KeyUseLog } from './key-use-log.ts';
import { limitFailedAuthentication, limitRate } from './rate-limit.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the guard on every route that needs a credential. */
    principal: Principal | null;
  }
}

/** The hook before every route that needs a credential: who asks, and may they ask again yet. It runs before a body is read. */
export function guard(deps: Deps, keyUseLog: KeyUseLog) {
  const authenticate = authenticator(deps);
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const principal = await authenticate(request.headers.authorization).catch((error: unknown) =>
      refuse(deps, { request, reply, error }),
    );
    request.principal = principal;
    await limitRate(deps, request, reply, principal);
    keyUseLog.note(principal);
  };
}

/** The principal that the guard found. */
export function principalOf(request: FastifyRequest): Principal {
  if (request.principal === null) throw new Error('the route is not behind the guard');
  return request.principal;
}

/** Hands the error on; a credential that does not hold counts against the caller's address. */
async function refuse(
  deps: Deps,
  { request, reply, error }: { request: FastifyRequest; reply: FastifyReply; error: unknown },
): Promise<never> {
  if (error instanceof SvcError && error.code === 'UNAUTHORIZED') {
    await limitFailedAuthentication(deps, request.ip);
    reply.header('WWW-Authenticate', 'Bearer');
  }
  throw error;
}
