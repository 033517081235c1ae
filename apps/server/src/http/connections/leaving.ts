import type { FastifyInstance } from 'fastify';
import { whileConnected } from './while-connected.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Aborts when the answer is sent or the client disconnects. Null for requests that write: they always finish. */
    leaving: AbortSignal | null;
  }
}

/** Detects clients that no longer wait for their answer. */
export function noticeLeaving(app: FastifyInstance): void {
  app.decorateRequest('leaving', null);
  app.addHook('onRequest', async (request, reply) => {
    const isQuestion = request.method === 'GET' || request.method === 'HEAD';
    if (isQuestion) request.leaving = whileConnected(reply);
  });
}
