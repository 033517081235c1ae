import type { FastifyReply, FastifyRequest } from 'fastify';
import { withoutSignatures } from '../../people/index.ts';

/**
 * Logs one structured line per request, with its id. Logs the path without its query and without the part that makes a
 * link valid. Headers and bodies are not logged.
 */
export async function logRequest(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const line = {
    method: request.method,
    path: withoutSignatures(request.originalUrl.split('?')[0] ?? ''),
    status: reply.statusCode,
    durationMs: Math.round(reply.elapsedTime),
    ...(request.principal === null
      ? {}
      : { organizationId: request.principal.organizationId, credentialId: request.principal.id }),
  };
  // Probes arrive every few seconds, and successful ones carry no information.
  if (PROBES.has(line.path) && reply.statusCode < 400) request.log.debug(line, 'request');
  else request.log.info(line, 'request');
}

const PROBES = new Set(['/healthz', '/readyz', '/metrics']);
