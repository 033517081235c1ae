import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeApp, type TestApp } from '../../../test/app.ts';
import { uploadRow, type Letter } from '../../../test/history.ts';
import { rebuild, settle } from '../../../test/make.ts';

let server: TestApp;
beforeAll(async () => {
  server = await makeApp();
});
afterAll(() => server.close());

const RUNS = 2_000;
// CI uploads all of them. Elsewhere the newest 800 are enough to have runs before the newest 500.
const FIRST_RUN = process.env['SVC_TEST_HISTORIES'] === undefined ? RUNS - 800 : 0;
const HOUR_MS = 3_600_000;
const AT_ONCE = 20;

/** A run fails or is flaky at the places of the pattern, and passes elsewhere. */
const patterns: Record<string, (run: number) => Letter> = {
  'always flaky': (run) => (run % 90 === 7 ? 'r' : '.'),
  'seldom flaky': (run) => (run % 300 === 50 ? 'r' : '.'),
  'flaky long ago': (run) => (run > 100 && run < 300 && run % 7 === 0 ? 'r' : '.'),
  'flaky before the newest runs': (run) =>
    run > 1_000 && run < 1_450 && run % 5 === 0 ? 'r' : '.',
  'flaky and fixed a few runs ago': (run) =>
    run > 1_500 && run < 1_800 && run % 4 === 0 ? 'r' : '.',
  'flaky and fixed many runs ago': (run) =>
    run > 1_500 && run < 1_700 && run % 4 === 0 ? 'r' : '.',
  'flaky long ago and once again': (run) =>
    (run > 900 && run < 1_000 && run % 5 === 0) || run === 1_990 ? 'r' : '.',
  'broken for a while': (run) => (run > 1_550 && run < 1_650 ? 'f' : '.'),
  'broken now': (run) => (run > 1_900 ? 'f' : '.'),
  'failed once': (run) => (run === 1_760 ? 'f' : '.'),
};

function rowAt(run: number, project: string): Parameters<typeof uploadRow>[1] {
  return {
    project,
    at: new Date(Date.UTC(2026, 7, 1) + run * HOUR_MS).toISOString(),
    commit: String(run).padStart(40, 'c'),
    tests: Object.fromEntries(
      Object.entries(patterns).map(([title, letter]) => [title, letter(run)]),
    ),
  };
}

async function uploadInOrder(project: string, order: readonly number[]): Promise<void> {
  for (let from = 0; from < order.length; from += AT_ONCE) {
    const some = order.slice(from, from + AT_ONCE);
    await Promise.all(some.map((run) => uploadRow(server, rowAt(run, project))));
    if (from % (5 * AT_ONCE) === 0) await settle(server);
  }
  await settle(server);
}

/** Reads the part of the states that does not depend on the order in which executions got their ids and numbers. */
function states(project: string): Promise<object[]> {
  return server.deps.database.query(
    `SELECT tests.title_path ->> 0 AS title, state, evidence_after, became_flaky_at, broken_since, watched,
            failing_on, runs_from, octet_length(runs) AS bytes,
            since - 'lastGood' - 'firstBad' - 'goodAgain' AS since,
            since -> 'lastGood' ->> 'at' AS last_good,
            since -> 'firstBad' ->> 'at' AS first_bad,
            since -> 'goodAgain' ->> 'at' AS good_again
     FROM test_states
     JOIN tests ON tests.organization_id = test_states.organization_id AND tests.id = test_states.test_id
     JOIN projects ON projects.organization_id = tests.organization_id AND projects.id = tests.project_id
     WHERE test_states.organization_id = $1 AND projects.name = $2
     ORDER BY 1`,
    [server.organizationId, project],
  );
}

function runsInOrder(): number[] {
  return Array.from({ length: RUNS - FIRST_RUN }, (_, run) => FIRST_RUN + run);
}

/** The flaky runs that count, by test. */
async function flakyRuns(project: string): Promise<Record<string, number>> {
  const response = await server.app.inject({
    url: `/api/flaky-tests?project=${encodeURIComponent(project)}&from=2026-08-01T00:00:00Z&to=2026-12-01T00:00:00Z&minRuns=1`,
    headers: { authorization: `Bearer ${server.apiKey}` },
  });
  const { items } = response.json<{ data: { items: { title: string; flakyRuns: number }[] } }>()
    .data;
  return Object.fromEntries(items.map(({ title, flakyRuns: runs }) => [title, runs]));
}

/** How often the pattern is flaky. */
function flakyRunsOf(title: string): number {
  return runsInOrder().filter((run) => patterns[title]?.(run) === 'r').length;
}

/** Always the same order, which looks like none. */
function shuffled(): number[] {
  return runsInOrder().toSorted((a, b) => ((a * 7_919) % 2_003) - ((b * 7_919) % 2_003));
}

it(
  'gives long histories the same states in any order of arrival, and after a rebuild',
  { timeout: 300_000 },
  async () => {
    await uploadInOrder('in order', runsInOrder());
    await uploadInOrder('shuffled', shuffled());
    const before = { inOrder: await states('in order'), shuffled: await states('shuffled') };
    expect(before.inOrder.length).toBeGreaterThan(6);
    expect(before.shuffled).toEqual(before.inOrder);

    const counting = ['always flaky', 'flaky long ago and once again', 'seldom flaky'];
    const counted = await flakyRuns('shuffled');
    expect(Object.keys(counted).toSorted()).toEqual(counting);
    expect(counted).toMatchObject({
      'always flaky': flakyRunsOf('always flaky'),
      'flaky long ago and once again': 1,
      'seldom flaky': flakyRunsOf('seldom flaky'),
    });

    await server.scope.query('DELETE FROM test_states WHERE organization_id = $1', [
      server.organizationId,
    ]);
    await rebuild(server);
    expect({ inOrder: await states('in order'), shuffled: await states('shuffled') }).toEqual(
      before,
    );
  },
);
