import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';
import { asSvcError } from '../errors.ts';

/** `/healthz`: the process answers. `/readyz`: its database does too. Both for anybody, neither counted. */
export async function health(app: FastifyInstance, { deps }: { deps: Deps }): Promise<void> {
  app.get('/healthz', async () => ({
    status: 'ok',
    version: deps.version,
    time: deps.clock.now().toISOString(),
  }));
  app.get('/readyz', async () => {
    try {
      await deps.database.query('SELECT 1');
      return { status: 'ready' };
    } catch (error) {
      throw asSvcError(error);
    }
  });
}
