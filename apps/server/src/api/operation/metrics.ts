import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import { listBacklogs } from '../../jobs/backlog.queries.ts';
import { deriveRouteTemplate } from '../path-templates.ts';
import { measureReplica } from './replica-metrics.ts';

/** `/metrics` for Prometheus: the process, requests, jobs, and what waits for a job. */
export async function registerMetrics(
  app: FastifyInstance,
  { deps }: { deps: Deps },
): Promise<void> {
  const { registry } = deps.measurements;
  if (deps.databases.replica !== undefined) measureReplica(registry, deps.databases.replica);
  app.get('/metrics', async (_request, reply) => {
    deps.measurements.cachedBytes.set(deps.answerCache?.bytes ?? 0);
    await measureBacklogs(deps);
    reply.type(registry.contentType);
    return registry.metrics();
  });
}

/** Measures every request of the app. */
export function measureRequests(app: FastifyInstance, { requests }: Deps['measurements']): void {
  app.addHook('onResponse', async (request, reply) => {
    const route = deriveRouteTemplate({
      url: request.originalUrl,
      route: request.routeOptions.url,
    });
    requests
      .labels(request.method, route, String(reply.statusCode))
      .observe(reply.elapsedTime / 1000);
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
