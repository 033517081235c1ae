import type { FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';

/**
 * The dependencies for the services of this request. Its statements run on behalf of its organization, on the
 * connections for answers or for uploads. A read is cancelled when the client no longer waits.
 */
export function requestDeps(
  deps: Deps,
  request: FastifyRequest,
  { organizationId }: { organizationId: string },
): Deps {
  const { answers, uploads } = deps.databases;
  const isQuestion = request.method === 'GET' || request.method === 'HEAD';
  const signal = request.leaving ?? undefined;
  const database = (isQuestion ? answers : uploads).of({ organizationId, signal });
  return { ...deps, database };
}
