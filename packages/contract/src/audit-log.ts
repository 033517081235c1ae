import { z } from 'zod';
import { pageOf, pageParameters } from './pages.ts';

/** What the audit log records. The part before the dot is the kind of the target. */
export const AUDIT_ACTIONS = [
  'apiKey.created',
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
  'project.deleted',
  'execution.deleted',
] as const;
export const auditAction = z.enum(AUDIT_ACTIONS);
export type AuditAction = z.infer<typeof auditAction>;

export const auditEntry = z
  .object({
    id: z.uuid(),
    at: z.iso.datetime(),
    actor: z.object({
      kind: z.enum(['user', 'apiKey', 'server']),
      id: z.string().nullable().describe('Null for the server'),
      name: z.string().describe("The user's e-mail address, the key's name, or the command"),
    }),
    address: z.string().nullable().describe('Where the request came from; null for the server'),
    action: z.string(),
    target: z.object({ kind: z.string(), id: z.string(), name: z.string() }),
    details: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'AuditEntry' });
export type AuditEntry = z.infer<typeof auditEntry>;

export const auditLogQuery = z.strictObject({
  ...pageParameters,
  action: auditAction.optional(),
});

export const auditLogPage = pageOf(auditEntry);
