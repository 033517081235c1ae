import { getTRPCErrorShape, TRPCError } from '@trpc/server';
import { fastifyTRPCPlugin } from '@trpc/server/adapters/fastify';
import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import { TRPC_CODE_OF_ERROR } from '../errors.ts';
import { registerCiAnalysisTrpc } from '../analyses/index.ts';
import { registerIngestTrpc } from '../ingest/index.ts';
import { cacheAnswers } from '../http/answers/cache-answers.ts';
import { isCachedOverTrpc } from './cached-questions.ts';
import { buildContext } from './context.ts';
import { isOpenPath } from './open-procedures.ts';
import { appRouter } from './router.ts';
import { toClientError, startErrorAnswer } from '../http/bodies/error-answers.ts';
import { passJsonBodiesAsText } from '../http/bodies/json-body.ts';
import { guard, type GuardParts } from '../people/index.ts';

// Bodies are parsed in one piece here, which takes many times their size. Uploads may be larger, because they are
// parsed in chunks.
const BODY_LIMIT_BYTES = 1024 * 1024;

/** tRPC at /trpc. A separate scope, because its plugin replaces the JSON parser. */
export async function registerTrpc(
  app: FastifyInstance,
  { deps, ...parts }: { deps: Deps } & GuardParts,
): Promise<void> {
  const essential = { ...deps, database: deps.databases.essential };
  app.addHook('onRequest', guard(essential, parts, isOpenProcedure));
  // Errors raised before a procedure need tRPC's shape as well.
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const reported = toClientError(error, request);
    startErrorAnswer(request, reply, reported);
    const trpcError = new TRPCError({
      code: TRPC_CODE_OF_ERROR[reported.code],
      message: reported.message,
      cause: reported,
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
  await app.register(registerIngestTrpc, { deps });
  await app.register(registerCiAnalysisTrpc, { deps });
  app.addHook('onRoute', (route) => {
    route.bodyLimit = BODY_LIMIT_BYTES;
  });
  const trpcOptions = {
    router: appRouter,
    createContext: ({ req }: { req: FastifyRequest }) => buildContext(deps, req, parts),
    // Each HTTP request must count as one request in the rate limit.
    allowBatching: false,
  };
  await app.register(async (procedures) => {
    cacheAnswers(procedures, deps, isCachedOverTrpc);
    fastifyTRPCPlugin(procedures, { trpcOptions }, () => {});
    passJsonBodiesAsText(procedures);
    // No procedure takes a form, and tRPC would read one of any size into memory.
    procedures.removeContentTypeParser('multipart/form-data');
  });
}

/** Whether the request is for a procedure that people call who are not signed in, or in no organization. */
function isOpenProcedure({ url }: FastifyRequest): boolean {
  const [path = ''] = url.split('?');
  return isOpenPath(path.slice('/trpc/'.length));
}
