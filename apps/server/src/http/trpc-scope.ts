import { getTRPCErrorShape, TRPCError } from '@trpc/server';
import { fastifyTRPCPlugin } from '@trpc/server/adapters/fastify';
import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import { TRPC_CODE_OF_ERROR } from '../errors.ts';
import { ingestTrpc } from '../features/ingest/ingest.rest.ts';
import { contextOf } from '../trpc/context.ts';
import { appRouter } from '../trpc/router.ts';
import { errorOf, startErrorAnswer } from './error-answers.ts';
import { guard, type GuardParts } from './guard.ts';

// A body is parsed as a whole here, which takes many times its size. Uploads, which may be larger, are read in pieces.
const BODY_LIMIT_BYTES = 1024 * 1024;

/** tRPC at /trpc, in a scope of its own because its plugin replaces the JSON parser. */
export async function trpcScope(
  app: FastifyInstance,
  { deps, keyUseLog, failures }: { deps: Deps } & GuardParts,
): Promise<void> {
  const essential = { ...deps, database: deps.databases.essential };
  app.addHook('onRequest', guard(essential, { keyUseLog, failures }));
  // What fails before a procedure still has to read as tRPC to the client.
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const told = errorOf(error, request);
    startErrorAnswer(request, reply, told);
    const trpcError = new TRPCError({
      code: TRPC_CODE_OF_ERROR[told.code],
      message: told.message,
      cause: told,
    });
    const shape = getTRPCErrorShape({
      config: appRouter._def._config,
      error: trpcError,
      type: 'unknown',
      path: undefined,
      input: undefined,
      ctx: undefined,
    });
    reply.type('application/json; charset=utf-8').send({ error: shape });
  });
  await app.register(ingestTrpc, { deps });
  app.addHook('onRoute', (route) => {
    route.bodyLimit = BODY_LIMIT_BYTES;
  });
  await app.register(fastifyTRPCPlugin, {
    trpcOptions: {
      router: appRouter,
      createContext: ({ req }: { req: FastifyRequest }) => contextOf(deps, req),
      // One request is one request to the rate limit.
      allowBatching: false,
    },
  });
}
