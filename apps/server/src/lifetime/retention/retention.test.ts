import { randomBytes } from 'node:crypto';
import { testId } from '@svc/contract/zod-free/test-identity';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeOwnApp, type TestApp } from '../../../test/app.ts';
import { makeRun, uploadHistory, uploadRow, type Letter } from '../../../test/history.ts';
import { ask, dataOf, makeUpload, readExecution, settle, upload } from '../../../test/make.ts';
import { untilWaiting } from '../../../test/locks.ts';
import { refuseRows } from '../../../test/scenes/refuse-rows.ts';
import { readDatabaseSize } from '../../db/database-size.queries.ts';
import { listPartitionWeeks, makePartitions } from '../../db/partitions/partitions.ts';
import { createScope } from '../../db/scope.ts';
import { eraseExecution } from '../erasure/erase-execution.ts';
import { rebuildRollUps } from '../../rollups/rebuild.ts';
import { writeRetention, type Retention } from './retention-settings.ts';
import { applyRetention } from './retention.ts';

let server: TestApp;
beforeEach(async () => {
  server = await makeOwnApp({ because: 'applies retention to all organizations' });
  await makePartitions(server.deps.database, OLD, NOW);
});
afterEach(() => server.close());

// A Tuesday nine weeks before NOW, which is a Monday.
const OLD = new Date('2026-09-15T10:00:00Z');
const NOW = new Date('2026-11-16T12:00:00Z');
const OLD_WEEK = '2026-09-14';

async function keep(
  days: Partial<Retention>,
  organizationId: string = server.organizationId,
): Promise<void> {
  const none = { resultsDays: null, artifactsDays: null, rollUpsDays: null };
  await writeRetention(createScope(server.deps.database, organizationId), { ...none, ...days });
}

/** Uploads an execution with five tests at `at`, one of them flaky and one failing. */
async function uploadAt(at: Date, to: Pick<TestApp, 'app' | 'apiKey'> = server) {
  server.setNow(at);
  const answer = await uploadRow(to, {
    tests: { a: '.', b: 'r', c: 'f', d: 's', e: 'i' },
    at: at.toISOString(),
  });
  await settle(server);
  return answer;
}

async function read(url: string, from: Pick<TestApp, 'app' | 'apiKey'> = server) {
  return dataOf(await ask(from, { url })) as Record<string, unknown>;
}

const WINDOW = 'from=2026-09-01&to=2026-12-01';

it('keeps everything without settings', async () => {
  await uploadAt(OLD);
  server.setNow(NOW);
  expect(await applyRetention(server.deps)).toEqual({
    droppedWeeks: [],
    thinnedWeeks: [],
    busyWeeks: [],
  });
  expect(await listPartitionWeeks(server.deps.database)).toContain(OLD_WEEK);
});

it('drops the partitions of weeks that end before the limit, and no others', async () => {
  const old = await uploadAt(OLD);
  const young = await uploadAt(new Date('2026-11-10T10:00:00Z'));
  server.setNow(NOW);
  await keep({ resultsDays: 7 });
  const { droppedWeeks } = await applyRetention(server.deps);
  expect(droppedWeeks).toContain(OLD_WEEK);
  expect(await listPartitionWeeks(server.deps.database)).not.toContain(OLD_WEEK);
  // The week of the 9th ended on the 15th. The limit, seven days before, is the 9th: not the whole week is older.
  expect(await listPartitionWeeks(server.deps.database)).toContain('2026-11-09');
  expect((await readExecution(server, old)).results).toEqual([]);
  expect((await readExecution(server, young)).results).toHaveLength(5);
});

it('keeps a week until its last day is older than the limit', async () => {
  await uploadAt(new Date('2026-11-10T10:00:00Z'));
  await keep({ resultsDays: 7 });
  server.setNow(new Date('2026-11-22T23:00:00Z'));
  expect((await applyRetention(server.deps)).droppedWeeks).not.toContain('2026-11-09');
  server.setNow(new Date('2026-11-23T01:00:00Z'));
  expect((await applyRetention(server.deps)).droppedWeeks).toContain('2026-11-09');
});

it('frees the disk', async () => {
  server.setNow(OLD);
  // Random, because Postgres compresses what repeats.
  const long = randomBytes(30_000).toString('hex');
  const results = Array.from({ length: 50 }, (_, index) =>
    makeRun(`t${index}`, 'f', {
      attempts: [{ status: 'failed', durationMs: 1, stdout: `${index}${long}` }],
    }),
  );
  for (let index = 0; index < 5; index++)
    await upload(server, makeUpload({ execution: { startedAt: OLD.toISOString() }, results }));
  await settle(server);
  server.setNow(NOW);
  await keep({ resultsDays: 30 });
  const before = await readDatabaseSize(server.deps.database);
  await applyRetention(server.deps);
  expect(before - (await readDatabaseSize(server.deps.database))).toBeGreaterThan(500_000);
});

/** The answer without the fields of a failure that retention deletes. */
const withoutExamples = async (url: string) =>
  JSON.parse(
    JSON.stringify(await read(url)).replaceAll(/"(?:message|line)":(?:"[^"]*"|\d+|null)/g, '"":0'),
  ) as unknown;

it('does not change metrics, failures and the runs of flaky tests', async () => {
  for (let day = 0; day < 5; day++) await uploadAt(new Date(OLD.getTime() + day * 3_600_000));
  await uploadAt(new Date('2026-11-15T10:00:00Z'));
  server.setNow(NOW);
  const urls = [`/api/metrics?${WINDOW}`, `/api/trends?${WINDOW}`, `/api/failures?${WINDOW}`];
  const flakyTest = async (query = ''): Promise<unknown> => {
    const { items } = (await read(`/api/flaky-tests?${WINDOW}${query}`)) as { items: object[] };
    return items.map((item) => ({ ...item, recent: null, fingerprints: null }));
  };
  const before = [await flakyTest(), await flakyTest('&branch=main&project=shop&framework=vitest')];
  const others = await Promise.all(urls.map(withoutExamples));
  expect(before[0]).toMatchObject([{ title: 'b', runs: 6, flakyRuns: 6, averageDurationMs: 10 }]);
  await keep({ resultsDays: 14 });
  await applyRetention(server.deps);
  expect([
    await flakyTest(),
    await flakyTest('&branch=main&project=shop&framework=vitest'),
  ]).toEqual(before);
  expect(await Promise.all(urls.map(withoutExamples))).toEqual(others);
  expect(await flakyTest('&branch=other')).toEqual([]);
  await rebuildRollUps(server.deps.database, () => undefined);
  expect(await Promise.all(urls.map(withoutExamples))).toEqual(others);
});

it('counts nothing twice when it runs again, and stores a shard that arrives after the drop', async () => {
  server.setNow(OLD);
  const shard = (index: number) =>
    makeUpload({
      execution: { key: 'k', startedAt: OLD.toISOString(), shard: { index, total: 2 } },
      results: [makeRun(`t${index}`, '.')],
    });
  await upload(server, shard(1));
  server.setNow(NOW);
  await keep({ resultsDays: 7 });
  await applyRetention(server.deps);
  await applyRetention(server.deps);
  const late = await upload(server, shard(2));
  expect(await readExecution(server, late)).toMatchObject({ totals: { tests: 2 } });
  await applyRetention(server.deps);
  expect(
    await server.deps.database.query('SELECT runs, failures FROM test_days ORDER BY test_id'),
  ).toEqual([
    { runs: 1, failures: 0 },
    { runs: 1, failures: 0 },
  ]);
});

it('recognizes a repeated part after its results are deleted', async () => {
  const body = makeUpload({
    execution: { key: 'again', startedAt: OLD.toISOString() },
    results: [makeRun('a', '.'), makeRun('b', 'f')],
  });
  server.setNow(OLD);
  await upload(server, body);
  server.setNow(NOW);
  await keep({ resultsDays: 7 });
  await applyRetention(server.deps);
  const again = await upload(server, body);
  expect(again.accepted).toEqual({ results: 0, duplicates: 2 });
  expect(await readExecution(server, again)).toMatchObject({ totals: { tests: 2, failed: 1 } });
});

/** Titles of the flaky tests with their flaky runs. */
const listed = async (): Promise<unknown[]> => {
  const { items } = await read(`/api/flaky-tests?${WINDOW}&minRuns=1`);
  return (items as { title: string; flakyRuns: number }[])
    .map(({ title, flakyRuns }) => `${title} ${flakyRuns}`)
    .toSorted();
};

it('keeps evidence of flaky tests when the commit runs again, and after a rebuild', async () => {
  const commit = 'c'.repeat(40);
  server.setNow(OLD);
  await uploadRow(server, { tests: { a: 'f', b: 'r' }, at: OLD.toISOString(), commit });
  await uploadRow(server, { tests: { a: '.', b: '.' }, at: OLD.toISOString(), commit });
  await settle(server);
  expect(await listed()).toEqual(['a 1', 'b 1']);
  server.setNow(NOW);
  await keep({ resultsDays: 7 });
  await applyRetention(server.deps);
  expect(await listed()).toEqual(['a 1', 'b 1']);
  await uploadRow(server, { tests: { c: '.' }, at: NOW.toISOString(), commit });
  await settle(server);
  expect(await listed()).toEqual(['a 1', 'b 1']);
  await rebuildRollUps(server.deps.database, () => undefined);
  expect(await listed()).toEqual(['a 1', 'b 1']);
});

/** The states of all tests with their runs. */
function storedStates(): Promise<object[]> {
  return server.deps.database.query(
    `SELECT tests.title_path ->> 0 AS title, state, evidence_after, since, became_flaky_at, broken_since,
            watched, failing_on, runs_from, encode(runs, 'hex') AS runs
     FROM test_states
     JOIN tests ON tests.organization_id = test_states.organization_id AND tests.id = test_states.test_id
     ORDER BY 1`,
  );
}

it('derives the states of tests again from what is left and the runs that it kept', async () => {
  const outcomes: Record<string, (hour: number) => Letter> = {
    flaky: (hour) => (hour % 10 === 3 ? 'r' : '.'),
    broken: (hour) => (hour > 70 ? 'f' : '.'),
    fixed: (hour) => (hour < 20 && hour % 2 === 0 ? 'r' : '.'),
    'failed once': (hour) => (hour === 5 ? 'f' : '.'),
  };
  const uploadHours = async (start: Date, hours: number, first: number) => {
    for (let hour = first; hour < first + hours; hour++) {
      const at = new Date(start.getTime() + (hour - first) * 3_600_000);
      server.setNow(at);
      await uploadRow(server, {
        at: at.toISOString(),
        commit: String(hour).padStart(40, 'c'),
        tests: Object.fromEntries(
          Object.entries(outcomes).map(([title, outcome]) => [title, outcome(hour)]),
        ),
      });
    }
    await settle(server);
  };
  // The first week fills half of the runs of the broken test, and all flaky runs of the fixed one.
  await uploadHours(OLD, 60, 0);
  await uploadHours(new Date(NOW.getTime() - 20 * 3_600_000), 20, 60);
  server.setNow(NOW);
  const [before, counted] = [await storedStates(), await listed()];
  await keep({ resultsDays: 7 });
  expect((await applyRetention(server.deps)).droppedWeeks).toContain(OLD_WEEK);
  expect(await storedStates()).toEqual(before);
  expect(await listed()).toEqual(counted);

  await server.scope.query('DELETE FROM test_states');
  await rebuildRollUps(server.deps.database, () => undefined);
  expect(await storedStates()).toEqual(before);
});

it('keeps the failure of an expired execution that a later one contradicts', async () => {
  const commit = 'c'.repeat(40);
  server.setNow(OLD);
  await uploadRow(server, { tests: { a: 'f' }, at: OLD.toISOString(), commit });
  await settle(server);
  server.setNow(NOW);
  await keep({ resultsDays: 7 });
  await applyRetention(server.deps);
  await uploadRow(server, { tests: { a: '.' }, at: NOW.toISOString(), commit });
  await settle(server);
  const states = await storedStates();
  expect(states).toMatchObject([{ title: 'a', state: 'suspected' }]);
  expect(await listed()).toEqual(['a 1']);
  await server.scope.query('DELETE FROM test_states');
  await rebuildRollUps(server.deps.database, () => undefined);
  expect(await storedStates()).toEqual(states);
});

it('keeps a contradiction of expired results when another execution of the commit is deleted', async () => {
  const commit = 'd'.repeat(40);
  const at = (time: Date, letter: Letter) =>
    uploadRow(server, { tests: { a: letter }, at: time.toISOString(), commit });
  server.setNow(OLD);
  await at(OLD, '.');
  server.setNow(NOW);
  await at(NOW, 'f');
  const { executionId } = await at(NOW, 'f');
  await settle(server);
  await keep({ resultsDays: 7 });
  await applyRetention(server.deps);
  const scope = createScope(server.deps.database, server.organizationId);
  expect(await listed()).toEqual(['a 2']);
  await eraseExecution(scope, executionId);
  expect(await listed()).toEqual(['a 1']);
});

it('writes no events', async () => {
  const { database } = server.deps;
  for (let hour = 0; hour < 10; hour++) await uploadAt(new Date(OLD.getTime() + hour * 3_600_000));
  const types = 'SELECT type FROM outbox UNION SELECT type FROM test_news ORDER BY type';
  expect(await database.query(types)).toEqual([{ type: 'test.flaky' }]);
  await database.query('DELETE FROM outbox');
  await database.query('DELETE FROM test_news');
  server.setNow(NOW);
  await keep({ resultsDays: 7, rollUpsDays: 14 });
  await applyRetention(server.deps);
  expect(await database.query('SELECT 1 FROM test_states')).toEqual([]);
  expect(await database.query(types)).toEqual([]);
});

it('counts all runs of a day that the window cuts, so that no rate is above one', async () => {
  for (let hour = 6; hour < 12; hour++) {
    const at = `2026-09-15T${hour + 6}:00:00Z`;
    server.setNow(new Date(at));
    await uploadRow(server, { tests: { a: 'r' }, at });
  }
  await settle(server);
  server.setNow(NOW);
  await keep({ resultsDays: 7 });
  await applyRetention(server.deps);
  expect(
    await read('/api/flaky-tests?from=2026-09-15T11:30:00Z&to=2026-12-01&minRuns=1'),
  ).toMatchObject({ items: [{ flakyRuns: 6, runs: 6, flakinessRate: 1 }] });
});

it('fails with what fails, and deletes the week at the next time', async () => {
  await uploadAt(OLD);
  server.setNow(NOW);
  await keep({ resultsDays: 55 });
  const accept = await refuseRows(server, 'test_days');
  await expect(applyRetention(server.deps)).rejects.toThrow('refused');
  await accept();
  expect((await applyRetention(server.deps)).droppedWeeks).toContain(OLD_WEEK);
});

it('leaves a week that is being read for the next time', async () => {
  await uploadAt(OLD);
  server.setNow(NOW);
  await keep({ resultsDays: 55 });
  await server.deps.database.transaction(async (transaction) => {
    await transaction.query('SELECT 1 FROM results LIMIT 1');
    expect((await applyRetention(server.deps)).busyWeeks).toContain(OLD_WEEK);
  });
  expect((await applyRetention(server.deps)).droppedWeeks).toContain(OLD_WEEK);
});

/** Titles of the flaky tests with their flaky runs and all their runs. */
async function flakyRuns(): Promise<string[]> {
  const { items } = await read(`/api/flaky-tests?${WINDOW}&minRuns=1`);
  return (items as { title: string; flakyRuns: number; runs: number }[]).map(
    (item) => `${item.title} ${item.flakyRuns}/${item.runs}`,
  );
}

/** The daily counts of each test, summed over all days, as `title runs/failures`. */
async function countedDays(): Promise<string[]> {
  const rows = await server.deps.database.query<{ counted: string }>(
    `SELECT (title_path ->> 0) || ' ' || sum(runs) || '/' || sum(failures) AS counted
     FROM test_days
     JOIN tests ON tests.organization_id = test_days.organization_id AND tests.id = test_days.test_id
     GROUP BY tests.id, title_path
     ORDER BY 1`,
  );
  return rows.map((row) => row.counted);
}

it('counts a week once that it cannot drop yet, and a part that arrives in between', async () => {
  server.setNow(OLD);
  await uploadRow(server, { tests: { a: 'r', b: 'f' }, at: OLD.toISOString() });
  const shard = (index: number, title: string) =>
    makeUpload({
      execution: { key: 'k', startedAt: OLD.toISOString(), shard: { index, total: 2 } },
      results: [makeRun(title, 'r')],
    });
  const sharded = await upload(server, shard(1, 'a'));
  await settle(server);
  server.setNow(NOW);
  await keep({ resultsDays: 55 });
  const before = await flakyRuns();
  await server.deps.database.transaction(async (transaction) => {
    await transaction.query('SELECT 1 FROM results LIMIT 1');
    expect((await applyRetention(server.deps)).busyWeeks).toEqual([OLD_WEEK]);
  });
  expect(await countedDays()).toEqual(['a 2/0', 'b 1/1']);
  expect((await readExecution(server, sharded)).results).toEqual([]);
  expect(await flakyRuns()).toEqual(before);
  await upload(server, shard(2, 'c'));
  expect((await readExecution(server, sharded)).results).toHaveLength(1);
  expect((await applyRetention(server.deps)).droppedWeeks).toContain(OLD_WEEK);
  expect(await countedDays()).toEqual(['a 2/0', 'b 1/1', 'c 1/0']);
  expect((await applyRetention(server.deps)).droppedWeeks).toEqual([]);
  expect(await countedDays()).toEqual(['a 2/0', 'b 1/1', 'c 1/0']);
});

it('waits for a repeated part, and counts its new results', async () => {
  const { database } = server.deps;
  const part = (...titles: string[]) =>
    makeUpload({
      runId: 'part',
      execution: { key: 'again', startedAt: OLD.toISOString() },
      results: titles.map((title) => makeRun(title, '.')),
    });
  server.setNow(OLD);
  const { executionId } = await upload(server, part('a', 'b'));
  server.setNow(NOW);
  await keep({ resultsDays: 7 });
  const late = await server.scope.transaction(async (transaction) => {
    // An upload with the same test waits until this transaction ends.
    await transaction.query(
      `INSERT INTO tests (organization_id, id, project_id, file, title_path, first_seen_at)
       SELECT organization_id, $1, project_id, 'src/cart.test.ts', '["c"]', now()
       FROM tests
       LIMIT 1`,
      [testId({ project: 'shop', file: 'src/cart.test.ts', titlePath: ['c'] })],
    );
    const uploaded = upload(server, part('a', 'b', 'c'));
    await untilWaiting(server, 'transactionid');
    const applied = applyRetention(server.deps);
    await untilWaiting(server, 'advisory');
    expect(
      await database.query('SELECT id FROM executions WHERE results_expired_at IS NULL'),
    ).toEqual([{ id: executionId }]);
    return { uploaded, applied };
  });
  expect((await late.uploaded).accepted).toEqual({ results: 1, duplicates: 2 });
  await late.applied;
  expect(await countedDays()).toEqual(['a 1/0', 'b 1/0', 'c 1/0']);
});

it('counts more executions than one batch', async () => {
  server.setNow(OLD);
  for (let index = 0; index < 120; index++) {
    await uploadRow(server, { tests: { a: index % 4 === 0 ? 'f' : '.' }, at: OLD.toISOString() });
  }
  server.setNow(NOW);
  await keep({ resultsDays: 7 });
  expect((await applyRetention(server.deps)).droppedWeeks).toContain(OLD_WEEK);
  expect(await countedDays()).toEqual(['a 120/30']);
});

it('keeps the week of an organization that has only files in it', async () => {
  const other = { app: server.app, ...(await server.makeOrganization('Other')) };
  await uploadAt(OLD);
  server.setNow(OLD);
  const files = [{ file: 'src/broken.test.ts', durationMs: 5, errors: [{ message: 'no module' }] }];
  const theirs = await upload(
    other,
    makeUpload({ execution: { startedAt: OLD.toISOString() }, results: [], files }),
  );
  server.setNow(NOW);
  await keep({ resultsDays: 7 });
  await applyRetention(server.deps);
  expect((await readExecution(other, theirs)).files).toMatchObject(files);
});

it('reports that the results of an execution are deleted', async () => {
  const old = await uploadAt(OLD);
  const young = await uploadAt(new Date('2026-11-10T10:00:00Z'));
  server.setNow(NOW);
  await keep({ resultsDays: 7 });
  await applyRetention(server.deps);
  expect(await readExecution(server, old)).toMatchObject({ resultsExpiredAt: NOW.toISOString() });
  expect(await readExecution(server, young)).toMatchObject({ resultsExpiredAt: null });
  const { items } = await read(`/api/executions?${WINDOW}`);
  expect(items).toMatchObject([
    { id: young.executionId, resultsExpiredAt: null },
    { id: old.executionId, resultsExpiredAt: NOW.toISOString() },
  ]);
});

it('deletes the results of one organization and keeps those of another in the same week', async () => {
  const other = { app: server.app, ...(await server.makeOrganization('Other')) };
  const mine = await uploadAt(OLD);
  const theirs = await uploadAt(OLD, other);
  server.setNow(NOW);
  await keep({ resultsDays: 7 });
  expect((await applyRetention(server.deps)).thinnedWeeks).toEqual([OLD_WEEK]);
  expect((await readExecution(server, mine)).results).toEqual([]);
  expect((await readExecution(other, theirs)).results).toHaveLength(5);
});

it('deletes executions and counts once roll-ups expire', async () => {
  await uploadAt(OLD);
  const young = await uploadAt(new Date('2026-11-10T10:00:00Z'));
  server.setNow(NOW);
  await keep({ resultsDays: 7, rollUpsDays: 30 });
  await applyRetention(server.deps);
  expect(await read(`/api/executions?${WINDOW}`)).toMatchObject({
    items: [{ id: young.executionId }],
  });
  expect(await server.deps.database.query('SELECT 1 FROM test_days')).toEqual([]);
});

/** The rows that are derived from results and outlive them. */
async function derived(): Promise<Record<string, unknown[]>> {
  const { database } = server.deps;
  return {
    fingerprints: await database.query(
      `SELECT projects.name AS project, pattern
       FROM fingerprints
       JOIN projects ON projects.organization_id = fingerprints.organization_id AND projects.id = fingerprints.project_id
       ORDER BY 1, 2`,
    ),
    states: await database.query(
      `SELECT projects.name AS project, title_path ->> 0 AS test, state
       FROM test_states
       JOIN tests ON tests.organization_id = test_states.organization_id AND tests.id = test_states.test_id
       JOIN projects ON projects.organization_id = test_states.organization_id AND projects.id = test_states.project_id
       WHERE state <> 'healthy'
       ORDER BY 1, 2`,
    ),
    branches: await database.query('SELECT name, default_branch FROM projects ORDER BY name'),
  };
}

const YOUNG = new Date('2026-11-10T10:00:00Z');

it('judges everything again that depended on deleted executions, with the result of a rebuild from the others', async () => {
  server.setNow(OLD);
  await uploadHistory(server, '....r.r', { title: 'old', end: OLD });
  await uploadHistory(server, '....r.r', { title: 'both', end: OLD });
  await uploadHistory(server, '..f', { title: 'old', end: OLD, project: 'other' });
  await uploadHistory(server, '......fff', { title: 'gone', end: OLD, project: 'gone' });
  server.setNow(YOUNG);
  await uploadHistory(server, '..', { title: 'old', end: YOUNG });
  await uploadHistory(server, '..r', { title: 'both', end: YOUNG });
  await uploadHistory(server, 'f', { title: 'old', end: YOUNG, project: 'other' });
  await settle(server);
  expect((await derived())['states']).toEqual([
    { project: 'gone', test: 'gone', state: 'broken' },
    { project: 'shop', test: 'both', state: 'flaky' },
    { project: 'shop', test: 'old', state: 'flaky' },
  ]);
  server.setNow(NOW);
  await keep({ resultsDays: 7, rollUpsDays: 30 });
  await applyRetention(server.deps);
  const left = {
    fingerprints: [
      { project: 'other', pattern: 'old broke' },
      { project: 'shop', pattern: 'both broke' },
    ],
    states: [{ project: 'shop', test: 'both', state: 'suspected' }],
    branches: [
      { name: 'gone', default_branch: null },
      { name: 'other', default_branch: 'main' },
      { name: 'shop', default_branch: 'main' },
    ],
  };
  expect(await derived()).toEqual(left);
  await rebuildRollUps(server.deps.database, () => undefined);
  expect(await derived()).toEqual(left);
});

it('switches to the remaining branch when it deletes the executions of another', async () => {
  server.setNow(OLD);
  await uploadHistory(server, '..', { title: 'a', end: OLD, branch: 'main' });
  server.setNow(YOUNG);
  await uploadHistory(server, '...fff', { title: 'a', end: YOUNG, branch: 'trunk' });
  await settle(server);
  expect(await derived()).toMatchObject({ states: [], branches: [{ default_branch: 'main' }] });
  server.setNow(NOW);
  await keep({ resultsDays: 7, rollUpsDays: 30 });
  await applyRetention(server.deps);
  expect(await derived()).toMatchObject({
    states: [{ test: 'a', state: 'broken' }],
    branches: [{ default_branch: 'trunk' }],
  });
});

it('deletes more executions and days than one batch', async () => {
  const { database } = server.deps;
  await uploadAt(OLD);
  const young = await uploadAt(YOUNG);
  const [columns] = await database.query<{ names: string }>(
    `SELECT string_agg(column_name, ', ') AS names
     FROM information_schema.columns
     WHERE table_name = 'executions'
       AND is_generated = 'NEVER'
       AND column_name NOT IN ('id', 'key', 'number')`,
  );
  await server.scope.query(
    `INSERT INTO executions (id, key, number, ${columns?.names})
     SELECT gen_random_uuid(), 'copy ' || copy, 1000 + copy, ${columns?.names}
     FROM executions, generate_series(1, 1500) AS copy
     WHERE week = $1`,
    [OLD_WEEK],
  );
  await server.scope.query(
    `INSERT INTO test_days (
       organization_id, test_id, day, slice_id, framework, from_ci, runs, failures, duration_ms, durations)
     SELECT organization_id, id, $1::date - back, gen_random_uuid(), 'vitest', true, 1, 0, 1, 1
     FROM tests, generate_series(0, 100) AS back`,
    [OLD_WEEK],
  );
  server.setNow(NOW);
  await keep({ resultsDays: 7, rollUpsDays: 30 });
  await applyRetention(server.deps);
  expect(await database.query('SELECT id FROM executions')).toEqual([{ id: young.executionId }]);
  expect(await database.query('SELECT 1 FROM test_days')).toEqual([]);
});
