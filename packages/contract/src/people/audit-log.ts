import { z } from 'zod';
import { dateOrDateTime } from '../filters.ts';
import { buildPageSchema, pageParameters } from '../pages.ts';

/** Actions in the audit log. The part before the dot is the kind of the target. */
export const AUDIT_ACTIONS = [
  'apiKey.created',
  'apiKey.edited',
  'apiKey.revoked',
  'member.invited',
  'member.invitation-revoked',
  'member.joined',
  'member.role-changed',
  'member.removed',
  'member.left',
  'member.password-changed',
  'member.password-reset',
  'organization.created',
  'organization.renamed',
  'organization.deleted',
  'settings.retention-changed',
  'settings.quota-changed',
  'settings.gate-changed',
  'project.default-branch-changed',
  'project.deleted',
  'execution.deleted',
  'analysis.corrected',
  'webhook.created',
  'webhook.edited',
  'webhook.paused',
  'webhook.deleted',
  'quarantine.added',
  'quarantine.edited',
  'quarantine.lifted',
] as const;
export const auditAction = z.enum(AUDIT_ACTIONS);
export type AuditAction = z.infer<typeof auditAction>;

export const auditEntry = z
  .object({
    id: z.uuid(),
    at: z.iso.datetime(),
    actor: z.object({
      kind: z.enum(['user', 'apiKey', 'server']),
      id: z.string().nullable().describe('Id of the user or API key; null for the server'),
      name: z.string().describe('Email address of the user, name of the key, or the command'),
    }),
    address: z.string().nullable().describe('IP address of the request; null for the server'),
    action: z.string(),
    target: z.object({ kind: z.string(), id: z.string(), name: z.string() }),
    details: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'AuditEntry' });
export type AuditEntry = z.infer<typeof auditEntry>;

/** Filter for entries of the audit log. An absent field does not filter. */
export const auditLogFilter = {
  action: auditAction.optional(),
  actor: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe("Text that the actor's name must contain, ignoring case"),
  from: dateOrDateTime
    .optional()
    .describe('Start of the period, inclusive; a date is midnight UTC'),
  to: dateOrDateTime.optional().describe('End of the period, exclusive; a date is midnight UTC'),
};

export const auditLogExportQuery = z.strictObject(auditLogFilter);
export type AuditLogExportQuery = z.infer<typeof auditLogExportQuery>;

/** Parameters of a page of the audit log, newest first. */
export const auditLogQuery = z.strictObject({ ...auditLogFilter, ...pageParameters });
export type AuditLogQuery = z.infer<typeof auditLogQuery>;

export const auditLogPage = buildPageSchema(auditEntry);
