import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';
import { asSvcError } from '../errors.ts';

/**
 * `/healthz`: the process answers, and says what is wrong with its embedded Postgres. It stays 200
 * then: the server starts Postgres again itself, and a restart of the server would mend nothing.
 * `/readyz`: the database answers too. Both for anybody, neither counted.
 */
export async function health(app: FastifyInstance, { deps }: { deps: Deps }): Promise<void> {
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
      throw asSvcError(error);
    }
  });
}
