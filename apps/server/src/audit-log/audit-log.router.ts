import { auditLogPage, auditLogQuery } from '@svc/contract/people/audit-log';
import { adminProcedure, router } from '../http/trpc/trpc.ts';
import { readAuditLogPage } from './audit-log.service.ts';

/** Procedures for the dashboard. audit-log.rest.ts exports the same entries. */
export const auditLogRouter = router({
  list: adminProcedure
    .input(auditLogQuery)
    .output(auditLogPage)
    .query(({ ctx, input }) => readAuditLogPage(ctx.scope, input)),
});
