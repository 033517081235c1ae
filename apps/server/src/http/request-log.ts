import type { FastifyReply, FastifyRequest } from 'fastify';

/** One structured line a request, with its id. The path comes without its query, and no header and no body is ever logged. */
export async function logRequest(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const line = {
    method: request.method,
    path: request.url.split('?')[0],
    status: reply.statusCode,
    durationMs: Math.round(reply.elapsedTime),
    ...(request.principal === null
      ? {}
      : { organizationId: request.principal.organizationId, credentialId: request.principal.id }),
  };
  // Probes come every few seconds and say nothing while they succeed.
  if (PROBES.has(line.path ?? '') && reply.statusCode < 400) request.log.debug(line, 'request');
  else request.log.info(line, 'request');
}

const PROBES = new Set(['/healthz', '/readyz', '/metrics']);
