import { DISTRIBUTED_TABLES } from '../db/citus/table-kinds.ts';

/** The tables of a backup. A table comes after the tables that it refers to, and restore loads them in this order. */
export const BACKED_UP_TABLES = [
  'users',
  'accounts',
  'sessions',
  'verifications',
  ...DISTRIBUTED_TABLES,
  'api_key_hashes',
  'members',
  'invitations',
  'mails',
] as const;

/** The tables that a backup leaves out, and why. The queue of jobs, in a schema of its own, is left out too. */
export const LEFT_OUT_TABLES = {
  rate_limits: 'Counts requests of the present minute.',
  shared_settings: 'Names the secret and the storage of the servers; the first start writes it.',
  schema_migrations: 'The manifest names the steps, and restore runs them.',
} as const;
