import type { FastifyInstance } from 'fastify';
import { whileConnected } from './while-connected.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Aborts when the answer is sent, or the client goes before. Null for what writes: that is done to its end. */
    leaving: AbortSignal | null;
  }
}

/** Notices clients that do not wait for their answer any more. */
export function noticeLeaving(app: FastifyInstance): void {
  app.decorateRequest('leaving', null);
  app.addHook('onRequest', async (request, reply) => {
    const isQuestion = request.method === 'GET' || request.method === 'HEAD';
    if (isQuestion) request.leaving = whileConnected(reply);
  });
}
