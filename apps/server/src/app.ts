import { randomUUID } from 'node:crypto';
import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import { fastify, LogController, type FastifyInstance, type FastifyServerOptions } from 'fastify';
import type { Deps } from './deps.ts';
import { registerArtifactsRest } from './artifacts/index.ts';
import { AccountAttempts } from './http/limits/account-attempts.ts';
import { BROTLI_QUALITY } from './http/answers/encode-answer.ts';
import { endConnectionsOnClose } from './http/connections/closing.ts';
import {
  UseLog,
  registerAuthRoutes,
  type GuardParts,
  FailedAuthentications,
} from './people/index.ts';
import { refuseAmbiguousRequests } from './http/connections/ambiguous-requests.ts';
import { registerDocs } from './api/docs/docs.ts';
import {
  answerClientError,
  answerErrors,
  answerFrameworkError,
} from './http/bodies/error-answers.ts';
import { parseJsonBodies } from './http/bodies/json-body.ts';
import { expectContinue } from './http/connections/expect-continue.ts';
import { registerHealth } from './api/operation/health.ts';
import { measureRequests, registerMetrics } from './api/operation/metrics.ts';
import { AddressLimit } from './http/limits/address-limit.ts';
import { registerDashboard } from './http/pages/dashboard.ts';
import { registerDocumentation } from './http/pages/documentation.ts';
import { noticeLeaving } from './http/connections/leaving.ts';
import { createReadableLog } from './api/operation/readable-log.ts';
import { logRequest } from './api/operation/request-log.ts';
import { registerRest } from './api/rest.ts';
import { endSlowClients, type Patience } from './http/connections/slow-clients.ts';
import { addPrefixToRedirects, createRewriteUrl } from './http/path-prefix.ts';
import { dropCookiesOfViewer, registerTraceViewer } from './http/pages/trace-viewer.ts';
import { registerTrpc } from './api/trpc-scope.ts';

/** The complete HTTP surface with its dependencies. Does not listen yet. */
export async function buildApp(deps: Deps): Promise<FastifyInstance> {
  const app = fastify(buildFastifyOptions(deps));
  app.decorateRequest('principal', null);
  app.decorateRequest('user', null);
  // Browsers apply it to the whole host, on every port: only where the host is svc's alone.
  const requiresTls = /^https:\/\/[^:/]+$/.test(deps.config.baseUrl);
  app.addHook('onRequest', async (request, reply) => {
    // Fastify reads it as `originalUrl`. trpc-to-openapi cuts `/api` off `url`.
    Object.assign(request.raw, { originalUrl: request.raw.url });
    reply.header('X-Request-Id', request.id);
    reply.header('X-Content-Type-Options', 'nosniff');
    reply.header('Referrer-Policy', 'no-referrer');
    reply.header('Cache-Control', 'no-store');
    if (requiresTls) reply.header('Strict-Transport-Security', 'max-age=31536000');
  });
  addPrefixToRedirects(app, deps.config);
  dropCookiesOfViewer(app, deps);
  refuseAmbiguousRequests(app);
  endConnectionsOnClose(app);
  expectContinue(app);
  noticeLeaving(app);
  endSlowClients(app, PATIENCE);
  app.addHook('onResponse', logRequest);
  measureRequests(app, deps.measurements);
  answerErrors(app, deps.config);
  parseJsonBodies(app);
  await app.register(compress, {
    encodings: ['br', 'gzip'],
    // No client sends deflate or brotli bodies, and each additional format is another way to send a decompression
    // bomb.
    requestEncodings: ['gzip', 'zstd'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } },
  });

  // Authentication, rate limits and sessions: short statements that every request waits for.
  const essential: Deps = { ...deps, database: deps.databases.essential };
  const parts = buildGuardParts(app, essential);
  await app.register(registerHealth, { deps });
  await app.register(registerMetrics, { deps });
  await app.register(registerDocs, { prefix: '/api', deps });
  await app.register(registerAuthRoutes, { prefix: '/api/auth', deps: essential, ...parts });
  await app.register(registerArtifactsRest, { prefix: '/artifacts', deps });
  await app.register(registerRest, { prefix: '/api', deps, ...parts });
  await app.register(registerTrpc, { prefix: '/trpc', deps, ...parts });
  await app.register(registerTraceViewer, { prefix: '/trace-viewer', deps });
  await app.register(registerDocumentation, { prefix: '/docs', deps });
  await app.register(registerDashboard, { deps });
  return app;
}

function buildFastifyOptions({ config }: Deps): FastifyServerOptions {
  return {
    logger: {
      level: config.logLevel,
      // JSON lines for programs.
      ...(process.stdout.isTTY ? { stream: createReadableLog(process.stdout) } : {}),
    },
    // request-log.ts writes one line per request, instead of Fastify's two.
    logController: new LogController({ disableRequestLogging: true }),
    rewriteUrl: createRewriteUrl(config),
    trustProxy: (_address, hop) => hop < config.proxyHops,
    // Uploads and artifacts have their own limits.
    bodyLimit: 1024 * 1024,
    genReqId: (request) => parseRequestId(request.headers['x-request-id']) ?? randomUUID(),
    // The longest limit, that of an artifact; for the others see PATIENCE.
    requestTimeout: 900_000,
    // Keeps the connections of clients that upload shard after shard. Longer than the usual 60 s of proxies.
    keepAliveTimeout: 65_000,
    forceCloseConnections: 'idle',
    // closing.ts refuses requests while the server closes, in the contract's shape.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 500 },
    frameworkErrors: answerFrameworkError,
    clientErrorHandler: answerClientError,
  };
}

function buildGuardParts(app: FastifyInstance, essential: Deps): GuardParts {
  const useLog = new UseLog(essential, (error) =>
    app.log.error(error, 'could not note the use of a credential'),
  );
  app.addHook('onClose', () => useLog.settled());
  return {
    useLog,
    failures: new FailedAuthentications(essential.clock),
    attempts: new AccountAttempts(essential.clock),
    visits: new AddressLimit(
      essential.clock,
      VISITS_PER_MINUTE,
      'Too many requests from this address.',
    ),
  };
}

// A page that is opened without a session asks once or twice. Many people may share one address.
const VISITS_PER_MINUTE = 240;

const PATIENCE: Patience = {
  stalledMs: 60_000,
  // 60,000 bytes per minute is 1 KB/s. A 64 MiB body that is slower than that misses its deadline anyway.
  leastBodyBytes: 60_000,
  bodyMs: (path) => {
    // An artifact of a gigabyte at 10 Mbit/s.
    if (path.startsWith('/artifacts/')) return 900_000;
    return path.startsWith('/api/auth/') ? 15_000 : 120_000;
  },
  // Half of the 20 s that a request waits at a limiter. A client that stops reading is ended after it, one at half of the
  // least rate after twice as long. A client that keeps the rate may hold a place there as long as its answer lasts.
  answerGraceMs: 10_000,
  // Only answers from the database hold a place at a limiter. A browser stops reading a video that is paused.
  leastAnswerBytesPerSecond: (path) => (/^\/(?:api|trpc)\//.test(path) ? 64_000 : 0),
};

/** A client's request id goes into headers and logs, so only harmless characters are accepted. */
function parseRequestId(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' && /^[\w.:/+=-]{1,128}$/.test(header) ? header : undefined;
}
