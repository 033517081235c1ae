import type { FastifyInstance } from 'fastify';
import { whileConnected } from './while-connected.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Aborts when the client goes before it has its answer. Null for what writes: that is done to its end. */
    leaving: AbortSignal | null;
  }
}

/** Notices clients that do not wait for their answer any more. */
export function noticeLeaving(app: FastifyInstance): void {
  app.decorateRequest('leaving', null);
  app.addHook('onRequest', async (request, reply) => {
    if (request.method === 'GET') request.leaving = whileConnected(reply);
  });
}
