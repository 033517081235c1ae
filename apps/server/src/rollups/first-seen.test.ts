import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { makeApp, type TestApp } from '../../test/app.ts';
import { uploadRow } from '../../test/history.ts';
import { nodesPlan } from '../../test/plain-postgres.ts';
import { createScope, type Scope } from '../db/scope.ts';
import { reviseTestsFirstSeen } from './first-seen.queries.ts';

let server: TestApp;
let to: Pick<TestApp, 'app' | 'apiKey'>;
let scope: Scope;
beforeAll(async () => {
  server = await makeApp();
});
afterAll(() => server.close());
beforeEach(async () => {
  const { organizationId, apiKey } = await server.makeOrganization(randomUUID());
  to = { app: server.app, apiKey };
  scope = createScope(server.deps.database, organizationId);
});

const TESTS = 50_000;

/** Uploads one of two shards. Such an execution may have begun before the upload that created a test. */
const uploadShard = (index: number) =>
  uploadRow(to, {
    at: '2026-11-20T10:00:00Z',
    tests: { a: '.' },
    execution: { key: 'k', shard: { index, total: 2 } },
  });

it.skipIf(nodesPlan).each([{ statistics: 'current' }, { statistics: 'older than the tests' }])(
  'reads few tests of a large project for an execution that can be the first of none: statistics $statistics',
  async ({ statistics }) => {
    await uploadShard(1);
    const { executionId } = await uploadShard(2);
    await scope.query('ANALYZE tests');
    await scope.query(
      `INSERT INTO tests (organization_id, id, project_id, file, title_path, first_seen_at)
       SELECT organization_id, gen_random_uuid(), project_id, file, jsonb_build_array(n),
              first_seen_at - n * interval '1 minute'
       FROM tests, generate_series(1, $2) AS n
       WHERE organization_id = $1`,
      [scope.organizationId, TESTS],
    );
    if (statistics === 'current') await scope.query('ANALYZE tests');
    const [read] = await scope.transaction(async (scope) => {
      await reviseTestsFirstSeen(scope, [executionId]);
      // Counts of this transaction alone.
      return scope.query<{ rows: number }>(
        `SELECT (seq_tup_read + coalesce(idx_tup_fetch, 0))::integer AS rows
         FROM pg_stat_xact_user_tables
         WHERE relname = 'tests'`,
      );
    });
    expect(read?.rows).toBeLessThan(10);
  },
);
