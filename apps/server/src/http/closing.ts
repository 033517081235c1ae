import type { FastifyInstance } from 'fastify';
import { SvcError } from '../errors.ts';

/**
 * Lets a server that closes finish soon: every answer from then on ends its connection, and a request
 * that still comes over a kept connection is refused. Fastify by itself would leave the connection of
 * the last answer open until the client or the keep-alive time-out ends it.
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
  // An answer whose headers went out before the server began to close keeps its connection open.
  app.addHook('onResponse', async () => {
    if (closing) setImmediate(() => app.server.closeIdleConnections());
  });
}
