import { LOCKS } from '../../db/locks.ts';
import type { TransactionScope } from '../../db/scope.ts';
import type { Statements } from '../../db/statements.ts';

/**
 * Creates the organization "Default", with the scope's id, if there is no organization yet; returns whether it did.
 * When several servers start at once, only one gets true.
 */
export async function makeDefaultOrganization(scope: TransactionScope, at: Date): Promise<boolean> {
  await scope.query('SELECT pg_advisory_xact_lock($1)', [LOCKS.bootstrap]);
  const made = await scope.query<{ made: number }>(
    `INSERT INTO organizations (organization_id, name, created_at)
     SELECT $1, 'Default', $2
     WHERE NOT EXISTS (SELECT FROM organizations)
     RETURNING 1 AS made`,
    [scope.organizationId, at],
  );
  return made.length > 0;
}

/** The oldest organization, for which commands on the server's machine act. */
export async function firstOrganization(
  statements: Statements,
): Promise<{ id: string; name: string } | null> {
  const rows = await statements.query<{ id: string; name: string }>(
    `SELECT organization_id AS id, name
     FROM organizations
     ORDER BY created_at, organization_id
     LIMIT 1`,
  );
  return rows[0] ?? null;
}
