import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Deps } from '../deps.ts';
import { parseIdempotencyKey } from '../http/bodies/idempotency-key.ts';
import type { AccountAttempts } from '../http/limits/account-attempts.ts';
import {
  requirePrincipal,
  createDataScope,
  createRequestScope,
  buildVisitorDeps,
} from '../http/request-scope.ts';
import { appRouter } from './router.ts';
import type { Context } from '../http/trpc/trpc.ts';

/** The context of the procedures of one request. */
export function buildContext(
  deps: Deps,
  request: FastifyRequest,
  { attempts }: { attempts: AccountAttempts },
): Context {
  return {
    deps,
    visitor: {
      deps: buildVisitorDeps(deps, request),
      user: request.user,
      address: request.ip,
      attempts,
    },
    scope: request.principal === null ? null : createRequestScope(deps, request),
    dataScope: request.principal === null ? null : createDataScope(deps, request),
    idempotencyKey: parseIdempotencyKey(request),
    enter: async (limiter, weight) => {
      const { leaving } = request;
      if (leaving === null) throw new Error('only a question has an answer to wait for');
      const { organizationId } = requirePrincipal(request);
      const pass = await limiter.enter(organizationId, { weight, signal: leaving });
      if (leaving.aborted) pass.release();
      else leaving.addEventListener('abort', pass.release);
      return pass;
    },
    retryAfter: (seconds) => {
      request.retryAfterSeconds = seconds;
    },
    // A request whose client has disconnected is cancelled on purpose, so its error is not logged.
    logError: (error) => {
      if (request.leaving?.aborted !== true) request.log.error(error);
    },
    inputSchemaOf: findInputSchema,
  };
}

function findInputSchema(path: string): z.ZodObject | undefined {
  const [schema] = PROCEDURES[path]?._def.inputs ?? [];
  return schema instanceof z.ZodObject ? schema : undefined;
}

// tRPC stores a procedure's schemas here, but not in its types; trpc-to-openapi reads them here too.
const PROCEDURES = appRouter._def.procedures as unknown as Record<
  string,
  { _def: { inputs: unknown[] } } | undefined
>;
