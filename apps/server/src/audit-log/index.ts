// The face of this room: what other rooms may use of it.
export { registerAuditLogRest } from './audit-log.rest.ts';
export { auditLogRouter } from './audit-log.router.ts';
export { recordAuditEntry } from './record-audit-entry.ts';
