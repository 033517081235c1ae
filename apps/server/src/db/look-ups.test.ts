import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeOwnApp, type TestApp } from '../../test/app.ts';
import { uploadRow } from '../../test/history.ts';

let server: TestApp;
beforeAll(async () => {
  server = await makeOwnApp({ because: 'reads how Postgres plans a look-up' });
});
afterAll(() => server.close());

const ROWS = 5_000;

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
  await database.query(
    `INSERT INTO tests (organization_id, id, project_id, file, title_path, first_seen_at)
     SELECT organization_id, gen_random_uuid(), project_id, file, jsonb_build_array(n), now()
     FROM tests, generate_series(1, $2) AS n
     WHERE organization_id = $1`,
    [server.organizationId, ROWS],
  );
  for (const table of ['tests', 'executions']) {
    const plan = await database.query<{ 'QUERY PLAN': string }>(
      `EXPLAIN SELECT * FROM ${table} WHERE organization_id = $1 AND id = $1`,
      [server.organizationId],
    );
    expect(plan[0]?.['QUERY PLAN']).toContain(`Index Scan using ${table}_by_id on ${table}`);
  }
});
