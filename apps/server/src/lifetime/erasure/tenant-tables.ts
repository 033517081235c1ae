/**
 * Every table with rows of an organization, in the order in which they are erased: a table comes before the tables
 * that it refers to. A test compares it with the database's own catalog.
 */
export const TENANT_TABLES = [
  'outbox',
  'test_news',
  'webhook_attempts',
  'webhook_deliveries',
  'webhook_health',
  'webhooks',
  'due_excusals',
  'excusals',
  'quarantine_entries',
  'due_analyses',
  'fingerprint_verdicts',
  'verdict_fingerprints',
  'verdict_texts',
  'verdicts',
  'analyses',
  'verdict_feedback',
  'execution_changes',
  'failing_results',
  'execution_failures',
  'test_days',
  'test_states',
  'expired_runs',
  'fingerprints',
  'results',
  'attempts',
  'execution_files',
  'texts',
  'artifacts',
  'carried_parts',
  'deleted_executions',
  'execution_uploads',
  'executions',
  'tests',
  'projects',
  'idempotency_keys',
  'retention',
  'quotas',
  'gate_settings',
  'api_keys',
] as const;

/**
 * Tables that other statements erase. Rows of `audit_log` that report the deletion of an organization stay, rows of
 * `artifact_contents` represent files, and jobs may still change `organization_usage` before the row in `organizations`
 * is deleted.
 */
export const LAST_TABLES = [
  'audit_log',
  'artifact_contents',
  'organization_usage',
  'organizations',
] as const;

/** Their rows are deleted when the organization is, because they give access. */
export const CREDENTIAL_TABLES = ['api_key_hashes', 'members', 'invitations'] as const;
