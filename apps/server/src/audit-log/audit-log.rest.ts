import { Readable } from 'node:stream';
import { auditLogExportQuery } from '@svc/contract/people/audit-log';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';
import { requestScope } from '../http/request-scope.ts';
import { invalidParameters } from '../http/input/invalid-parameters.ts';
import { requireLevel } from '../http/trpc/require-level.ts';
import { auditLogCsv } from './audit-log-csv.ts';
import { auditFilterOf } from './audit-log.service.ts';

/**
 * The audit log as a file, for admins and owners, with the filters of the list. No procedure, because it is streamed
 * and is no JSON.
 */
export async function auditLogRest(app: FastifyInstance, { deps }: { deps: Deps }): Promise<void> {
  app.get('/audit-log.csv', async (request, reply) => {
    const scope = requireLevel(requestScope(deps, request), 'admin');
    const query = auditLogExportQuery.safeParse(request.query);
    if (!query.success) {
      throw invalidParameters(query.error.issues, {
        schema: auditLogExportQuery,
        input: request.query,
      });
    }
    const filter = auditFilterOf(query.data);
    const day = deps.clock.now().toISOString().slice(0, 10);
    reply.header('Content-Disposition', `attachment; filename="audit-log-${day}.csv"`);
    reply.type('text/csv; charset=utf-8; header=present');
    return reply.send(Readable.from(auditLogCsv(scope, filter), { objectMode: false }));
  });
}
