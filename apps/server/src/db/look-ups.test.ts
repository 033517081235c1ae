import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeOwnApp, type TestApp } from '../../test/app.ts';
import { uploadRow } from '../../test/history.ts';
import { makeResults, makeUpload, upload } from '../../test/make.ts';
import { listResults, type ExecutionPlace } from '../features/executions/results.queries.ts';
import { scopeOf } from './scope.ts';

let server: TestApp;
beforeEach(async () => {
  server = await makeOwnApp({ because: 'reads how Postgres plans a look-up' });
});
afterEach(() => server.close());

const ROWS = 5_000;

it('reads each test of an execution once when the statistics are from a time without the organization', async () => {
  const { database } = server.deps;
  await uploadRow(server, { tests: { a: '.' }, at: '2026-11-20T10:00:00Z' });
  await copyTests();
  // All rows are of one organization, so Postgres expects none of any other.
  await database.query('ANALYZE tests');
  const other = await server.makeOrganization('Other');
  const results = makeResults(...Array.from({ length: RESULTS }, (_, index) => `test ${index}`));
  const { executionId } = await upload({ ...server, ...other }, makeUpload({ results }));
  const scope = scopeOf(database, other.organizationId);
  const [read] = await scope.transaction(async (scope) => {
    const [place] = await scope.query<ExecutionPlace>(
      `SELECT execution_id AS "executionId", week::text
       FROM results
       WHERE organization_id = $1 AND execution_id = $2
       LIMIT 1`,
      [other.organizationId, executionId],
    );
    if (place === undefined) throw new Error('the execution has no results');
    const wanted = { after: null, status: null, limit: RESULTS, maxBytes: 1_000_000 };
    expect((await listResults(scope, place, wanted)).rows).toHaveLength(RESULTS);
    // Counts of this transaction alone.
    return scope.query<{ rows: number }>(
      `SELECT (seq_tup_read + coalesce(idx_tup_fetch, 0))::integer AS rows
       FROM pg_stat_xact_user_tables
       WHERE relname = 'tests'`,
    );
  });
  expect(read?.rows).toBeLessThan(2 * RESULTS);
});

const RESULTS = 200;

it('finds tests and executions by id when the statistics are older than the rows of the organization', async () => {
  const { database } = server.deps;
  // As on a server with many small organizations, where Postgres expects less than one row of an unknown one.
  await database.query(`
    INSERT INTO organizations (organization_id, name, created_at)
    SELECT gen_random_uuid(), 'small ' || n, now() FROM generate_series(1, 300) AS n`);
  await database.query(`
    INSERT INTO projects (organization_id, id, name, created_at)
    SELECT organization_id, gen_random_uuid(), 'p', now() FROM organizations WHERE name LIKE 'small %'`);
  await database.query(`
    INSERT INTO tests (organization_id, id, project_id, file, title_path, first_seen_at)
    SELECT organization_id, gen_random_uuid(), id, 'f', '["t"]', now() FROM projects`);
  await database.query('ANALYZE tests');
  await uploadRow(server, { tests: { a: '.' }, at: '2026-11-20T10:00:00Z' });
  await copyTests();
  for (const table of ['tests', 'executions']) {
    const plan = await database.query<{ 'QUERY PLAN': string }>(
      `EXPLAIN SELECT * FROM ${table} WHERE organization_id = $1 AND id = $1`,
      [server.organizationId],
    );
    expect(plan[0]?.['QUERY PLAN']).toContain(`Index Scan using ${table}_by_id on ${table}`);
  }
});

/** Copies the tests of the organization many times. */
async function copyTests(): Promise<void> {
  await server.deps.database.query(
    `INSERT INTO tests (organization_id, id, project_id, file, title_path, first_seen_at)
     SELECT organization_id, gen_random_uuid(), project_id, file, jsonb_build_array(n), now()
     FROM tests, generate_series(1, $2) AS n
     WHERE organization_id = $1`,
    [server.organizationId, ROWS],
  );
}
