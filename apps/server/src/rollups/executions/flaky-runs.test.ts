import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeApp, type TestApp } from '../../../test/app.ts';
import { makeRun } from '../../../test/history.ts';
import { makeUpload, upload } from '../../../test/make.ts';
import { judgeFlakyRuns } from './flaky-runs.queries.ts';

let server: TestApp;
beforeAll(async () => {
  server = await makeApp();
});
afterAll(() => server.close());

const FLAKY = 10_500;

it('marks all flaky runs of an execution, and reads at most 10,000 of them at once', async () => {
  const results = Array.from({ length: FLAKY }, (_, index) => makeRun(`t${index}`, 'r'));
  const { executionId } = await upload(server, makeUpload({ results }));
  const read: number[] = [];
  await server.scope.transaction((scope) =>
    judgeFlakyRuns(
      {
        ...scope,
        query: async <Row extends object>(sql: string, bind?: unknown[]) => {
          const rows = await scope.query<Row>(sql, bind);
          read.push(rows.length);
          return rows;
        },
      },
      [executionId],
    ),
  );
  expect(Math.max(...read)).toBe(10_000);
  const [marked] = await server.deps.database.query<{ rows: number; wastedMs: number }>(
    `SELECT count(*)::integer AS rows, min(flaky_run_wasted_ms)::integer AS "wastedMs"
     FROM failing_results
     WHERE organization_id = $1 AND flaky_run_wasted_ms IS NOT NULL`,
    [server.organizationId],
  );
  expect(marked).toEqual({ rows: FLAKY, wastedMs: 30 });
});
