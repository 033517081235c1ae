import type { FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';

/**
 * What the services of this request are given: its statements run in the name of its organization, on
 * the connections for answers or on those for uploads. A question ends when nobody waits for its answer.
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
