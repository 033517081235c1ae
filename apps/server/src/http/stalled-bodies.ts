import type { FastifyInstance } from 'fastify';

/** Ends the connection of a request of whose body nothing has come for so long; how long it takes as a whole is another matter. */
export function endStalledBodies(app: FastifyInstance, stalledMs: number): void {
  app.server.on('request', (request, response) => {
    const { 'content-length': length = '0', 'transfer-encoding': encoding } = request.headers;
    if (length === '0' && encoding === undefined) return;
    request.setTimeout(stalledMs);
    request.once('end', () => {
      // What is done with it may take longer, and nothing goes over the connection meanwhile. After the
      // answer, which a refusal gives before the end, the time is Node's for the next request.
      if (!response.writableEnded) request.setTimeout(0);
    });
  });
}
