import type { FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import { idempotencyKeyOf } from '../http/idempotency-key.ts';
import { principalOf } from '../http/guard.ts';
import type { Context } from './trpc.ts';

/** What the procedures of one request are given. */
export function contextOf(deps: Deps, request: FastifyRequest): Context {
  return {
    deps,
    principal: principalOf(request),
    idempotencyKey: idempotencyKeyOf(request),
    logError: (error) => request.log.error(error),
  };
}
