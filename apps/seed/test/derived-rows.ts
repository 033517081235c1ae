import { createScope } from '@svc/server/operations';
import type { TestApp } from '@svc/server/test/app.ts';

/** Everything that the server derives from results, row by row. */
export async function derivedRows({ deps }: TestApp): Promise<Record<string, unknown[]>> {
  const rows: Record<string, unknown[]> = {};
  for (const [table, { columns, key }] of Object.entries(DERIVED)) {
    rows[table] = await deps.database.query(`SELECT ${columns} FROM ${table} ORDER BY ${key}`);
  }
  return rows;
}

// Rows of the same database keep their ids, so that these order them alike before and after.
const DERIVED = {
  failing_results: { columns: '*', key: 'execution_id, result_id' },
  fingerprints: { columns: '*', key: 'project_id, id' },
  test_states: { columns: '*', key: 'test_id' },
  projects: { columns: 'id, default_branch', key: 'id' },
  // Its counters among them.
  executions: { columns: '*', key: 'id' },
};

/** Takes it all away, so that what is there afterwards was made from results alone. */
export async function forgetDerivedRows({ deps, organizationId }: TestApp): Promise<void> {
  const scope = createScope(deps.database, organizationId);
  for (const change of [
    'DELETE FROM failing_results',
    'DELETE FROM execution_failures',
    'DELETE FROM fingerprints',
    'DELETE FROM test_states',
    'UPDATE projects SET default_branch = NULL',
    `UPDATE executions
     SET passed = 0, failed = 0, timed_out = 0, skipped = 0, interrupted = 0, flaky = 0,
         counted_duration_ms = 0`,
  ]) {
    await scope.query(`${change} WHERE organization_id = $1`, [organizationId]);
  }
}
