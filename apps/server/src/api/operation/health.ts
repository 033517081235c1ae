import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import { toSvcError } from '../../errors.ts';

/**
 * `/healthz`: the process answers, and reports problems of its embedded Postgres. The status stays 200 in that case:
 * the server restarts Postgres itself, and restarting the server would fix nothing.
 * `/readyz`: the database answers too. Both need no credential and are not rate limited.
 */
export async function registerHealth(
  app: FastifyInstance,
  { deps }: { deps: Deps },
): Promise<void> {
  app.get('/healthz', async () => ({
    status: 'ok',
    version: deps.version,
    time: deps.clock.now().toISOString(),
    database: deps.databaseTrouble?.() ?? 'ok',
  }));
  app.get('/readyz', async () => {
    try {
      await deps.databases.readiness.ask();
      return { status: 'ready' };
    } catch (error) {
      throw toSvcError(error);
    }
  });
}
