import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeOwnApp, type TestApp } from '../../test/app.ts';
import { uploadRow } from '../../test/history.ts';
import { makeResults, makeUpload, settle, upload } from '../../test/make.ts';
import { nodesPlan } from '../../test/plain-postgres.ts';
import { listResults, type ExecutionPlace } from '../executions/results.queries.ts';
import { countKnownFailures } from '../gate/quarantine/known-failures.queries.ts';
import {
  deleteExecutionRows,
  readFailuresOfExecutions,
} from '../rollups/deleted-executions.queries.ts';
import { deleteUnusedFingerprints } from '../rollups/unused-rows.queries.ts';
import { createScope, type TransactionScope } from './scope.ts';

let server: TestApp;
beforeEach(async () => {
  server = await makeOwnApp({ because: 'reads how Postgres plans a look-up' });
});
afterEach(() => server.close());

const ROWS = 5_000;

it.skipIf(nodesPlan)(
  'reads each test of an execution once when the statistics are from a time without the organization',
  async () => {
    const { database } = server.deps;
    await uploadRow(server, { tests: { a: '.' }, at: '2026-11-20T10:00:00Z' });
    await copyTests();
    // All rows are of one organization, so Postgres expects none of any other.
    await database.query('ANALYZE tests');
    const other = await server.makeOrganization('Other');
    const results = makeResults(...Array.from({ length: RESULTS }, (_, index) => `test ${index}`));
    const { executionId } = await upload({ ...server, ...other }, makeUpload({ results }));
    const scope = createScope(database, other.organizationId);
    const read = await scope.transaction(async (scope) => {
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
      return rowsRead(scope, 'tests');
    });
    expect(read).toBeLessThan(2 * RESULTS);
  },
);

const RESULTS = 200;

it.skipIf(nodesPlan)(
  'finds tests and executions by id when the statistics are older than the rows of the organization',
  async () => {
    const { database } = server.deps;
    // The statistics of a server with many small organizations, where Postgres expects less than one row of an unknown
    // one.
    await database.query(`
    INSERT INTO organizations (organization_id, name, created_at)
    SELECT gen_random_uuid(), 'small ' || n, now() FROM generate_series(1, 300) AS n`);
    await server.scope.query(`
    INSERT INTO projects (organization_id, id, name, created_at)
    SELECT organization_id, gen_random_uuid(), 'p', now() FROM organizations WHERE name LIKE 'small %'`);
    await server.scope.query(`
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
  },
);

it.skipIf(nodesPlan)(
  'looks up the execution of each failure once for a fingerprint of another project',
  async () => {
    const { database } = server.deps;
    for (const project of ['a', 'b', 'c'])
      await uploadRow(server, { tests: { a: 'f' }, at: '2026-11-20T10:00:00Z', project });
    await database.query('ANALYZE executions, failing_results, fingerprints');
    const other = await server.makeOrganization('Other');
    for (let execution = 0; execution < FAILURES; execution++)
      await uploadRow({ ...server, ...other }, { tests: { a: 'f' }, at: '2026-11-20T10:00:00Z' });
    const { executionId } = await uploadRow(
      { ...server, ...other },
      { tests: { a: 'f' }, at: '2026-11-20T10:00:00Z', project: 'last' },
    );
    await settle(server);
    const read = await createScope(database, other.organizationId).transaction(async (scope) => {
      const { fingerprints } = await readFailuresOfExecutions(scope, [executionId]);
      await deleteExecutionRows(scope, [executionId]);
      // Makes Postgres plan as with many executions, where no plan reads them all.
      await scope.query('SET LOCAL enable_seqscan = off');
      const before = await rowsRead(scope, 'executions');
      await deleteUnusedFingerprints(scope, fingerprints);
      return (await rowsRead(scope, 'executions')) - before;
    });
    expect(read).toBeGreaterThan(0);
    expect(read).toBeLessThan(3 * FAILURES);
  },
);

const FAILURES = 30;

it.skipIf(nodesPlan)(
  'reads only the failures of a test, and each execution once, for what a quarantine offers',
  async () => {
    const { database } = server.deps;
    const titles = Array.from({ length: FAILURES }, (_, index) => [`test ${index}`, 'f'] as const);
    const at = '2026-11-20T10:00:00Z';
    for (let execution = 0; execution < 10; execution++)
      await uploadRow(server, { tests: Object.fromEntries(titles), at });
    await settle(server);
    await database.query('ANALYZE executions, failing_results, fingerprints, projects, tests');
    const other = await server.makeOrganization('Other');
    for (let execution = 0; execution < FAILURES; execution++)
      await uploadRow({ ...server, ...other }, { tests: Object.fromEntries(titles), at });
    await settle(server);
    const read = await createScope(database, other.organizationId).transaction(async (scope) => {
      const [test] = await scope.query<{ testId: string }>(
        `SELECT replace(id::text, '-', '') AS "testId" FROM tests WHERE organization_id = $1 LIMIT 1`,
        [other.organizationId],
      );
      // Makes Postgres plan as with many rows, where no plan reads them all.
      await scope.query('SET LOCAL enable_seqscan = off');
      const before = await bothRead(scope);
      const found = await countKnownFailures(scope, {
        testId: test?.testId ?? '',
        from: new Date('2026-11-01T00:00:00Z'),
        first: [],
        results: 1_000,
        branches: 3,
        limit: 50,
      });
      expect(found.map(({ count }) => count)).toEqual([FAILURES]);
      const after = await bothRead(scope);
      return after.map((rows, table) => rows - (before[table] ?? 0));
    });
    expect(read).toEqual([FAILURES, FAILURES]);
  },
);

async function bothRead(scope: TransactionScope): Promise<number[]> {
  return [await rowsRead(scope, 'failing_results'), await rowsRead(scope, 'executions')];
}

/** Rows of the table that this transaction has read until now. */
async function rowsRead(scope: TransactionScope, table: string): Promise<number> {
  const [read] = await scope.query<{ rows: number }>(
    `SELECT (seq_tup_read + coalesce(idx_tup_fetch, 0))::integer AS rows
     FROM pg_stat_xact_user_tables
     WHERE relname = $1`,
    [table],
  );
  return read?.rows ?? 0;
}

/** Copies the tests of the organization many times. */
async function copyTests(): Promise<void> {
  await server.scope.query(
    `INSERT INTO tests (organization_id, id, project_id, file, title_path, first_seen_at)
     SELECT organization_id, gen_random_uuid(), project_id, file, jsonb_build_array(n), now()
     FROM tests, generate_series(1, $2) AS n
     WHERE organization_id = $1`,
    [server.organizationId, ROWS],
  );
}
