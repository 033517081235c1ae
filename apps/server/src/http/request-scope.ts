import type { FastifyRequest } from 'fastify';
import type { Database } from '../db/connections/database.ts';
import { requestScopeOf, scopeOf, type RequestScope, type Scope } from '../db/scope.ts';
import type { Deps } from '../deps.ts';
import type { Principal } from '../principal.ts';
import { callerOf } from './limits/client-address.ts';

/** The principal that the guard found. */
export function principalOf(request: FastifyRequest): Principal {
  if (request.principal === null) throw new Error('the route is not behind the guard');
  return request.principal;
}

/** The scope of a request behind the guard: the organization of its credential. */
export function requestScope(deps: Deps, request: FastifyRequest): RequestScope {
  const principal = principalOf(request);
  return requestScopeOf(connectionsOf(deps, request, principal.organizationId), principal);
}

/** The scope of a request whose signed address permits it to act in the organization. */
export function signedScope(deps: Deps, request: FastifyRequest, organizationId: string): Scope {
  return scopeOf(connectionsOf(deps, request, organizationId), organizationId);
}

/** The dependencies of a request that belongs to no organization, such as a sign-up or the switch to another one. */
export function visitorDeps(deps: Deps, request: FastifyRequest): Deps {
  const visitor = request.user?.id ?? callerOf(request.ip);
  return { ...deps, database: connectionsOf(deps, request, visitor) };
}

/**
 * The connections for answers or for uploads, on behalf of the organization or visitor. A read is cancelled when the client no
 * longer waits.
 */
function connectionsOf(deps: Deps, request: FastifyRequest, asker: string): Database {
  const { answers, uploads } = deps.databases;
  const isQuestion = request.method === 'GET' || request.method === 'HEAD';
  const signal = request.leaving ?? undefined;
  return (isQuestion ? answers : uploads).of({ organizationId: asker, signal });
}
