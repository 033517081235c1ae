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
export async function forgetDerivedRows({ deps: { database } }: TestApp): Promise<void> {
  for (const table of ['failing_results', 'execution_failures', 'fingerprints', 'test_states']) {
    await database.query(`DELETE FROM ${table}`);
  }
  await database.query('UPDATE projects SET default_branch = NULL');
  await database.query(
    `UPDATE executions
     SET passed = 0, failed = 0, timed_out = 0, skipped = 0, interrupted = 0, flaky = 0,
         counted_duration_ms = 0`,
  );
}
