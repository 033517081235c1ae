import type { AuditAction, AuditEntry } from '@svc/contract/people/audit-log';

/** What an entry says was done: `revoked the API key “CI”`. */
export function describeAction({ action, target }: Pick<AuditEntry, 'action' | 'target'>): string {
  const name = `“${target.name}”`;
  // A newer server may know further actions.
  const sentence = Object.hasOwn(SENTENCES, action) ? SENTENCES[action as AuditAction] : undefined;
  return sentence === undefined ? `${action} ${name}` : sentence.replace('{}', () => name);
}

const SENTENCES: Record<AuditAction, string> = {
  'apiKey.created': 'created the API key {}',
  'apiKey.edited': 'changed the API key {}',
  'apiKey.revoked': 'revoked the API key {}',
  'member.invited': 'invited {}',
  'member.invitation-revoked': 'revoked the invitation of {}',
  'member.joined': '{} joined',
  'member.role-changed': 'changed the role of {}',
  'member.removed': 'removed the member {}',
  'member.left': '{} left',
  'member.password-changed': '{} changed their password',
  'member.password-reset': 'reset the password of {}',
  'organization.created': 'created the organization {}',
  'organization.renamed': 'renamed the organization to {}',
  'organization.deleted': 'deleted the organization {}',
  'settings.quota-changed': 'changed the quota of {}',
  'settings.retention-changed': 'changed for how long {} keeps data',
  'settings.gate-changed': 'changed what {} excuses',
  'project.default-branch-changed': 'changed the default branch of {}',
  'project.deleted': 'deleted the project {}',
  'execution.deleted': 'deleted the execution {}',
  'analysis.corrected': 'corrected the verdict on {}',
  'webhook.created': 'created the webhook {}',
  'webhook.edited': 'changed the webhook {}',
  'webhook.paused': 'turned off the webhook {}',
  'webhook.deleted': 'deleted the webhook {}',
  'quarantine.added': 'quarantined {}',
  'quarantine.edited': 'changed the quarantine of {}',
  'quarantine.lifted': 'lifted the quarantine of {}',
};
