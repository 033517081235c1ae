import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route itself asks a waiting client to send its body, once it has decided to receive it. */
    continuesItself?: boolean;
  }
}

/** The configuration of a route that asks for the body itself. */
export const CONTINUES_ITSELF = { continuesItself: true } as const;

/**
 * Answers `Expect: 100-continue` only after the hooks before the route have accepted the request. A refused client then
 * sends no body. Node's default requests the body at once.
 */
export function expectContinue(app: FastifyInstance): void {
  app.server.on('checkContinue', (request, response) => {
    app.server.emit('request', request, response);
  });
  app.addHook('preParsing', async (request, reply) => {
    if (request.headers.expect === undefined) return;
    if (request.routeOptions.config.continuesItself !== true) reply.raw.writeContinue();
  });
}
