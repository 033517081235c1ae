import type { FastifyReply } from 'fastify';

/** Aborted when the connection closes, so that nothing more is done for a client that has gone. */
export function whileConnected(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  reply.raw.once('close', () =>
    controller.abort(new Error('the client has closed the connection')),
  );
  return controller.signal;
}
