import { DISTRIBUTED_TABLES } from '../../db/citus/table-kinds.ts';

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

/** The other tables with rows of an organization, in the order in which they are erased: what refers to a table goes first. */
export const TENANT_TABLES = DISTRIBUTED_TABLES.filter(
  (table) => !isOneOf(LAST_TABLES, table),
).toReversed();

function isOneOf<Name extends string>(names: readonly Name[], name: string): name is Name {
  return (names as readonly string[]).includes(name);
}
