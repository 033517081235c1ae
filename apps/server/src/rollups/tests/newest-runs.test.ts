import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeApp, type TestApp } from '../../../test/app.ts';
import { uploadRow } from '../../../test/history.ts';
import { rebuild, settle } from '../../../test/make.ts';
import { parseCountedRuns, listNewestRunTexts } from './counted-runs.queries.ts';

let server: TestApp;
beforeAll(async () => {
  server = await makeApp();
});
afterAll(() => server.close());

const HOUR_MS = 3_600_000;

/** The states of a project's tests, with their stored runs. */
function states(project: string): Promise<unknown[]> {
  return server.deps.database.query(
    `SELECT state, evidence_after, since, became_flaky_at, broken_since, watched, runs_from,
            encode(runs, 'hex') AS runs
     FROM test_states
     JOIN projects
       ON projects.organization_id = test_states.organization_id AND projects.id = test_states.project_id
     WHERE test_states.organization_id = $1 AND projects.name = $2`,
    [server.organizationId, project],
  );
}

interface ManyResults {
  project: string;
  resultsPerRun: number;
}

/** Uploads runs of one test, one an hour from this time on, each with many results. Every 30th run is flaky. */
async function uploadRuns(
  { project, resultsPerRun }: ManyResults,
  { from, runs }: { from: Date; runs: number },
): Promise<void> {
  const { database } = server.deps;
  for (let run = 0; run < runs; run += 20) {
    const some = Array.from({ length: Math.min(20, runs - run) }, (_, index) => run + index);
    await Promise.all(
      some.map((one) =>
        uploadRow(server, {
          project,
          at: new Date(from.getTime() + one * HOUR_MS).toISOString(),
          tests: { a: one % 30 === 0 ? 'r' : '.' },
        }),
      ),
    );
  }
  // The other results passed. Copies, because uploading as many takes minutes.
  const [columns] = await database.query<{ names: string }>(
    `SELECT string_agg(quote_ident(column_name), ', ') AS names
     FROM information_schema.columns
     WHERE table_name = 'results' AND column_name NOT IN ('id', 'flaky', 'retries')`,
  );
  await server.scope.query(
    `INSERT INTO results (id, flaky, retries, ${columns?.names})
     SELECT gen_random_uuid(), false, 0, ${columns?.names}
     FROM results, generate_series(2, $2)
     WHERE organization_id = $3
       AND test_id IN (
         SELECT tests.id
         FROM tests
         JOIN projects
           ON projects.organization_id = tests.organization_id AND projects.id = tests.project_id
         WHERE tests.organization_id = $3 AND projects.name = $1)
       AND execution_id IN (
         SELECT execution_id FROM results WHERE organization_id = $3 GROUP BY execution_id HAVING count(*) = 1)`,
    [project, resultsPerRun, server.organizationId],
  );
  await settle(server);
}

it(
  'keeps the newest 500 runs by their start when many old executions arrive later, also after a rebuild',
  { timeout: 120_000 },
  async () => {
    const test = { project: 'imported', resultsPerRun: 23 };
    await uploadRuns(test, { from: new Date(Date.UTC(2026, 8, 1)), runs: 560 });
    const before = await states(test.project);
    expect(before).toMatchObject([{ watched: true, runs: expect.stringMatching(/^.{9000}$/) }]);
    await uploadRuns(test, { from: new Date(Date.UTC(2026, 5, 1)), runs: 100 });
    expect(await states(test.project)).toEqual(before);
    await server.scope.query('DELETE FROM test_states WHERE organization_id = $1', [
      server.organizationId,
    ]);
    await rebuild(server);
    expect(await states(test.project)).toEqual(before);
  },
);

it('finds 500 runs of a test with 130 results in each', { timeout: 120_000 }, async () => {
  const test = { project: 'wide', resultsPerRun: 130 };
  await uploadRuns(test, { from: new Date(Date.UTC(2026, 8, 1)), runs: 520 });
  const first = new Date(Date.UTC(2026, 8, 1) + 20 * HOUR_MS);
  expect(await states(test.project)).toMatchObject([
    { watched: true, runs_from: first, runs: expect.stringMatching(/^.{9000}$/) },
  ]);
});

it('reads all results of a test, and returns only its newest runs', async () => {
  const { database } = server.deps;
  const [test] = await database.query<{ testId: string; executionIds: string[] }>(
    `SELECT results.test_id AS "testId",
            array_agg(DISTINCT results.execution_id ORDER BY results.execution_id DESC) AS "executionIds"
     FROM results
     JOIN executions
       ON executions.organization_id = results.organization_id AND executions.id = results.execution_id
     JOIN projects
       ON projects.organization_id = executions.organization_id AND projects.id = executions.project_id
     WHERE results.organization_id = $1 AND projects.name = 'wide'
     GROUP BY results.test_id`,
    [server.organizationId],
  );
  const [found] = await server.scope.transaction((scope) =>
    listNewestRunTexts(scope, { testIds: [test?.testId ?? ''], results: 300_000, runs: 50 }),
  );
  expect(found?.results).toBe(520 * 130);
  expect(found === undefined ? [] : parseCountedRuns(found).map((run) => run.executionId)).toEqual(
    test?.executionIds.slice(0, 50),
  );
});
