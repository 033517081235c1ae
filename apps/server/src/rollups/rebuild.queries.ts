import type { Database } from '../db/database.ts';
import type { Scope } from '../db/scope.ts';

export async function listOrganizations(database: Database): Promise<string[]> {
  const rows = await database.query<{ id: string }>(
    'SELECT organization_id AS id FROM organizations ORDER BY organization_id',
  );
  return rows.map((row) => row.id);
}

export async function listExecutionIds(scope: Scope): Promise<string[]> {
  const rows = await scope.database.query<{ id: string }>(
    'SELECT id FROM executions WHERE organization_id = $1 AND number IS NOT NULL ORDER BY id',
    [scope.organizationId],
    scope.transaction,
  );
  return rows.map((row) => row.id);
}

export async function listProjectIds(scope: Scope): Promise<string[]> {
  const rows = await scope.database.query<{ id: string }>(
    'SELECT id FROM projects WHERE organization_id = $1 ORDER BY id',
    [scope.organizationId],
    scope.transaction,
  );
  return rows.map((row) => row.id);
}

/** Those of an older algorithm, once every failure has one of today's. */
export async function forgetUnusedFingerprints(scope: Scope): Promise<void> {
  await scope.database.query(
    `DELETE FROM fingerprints
     WHERE organization_id = $1
       AND NOT EXISTS (
         SELECT FROM failing_results
         WHERE failing_results.organization_id = $1
           AND failing_results.fingerprint_id = fingerprints.id)`,
    [scope.organizationId],
    scope.transaction,
  );
}

export async function forgetDefaultBranches(scope: Scope): Promise<void> {
  await scope.database.query(
    'UPDATE projects SET default_branch = NULL WHERE organization_id = $1',
    [scope.organizationId],
    scope.transaction,
  );
}

/** States of tests that have never failed as far as anything says. */
export async function forgetUnusedStates(scope: Scope): Promise<void> {
  await scope.database.query(
    `DELETE FROM test_states
     WHERE organization_id = $1
       AND NOT EXISTS (
         SELECT FROM failing_results
         WHERE failing_results.organization_id = $1
           AND failing_results.test_id = test_states.test_id)`,
    [scope.organizationId],
    scope.transaction,
  );
}
