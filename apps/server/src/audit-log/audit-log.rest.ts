import { Readable } from 'node:stream';
import { auditLogExportQuery } from '@svc/contract/people/audit-log';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';
import { createRequestScope } from '../http/request-scope.ts';
import { buildInvalidParametersError } from '../http/input/invalid-parameters.ts';
import { requireLevel } from '../http/trpc/require-level.ts';
import { streamAuditLogCsv } from './audit-log-csv.ts';
import { buildAuditFilter } from './audit-log.service.ts';

/**
 * The audit log as a file, for admins and owners, with the filters of the list. It is not a procedure, because it is
 * streamed and is not JSON.
 */
export async function registerAuditLogRest(
  app: FastifyInstance,
  { deps }: { deps: Deps },
): Promise<void> {
  app.get('/audit-log.csv', async (request, reply) => {
    const scope = requireLevel(createRequestScope(deps, request), 'admin');
    const query = auditLogExportQuery.safeParse(request.query);
    if (!query.success) {
      throw buildInvalidParametersError(query.error.issues, {
        schema: auditLogExportQuery,
        input: request.query,
      });
    }
    const filter = buildAuditFilter(query.data);
    const day = deps.clock.now().toISOString().slice(0, 10);
    reply.header('Content-Disposition', `attachment; filename="audit-log-${day}.csv"`);
    reply.type('text/csv; charset=utf-8; header=present');
    return reply.send(Readable.from(streamAuditLogCsv(scope, filter), { objectMode: false }));
  });
}
