import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../../deps.ts';
import { SvcError } from '../../errors.ts';
import type { Principal } from '../../accounts/principal.ts';
import { authenticator } from './auth.ts';
import type { FailedAuthentications } from './failed-authentications.ts';
import type { KeyUseLog } from './key-use-log.ts';
import { countsWithLookUp, kindOf, limitRate } from '../limits/rate-limit.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the guard on every route that requires a credential. */
    principal: Principal | null;
  }
}

/** Shared by all guarded scopes of one app. */
export interface GuardParts {
  keyUseLog: KeyUseLog;
  failures: FailedAuthentications;
}

/**
 * The hook before every route that requires a credential: authenticates and applies the rate limit, before the body
 * is read.
 */
export function guard(deps: Deps, { keyUseLog, failures }: GuardParts) {
  const authenticate = authenticator(deps);
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { authorization } = request.headers;
    const kind = kindOf(request);
    const { principal, count } = await failures
      .guard({ address: request.ip, credential: authorization }, () =>
        authenticate(
          { authorization, address: request.ip },
          countsWithLookUp(request) ? kind : null,
        ),
      )
      .catch((error: unknown) => askForBearer(reply, error));
    request.principal = principal;
    await limitRate(deps, { request, reply }, { principal, kind, count });
    keyUseLog.note(principal);
  };
}

/** The principal that the guard found. */
export function principalOf(request: FastifyRequest): Principal {
  if (request.principal === null) throw new Error('the route is not behind the guard');
  return request.principal;
}

/** Rethrows the error, with the header that belongs to a 401. */
function askForBearer(reply: FastifyReply, error: unknown): never {
  if (error instanceof SvcError && error.code === 'UNAUTHORIZED') {
    reply.header('WWW-Authenticate', 'Bearer');
  }
  throw error;
}
