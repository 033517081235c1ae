import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
// The package trpc-to-openapi under the name `trpc-openapi`: the original of that name supports only tRPC 10 and is
// archived.
import { fastifyTRPCOpenApiPlugin } from 'trpc-openapi';
import { z } from 'zod';
import type { Deps } from '../deps.ts';
import { SvcError, TRPC_CODE_OF_ERROR } from '../errors.ts';
import { registerAuditLogRest } from '../audit-log/index.ts';
import { registerCiAnalysisRest } from '../analyses/index.ts';
import { registerExecutionsRest } from '../executions/index.ts';
import { registerIngestRest } from '../ingest/index.ts';
import { cacheAnswers } from '../http/answers/cache-answers.ts';
import { isCachedOverRest } from './cached-questions.ts';
import { buildContext } from './context.ts';
import { appRouter } from './router.ts';
import { wrapInEnvelope, buildErrorBody } from '../http/bodies/envelope.ts';
import { guard, type GuardParts } from '../people/index.ts';
import { getPathParameters, parsePathValues } from './path-templates.ts';

/**
 * The REST surface below /api: every procedure with an `openapi` meta, and the streaming routes that replace some of
 * them. This is the only place that adds the envelope and the error shape.
 */
export async function registerRest(
  app: FastifyInstance,
  { deps, ...parts }: { deps: Deps } & GuardParts,
): Promise<void> {
  const essential = { ...deps, database: deps.databases.essential };
  app.addHook('onRequest', guard(essential, parts));
  app.addHook('onSend', wrapInEnvelope);
  app.register(registerIngestRest, { deps });
  app.register(registerCiAnalysisRest, { deps });
  app.register(registerExecutionsRest, { deps });
  app.register(registerAuditLogRest, { deps });
  app.register(async (generated) => {
    generated.addHook('onRequest', refuseIgnoredParameters);
    generated.addHook('preHandler', takeNoBodyAsEmpty);
    generated.addHook('onRoute', answerOnce);
    generated.addHook('onSend', async (_request, reply, payload) =>
      isGeneratedError(reply, payload) ? toContractError(payload) : payload,
    );
    cacheAnswers(generated, deps, isCachedOverRest);
    await generated.register(fastifyTRPCOpenApiPlugin, {
      router: appRouter,
      createContext: ({ req }: { req: unknown }) => {
        const request = req as FastifyRequest;
        // The plugin has cut the prefix off.
        const [path = ''] = request.url.split('?');
        return {
          ...buildContext(deps, request, parts),
          pathValues: parsePathValues(`/api${path}`),
        };
      },
    });
  });
}

/**
 * trpc-to-openapi's handler may resolve to undefined while its answer still passes through compression. Without this,
 * Fastify would send the undefined as the answer.
 */
function answerOnce(route: RouteOptions): void {
  const { handler } = route;
  route.handler = async function (this: FastifyInstance, request, reply) {
    await handler.call(this, request, reply);
    return reply;
  };
}

/**
 * Refuses query parameters that trpc-to-openapi silently ignores: those without a value, those that are in the path,
 * and `__proto__`. A filter from an empty variable of a script must not return everything.
 * @throws SvcError BAD_REQUEST
 */
async function refuseIgnoredParameters(request: FastifyRequest): Promise<void> {
  const [path = ''] = request.url.split('?');
  const ignored = ['__proto__', ...getPathParameters(path)];
  const details = Object.entries(request.query as Record<string, string | string[]>)
    .filter(([name, value]) => ignored.includes(name) || value === '')
    .map(([name, value]) => ({
      path: name,
      message: value === '' ? 'Is empty' : 'Unknown parameter',
    }));
  const [first] = details;
  if (first === undefined) return;
  throw new SvcError('BAD_REQUEST', `${first.path}: ${first.message}`, { details });
}

/**
 * Some operations need only their path, such as the test of a webhook. trpc-to-openapi would answer 415 without a body.
 */
async function takeNoBodyAsEmpty(request: FastifyRequest): Promise<void> {
  if (request.method === 'GET' || request.body !== undefined) return;
  if (request.headers['content-type'] !== undefined) return;
  request.headers['content-type'] = 'application/json';
  request.body = {};
}

/** False for errors raised before the procedure, such as a missing key: they already have the contract's shape. */
function isGeneratedError(reply: FastifyReply, payload: unknown): payload is string {
  return (
    reply.statusCode >= 400 &&
    typeof payload === 'string' &&
    !payload.startsWith('{"success":false')
  );
}

const generatedError = z.object({
  message: z.string(),
  data: z
    .object({
      svcCode: z.enum(Object.keys(TRPC_CODE_OF_ERROR) as (keyof typeof TRPC_CODE_OF_ERROR)[]),
      details: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
    })
    .optional(),
});

/** Converts trpc-to-openapi's error body to the contract's shape. */
function toContractError(payload: string): string {
  const { message, data } = generatedError.parse(JSON.parse(payload));
  const details = data?.details === undefined ? {} : { details: data.details };
  return JSON.stringify(
    buildErrorBody(new SvcError(data?.svcCode ?? 'NOT_FOUND', message, details)),
  );
}
