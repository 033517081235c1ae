import { randomUUID } from 'node:crypto';
import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import { fastify, LogController, type FastifyInstance } from 'fastify';
import type { Deps } from './deps.ts';
import { artifactsRest } from './features/artifacts/artifacts.rest.ts';
import { KeyUseLog } from './http/key-use-log.ts';
import { endConnectionsOnClose } from './http/closing.ts';
import { refuseAmbiguousRequests } from './http/ambiguous-requests.ts';
import { authRoutes } from './http/auth-routes.ts';
import { docs } from './http/docs.ts';
import { answerClientError, answerErrors, answerFrameworkError } from './http/error-answers.ts';
import { FailedAuthentications } from './http/failed-authentications.ts';
import { expectContinue } from './http/expect-continue.ts';
import { health } from './http/health.ts';
import { metrics } from './http/metrics.ts';
import { pages } from './http/pages.ts';
import { noticeLeaving } from './http/leaving.ts';
import { logRequest } from './http/request-log.ts';
import { rest } from './http/rest.ts';
import { endSlowClients, type Patience } from './http/slow-clients.ts';
import { trpcScope } from './http/trpc-scope.ts';

/** The whole HTTP surface on its dependencies, not listening yet. */
export async function buildApp(deps: Deps): Promise<FastifyInstance> {
  const app = fastify({
    logger: { level: deps.config.logLevel },
    // One line a request, from request-log.ts, in the place of Fastify's two.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: (_address, hop) => hop < deps.config.proxyHops,
    // Uploads and artifacts have limits of their own.
    bodyLimit: 1024 * 1024,
    genReqId: (request) => saneRequestId(request.headers['x-request-id']) ?? randomUUID(),
    // What an artifact may take; the others have less, see PATIENCE.
    requestTimeout: 900_000,
    // Keeps connections of clients that upload shard after shard; longer than the usual proxy's 60 s.
    keepAliveTimeout: 65_000,
    forceCloseConnections: 'idle',
    // closing.ts refuses them, in the contract's shape.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 500 },
    frameworkErrors: answerFrameworkError,
    clientErrorHandler: answerClientError,
  });
  app.decorateRequest('principal', null);
  app.addHook('onRequest', async (request, reply) => {
    reply.header('X-Request-Id', request.id);
    reply.header('X-Content-Type-Options', 'nosniff');
    reply.header('Referrer-Policy', 'no-referrer');
    reply.header('Cache-Control', 'no-store');
  });
  refuseAmbiguousRequests(app);
  endConnectionsOnClose(app);
  expectContinue(app);
  noticeLeaving(app);
  endSlowClients(app, PATIENCE);
  app.addHook('onResponse', logRequest);
  answerErrors(app);
  await app.register(compress, {
    encodings: ['br', 'gzip'],
    // Deflate and brotli bodies are sent by nobody, and every format more is one more to be bombed with.
    requestEncodings: ['gzip', 'zstd'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  });

  // Who asks, how often, and with which session: short statements that everything else waits for.
  const essential: Deps = { ...deps, database: deps.databases.essential };
  const keyUseLog = new KeyUseLog(essential, (error) =>
    app.log.error(error, 'could not note a key use'),
  );
  app.addHook('onClose', () => keyUseLog.settled());
  const failures = new FailedAuthentications(deps.clock);
  await app.register(health, { deps });
  await app.register(metrics, { deps });
  await app.register(pages, { deps });
  await app.register(docs, { prefix: '/api', deps });
  await app.register(authRoutes, { prefix: '/api/auth', deps: essential, failures });
  await app.register(artifactsRest, { prefix: '/artifacts', deps });
  await app.register(rest, { prefix: '/api', deps, keyUseLog, failures });
  await app.register(trpcScope, { prefix: '/trpc', deps, keyUseLog, failures });
  return app;
}

const PATIENCE: Patience = {
  stalledMs: 60_000,
  // 1 KB a second: a 64 MiB body that comes more slowly does not end in its time anyway.
  leastBodyBytes: 60_000,
  bodyMs: (path) => {
    // An artifact of a gigabyte at 10 Mbit/s.
    if (path.startsWith('/artifacts/')) return 900_000;
    return path.startsWith('/api/auth/') ? 15_000 : 120_000;
  },
};

/** A request id from outside goes into headers and logs, so only harmless ones are taken. */
function saneRequestId(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' && /^[\w.:/+=-]{1,128}$/.test(header) ? header : undefined;
}
