/**
 * The tables by their place on a Citus cluster. A test compares the lists with the schema.
 *
 * No table is a reference table, with a copy on each node: what belongs to no organization is never joined with rows of
 * many organizations, and a write to it would wait for all nodes.
 */

/**
 * Every table with rows of an organization: on the organization's node, by `organization_id`. A table comes after the
 * tables that it refers to.
 */
export const DISTRIBUTED_TABLES = [
  'organizations',
  'organization_usage',
  'artifact_contents',
  'audit_log',
  'api_keys',
  'gate_settings',
  'quotas',
  'retention',
  'idempotency_keys',
  'projects',
  'tests',
  'executions',
  'execution_uploads',
  'deleted_executions',
  'carried_parts',
  'artifacts',
  'texts',
  'execution_files',
  'attempts',
  'results',
  'fingerprints',
  'expired_runs',
  'test_states',
  'test_days',
  'execution_failures',
  'failing_results',
  'execution_changes',
  'verdict_feedback',
  'analyses',
  'verdicts',
  'verdict_texts',
  'verdict_fingerprints',
  'fingerprint_verdicts',
  'due_analyses',
  'quarantine_entries',
  'excusals',
  'due_excusals',
  'webhooks',
  'webhook_health',
  'webhook_deliveries',
  'webhook_attempts',
  'test_news',
  'outbox',
] as const;

/** The tables that only the coordinator has, and why. The tables of the job queue, in a schema of their own, are local too. */
export const LOCAL_TABLES = {
  api_key_hashes: 'Finds the organization of a key, before the organization is known.',
  members: 'Belongs to better-auth, and lists the organizations of a user.',
  invitations: 'Belongs to better-auth, and lists the invitations of an address.',
  users: 'Belongs to better-auth. A user may be in several organizations.',
  sessions: 'Belongs to better-auth, as users do.',
  accounts: 'Belongs to better-auth, as users do.',
  verifications: 'Belongs to better-auth. An address may be confirmed before there is a user.',
  mails: 'Goes to an address, which may be in no organization.',
  rate_limits: 'Counts requests of keys, users and addresses. Every request waits for it.',
  shared_settings: 'One row for the whole database.',
  schema_migrations: 'The steps of the schema that this database has.',
} as const;
