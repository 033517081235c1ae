import type { FastifyInstance } from 'fastify';
import { SvcError } from '../../errors.ts';

/**
 * Lets a closing server finish soon: every answer closes its connection, and further requests over kept connections
 * are refused. Fastify alone would keep the connection of the last answer open until the client or the keep-alive
 * timeout closes it.
 */
export function endConnectionsOnClose(app: FastifyInstance): void {
  let closing = false;
  app.addHook('preClose', async () => {
    closing = true;
  });
  app.addHook('onRequest', async () => {
    if (!closing) return;
    throw new SvcError('SERVICE_UNAVAILABLE', 'The server is stopping.', {
      hint: 'Try again in a few seconds.',
      retryAfterSeconds: 5,
    });
  });
  app.addHook('onSend', async (_request, reply) => {
    if (closing) reply.header('Connection', 'close');
  });
  // An answer whose headers were sent before the server began to close keeps its connection open.
  app.addHook('onResponse', async () => {
    if (closing) setImmediate(() => app.server.closeIdleConnections());
  });
}
