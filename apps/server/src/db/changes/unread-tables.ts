/**
 * Tables that no cached answer reads, each with its reason. A change of them does not change the data revision of the
 * organization. Every other table counts as read. `table.column` names a column that a statement changes alone.
 */
export const UNREAD_TABLES: ReadonlyMap<string, string> = new Map([
  // Work that waits for a job.
  ['outbox', 'events that wait for their webhooks'],
  ['test_news', 'news that waits for its event'],
  ['due_excusals', 'executions whose excusals a job still has to record'],
  ['deleted_executions', 'rows that a job still has to erase'],
  ['webhook_deliveries', 'lists of deliveries are not cached'],
  ['webhook_attempts', 'lists of deliveries are not cached'],
  ['webhook_health', 'webhooks are not cached'],
  ['webhooks', 'webhooks are not cached'],
  // Limits, and the record of requests.
  ['idempotency_keys', 'answers to uploads only'],
  ['rate_limits', 'limits of requests only'],
  ['audit_log', 'the audit log is not cached'],
  ['organization_usage', 'holds the revision itself, and usage, which is not cached'],
  ['artifact_contents', 'answers read artifacts; contents are files'],
  // People and their access, which are part of the request and not of the answer.
  ['organizations', 'no cached answer shows the name of an organization'],
  ['members', 'the role is a part of the key of a cached answer'],
  ['invitations', 'invitations are not cached'],
  ['users', 'no cached answer names a user'],
  ['accounts', 'sign-in only'],
  ['sessions', 'sign-in only'],
  ['verifications', 'sign-in only'],
  ['mails', 'mails that wait to be sent'],
  ['api_key_hashes', 'sign-in only'],
  ['api_keys.last_used_at', 'lists of keys are not cached'],
  // The server's own.
  ['shared_settings', 'settings of all servers'],
  ['schema_migrations', 'steps of the schema'],
  ['pgboss', 'the schema of the job queue'],
]);
