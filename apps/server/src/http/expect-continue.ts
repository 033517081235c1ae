import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route itself asks a client that waits with its body to send it, once it knows that it wants it. */
    continuesItself?: boolean;
  }
}

/**
 * A client that waits with its body (`Expect: 100-continue`) is asked for it when the hooks before the
 * route have let it pass; one that they refuse sends nothing. Node by itself would ask at once.
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
