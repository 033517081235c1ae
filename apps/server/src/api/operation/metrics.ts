import { hash, timingSafeEqual } from 'node:crypto';
import { context } from '@opentelemetry/api';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Deps } from '../../deps.ts';
import { listBacklogs } from '../../jobs/backlog.queries.ts';
import { SvcError } from '../../errors.ts';
import { deriveRouteTemplate } from '../path-templates.ts';
import { endRequestSpan, startRequestSpan, type RequestSpan } from '../../traces.ts';
import { measureReplica } from './replica-metrics.ts';

/** `/metrics` for Prometheus: the process, requests, jobs, and what waits for a job. */
export async function registerMetrics(
  app: FastifyInstance,
  { deps }: { deps: Deps },
): Promise<void> {
  const { registry } = deps.measurements;
  if (deps.databases.replica !== undefined) measureReplica(registry, deps.databases.replica);
  const { metricsToken } = deps.config;
  app.get('/metrics', async (request, reply) => {
    if (metricsToken !== null && !hasToken(request, metricsToken)) {
      reply.header('WWW-Authenticate', 'Bearer');
      throw new SvcError('UNAUTHORIZED', '/metrics requires the token in SVC_METRICS_TOKEN.', {
        hint: 'Send it as `Authorization: Bearer <token>`.',
      });
    }
    deps.measurements.cachedBytes.set(deps.answerCache?.bytes ?? 0);
    await measureBacklogs(deps);
    reply.type(registry.contentType);
    return registry.metrics();
  });
}

/** Compares hashes, so that the time tells neither the token nor its length. */
function hasToken({ headers }: FastifyRequest, token: string): boolean {
  const [sent, expected] = [headers.authorization ?? '', `Bearer ${token}`].map((text) =>
    hash('sha256', text, 'buffer'),
  );
  return sent !== undefined && expected !== undefined && timingSafeEqual(sent, expected);
}

/** Measures and traces every request of the app. */
export function measureRequests(app: FastifyInstance, { requests }: Deps['measurements']): void {
  const spans = new WeakMap<FastifyRequest, RequestSpan>();
  const enter = (request: FastifyRequest, next: () => void): void => {
    const started = spans.get(request);
    if (started === undefined) next();
    else context.with(started.context, next);
  };
  app.addHook('onRequest', (request, _reply, next) => {
    spans.set(request, startRequestSpan(request.method, request.headers));
    enter(request, next);
  });
  // A body is read in the events of its connection, which belong to no request.
  app.addHook('preHandler', (request, _reply, next) => enter(request, next));
  app.addHook('onResponse', async (request, reply) => {
    const { method, originalUrl, routeOptions } = request;
    const route = deriveRouteTemplate({ url: originalUrl, route: routeOptions.url });
    const status = reply.statusCode;
    requests.labels(method, route, String(status)).observe(reply.elapsedTime / 1000);
    const started = spans.get(request);
    if (started !== undefined) endRequestSpan(started, { method, route, status });
  });
}

/** Leaves the backlogs out if the database is unavailable. The other figures then matter most. */
async function measureBacklogs({ databases, measurements }: Deps): Promise<void> {
  const { backlogItems, backlogAge } = measurements;
  const backlogs = await listBacklogs(databases.essential).catch(() => []);
  backlogItems.reset();
  backlogAge.reset();
  for (const { queue, items, ageSeconds } of backlogs) {
    backlogItems.set({ queue }, items);
    backlogAge.set({ queue }, ageSeconds);
  }
}
