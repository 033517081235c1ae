import type { FastifyRequest } from 'fastify';
import type { Database } from '../db/connections/database.ts';
import { createPrincipalScope, createScope, type RequestScope, type Scope } from '../db/scope.ts';
import { ReplicaStatements } from '../db/replica/replica-statements.ts';
import type { Deps } from '../deps.ts';
import type { Principal } from '../principal.ts';
import { toCallerKey } from './limits/client-address.ts';

/** The principal that the guard found. */
export function requirePrincipal(request: FastifyRequest): Principal {
  if (request.principal === null) throw new Error('the route is not behind the guard');
  return request.principal;
}

/** The scope of a request behind the guard: the organization of its credential. */
export function createRequestScope(deps: Deps, request: FastifyRequest): RequestScope {
  const principal = requirePrincipal(request);
  return createPrincipalScope(
    chooseConnections(deps, request, principal.organizationId),
    principal,
  );
}

/**
 * As createRequestScope, for an answer that depends on the organization's data alone. The data is at least that of when
 * the credential was looked up, so everyone reads what they wrote before.
 */
export function createDataScope(deps: Deps, request: FastifyRequest): RequestScope {
  const principal = requirePrincipal(request);
  const { replica, answers } = deps.databases;
  if (replica === undefined || !isQuestion(request)) return createRequestScope(deps, request);
  const question = {
    organizationId: principal.organizationId,
    revision: principal.dataRevision,
    signal: request.leaving ?? undefined,
    primary: answers,
  };
  return createPrincipalScope(new ReplicaStatements(replica, question), principal);
}

/** The scope of a request whose signed address permits it to act in the organization. */
export function createSignedScope(
  deps: Deps,
  request: FastifyRequest,
  organizationId: string,
): Scope {
  return createScope(chooseConnections(deps, request, organizationId), organizationId);
}

/** The dependencies of a request that belongs to no organization, such as a sign-up or the switch to another one. */
export function buildVisitorDeps(deps: Deps, request: FastifyRequest): Deps {
  const visitor = request.user?.id ?? toCallerKey(request.ip);
  return { ...deps, database: chooseConnections(deps, request, visitor) };
}

/**
 * The connections for answers or for uploads, on behalf of the organization or visitor. A read is cancelled when the client no
 * longer waits.
 */
function chooseConnections(deps: Deps, request: FastifyRequest, asker: string): Database {
  const { answers, uploads } = deps.databases;
  const signal = request.leaving ?? undefined;
  return (isQuestion(request) ? answers : uploads).of({ organizationId: asker, signal });
}

function isQuestion({ method }: FastifyRequest): boolean {
  return method === 'GET' || method === 'HEAD';
}
