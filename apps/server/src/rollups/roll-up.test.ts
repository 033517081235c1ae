import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeOwnApp, type TestApp } from '../../test/app.ts';
import { makeRun, uploadHistory, uploadRow, type HistoryRow } from '../../test/history.ts';
import { makeUpload, settle, upload } from '../../test/make.ts';
import { refuseRollUps } from '../../test/scenes/refuse-roll-ups.ts';
import { rebuildRollUps } from './rebuild.ts';
import { rollUp } from './roll-up.ts';

let server: TestApp;
beforeAll(async () => {
  server = await makeOwnApp({ because: 'counts the changes of all organizations' });
});
afterAll(() => server.close());

const COMMIT = 'a'.repeat(40);

/** The failing results of a project: test title, status, whether it is contradicted. */
async function failing(project: string): Promise<string[]> {
  const rows = await server.deps.database.query<{ row: string }>(
    `SELECT tests.title_path ->> 0 || ' ' || failing_results.status ||
              CASE WHEN flaky THEN ' flaky' ELSE '' END ||
              CASE WHEN contradicted THEN ' contradicted' ELSE '' END AS row
     FROM failing_results
     JOIN tests
       ON tests.organization_id = failing_results.organization_id AND tests.id = failing_results.test_id
     JOIN projects
       ON projects.organization_id = tests.organization_id AND projects.id = tests.project_id
     WHERE failing_results.organization_id = $1 AND projects.name = $2
     ORDER BY failing_results.execution_id, 1`,
    [server.organizationId, project],
  );
  return rows.map(({ row }) => row);
}

async function states(project: string): Promise<Record<string, string>> {
  const rows = await server.deps.database.query<{ title: string; state: string }>(
    `SELECT tests.title_path ->> 0 AS title, coalesce(test_states.state, 'healthy') AS state
     FROM tests
     JOIN projects
       ON projects.organization_id = tests.organization_id AND projects.id = tests.project_id
     LEFT JOIN test_states
       ON test_states.organization_id = tests.organization_id AND test_states.test_id = tests.id
     WHERE tests.organization_id = $1 AND projects.name = $2
     ORDER BY 1`,
    [server.organizationId, project],
  );
  return Object.fromEntries(rows.map(({ title, state }) => [title, state]));
}

async function defaultBranch(project: string): Promise<string | null> {
  const [row] = await server.deps.database.query<{ branch: string | null }>(
    'SELECT default_branch AS branch FROM projects WHERE name = $1',
    [project],
  );
  return row?.branch ?? null;
}

const AT = '2026-11-01T10:00:00Z';
const LATER = '2026-11-01T11:00:00Z';

const ENVIRONMENT = { name: 'ci', os: 'linux', arch: 'x64', runtime: 'node 24.1.0' };

it.each<{ why: string; first: Partial<HistoryRow>; second: Partial<HistoryRow>; is: boolean }>([
  { why: 'the same commit', first: {}, second: {}, is: true },
  { why: 'another commit', first: {}, second: { commit: 'b'.repeat(40) }, is: false },
  { why: 'the same commit in capitals', first: {}, second: { commit: 'A'.repeat(40) }, is: true },
  { why: 'no commit', first: { commit: '' }, second: { commit: '' }, is: false },
  {
    why: 'an empty commit',
    first: { execution: { git: { branch: 'main', commit: '' } } },
    second: { execution: { git: { branch: 'main', commit: '' } } },
    is: false,
  },
  {
    why: 'a dirty tree that passed',
    first: {},
    second: { execution: { git: { branch: 'main', commit: COMMIT, dirty: true } } },
    is: false,
  },
  {
    why: 'a dirty tree that failed',
    first: { execution: { git: { branch: 'main', commit: COMMIT, dirty: true } } },
    second: {},
    is: false,
  },
  { why: 'another branch at the commit', first: {}, second: { branch: 'fix' }, is: true },
  {
    why: 'another operating system',
    first: { execution: { environment: ENVIRONMENT } },
    second: { execution: { environment: { ...ENVIRONMENT, os: 'windows' } } },
    is: false,
  },
  {
    why: 'a newer patch of the runtime',
    first: { execution: { environment: ENVIRONMENT } },
    second: { execution: { environment: { ...ENVIRONMENT, runtime: 'node 24.2.0' } } },
    is: true,
  },
  {
    why: 'another major of the runtime',
    first: { execution: { environment: ENVIRONMENT } },
    second: { execution: { environment: { ...ENVIRONMENT, runtime: 'node 22.2.0' } } },
    is: false,
  },
])('decides whether runs contradict each other: $why', async ({ why, first, second, is }) => {
  const project = `contradiction: ${why}`;
  const rows = [
    { tests: { a: 'f' as const, b: '.' as const }, at: AT, commit: COMMIT, project, ...first },
    { tests: { a: '.' as const, b: '.' as const }, at: LATER, commit: COMMIT, project, ...second },
  ].map(({ commit, ...row }) => (commit === '' ? row : { ...row, commit }));
  for (const row of rows) await uploadRow(server, row);
  await settle(server);
  expect(await failing(project)).toEqual([is ? 'a failed contradicted' : 'a failed']);
});

it('finds the contradiction when the failure arrives last, and reverts it when a late shard fails too', async () => {
  const project = 'late';
  const sharded = (index: number, letter: '.' | 'f') =>
    makeUpload({
      execution: {
        project,
        key: 'sharded',
        startedAt: AT,
        shard: { index, total: 2 },
        git: { branch: 'main', commit: COMMIT },
      },
      results: [makeRun('a', letter)],
    });
  await upload(server, sharded(1, '.'));
  await uploadRow(server, { tests: { a: 'f' }, at: LATER, commit: COMMIT, project });
  await settle(server);
  expect(await failing(project)).toEqual(['a failed contradicted']);
  await upload(server, sharded(2, 'f'));
  await settle(server);
  expect(await failing(project)).toEqual(['a failed', 'a failed']);
});

it.each([
  ['one flaky run', '.....r', 'suspected'],
  ['two flaky runs on two commits', '....r.r', 'flaky'],
  ['half of the runs that it takes to recover', `rr${'.'.repeat(6)}`, 'recovering'],
  ['all runs that it takes to recover', `....rr${'.'.repeat(20)}`, 'healthy'],
  ['three failures in a row', '......fff', 'broken'],
])('derives the state of a test with %s', async (why, letters, state) => {
  const project = `state: ${why}`;
  await uploadHistory(server, letters, { project, end: new Date(AT) });
  await settle(server);
  expect(await states(project)).toEqual({ 'adds up': state });
});

it('treats any text in a commit as a commit only', async () => {
  const project = 'odd commits';
  const odd = ['a\nX X X X X f-d-', 'b\n', ' c d ', '\n\n'];
  for (const [index, letter] of ('..ffff' as const).split('').entries()) {
    const at = new Date(Date.parse(AT) + index * 60_000).toISOString();
    const tests = { a: letter as '.' | 'f' };
    await uploadRow(server, { project, tests, at, commit: `${odd[index % 4]}${index}\n` });
  }
  await settle(server);
  expect(await states(project)).toEqual({ a: 'broken' });
});

it('sets aside an execution that it cannot roll up, and continues with the others', async () => {
  const poisoned = await uploadRow(server, { project: 'poison', tests: { poisoned: 'f' }, at: AT });
  await uploadHistory(server, '....r.r', { project: 'behind', end: new Date(LATER) });
  const accept = await refuseRollUps(server, poisoned.executionId);
  const errors: unknown[] = [];
  while ((await rollUp(server.deps.database, (error) => errors.push(error))) > 0);
  expect(errors).toHaveLength(2);
  expect(await states('behind')).toEqual({ 'adds up': 'flaky' });
  await accept();
  await server.scope.query('UPDATE execution_changes SET changed_at = statement_timestamp()');
  await settle(server);
  expect(await failing('poison')).toEqual(['poisoned failed']);
});

it('finds no evidence in a failed run, even if another part of it passed on retry', async () => {
  const project = 'mixed';
  for (const hour of ['10', '11']) {
    const execution = { project, startedAt: `2026-11-01T${hour}:00:00Z` };
    const results = [makeRun('a', 'r'), makeRun('a', 'f')];
    await upload(server, makeUpload({ execution: { ...execution, status: 'failed' }, results }));
  }
  await settle(server);
  expect(await states(project)).toEqual({ a: 'healthy' });
});

it('ignores an outage as evidence, until a late shard shows that it was not one', async () => {
  const project = 'outage';
  const titles = Array.from({ length: 20 }, (_, index) => `t${index}`);
  const part = (index: number, letter: '.' | 'f') =>
    makeUpload({
      execution: { project, key: 'k', startedAt: AT, status: 'failed', shard: { index, total: 2 } },
      results: [
        ...titles.map((title) => makeRun(`${letter} ${title}`, letter)),
        ...(letter === 'f' ? [makeRun('flaky one', 'r')] : []),
      ],
    });
  await upload(server, part(1, 'f'));
  await settle(server);
  expect((await states(project))['flaky one']).toBe('healthy');
  await upload(server, part(2, '.'));
  await settle(server);
  expect((await states(project))['flaky one']).toBe('suspected');
});

it('uses the target branch of pull requests, and judges again when it changes', async () => {
  const project = 'default branch';
  await uploadHistory(server, '......fff', { project, end: new Date(AT), branch: 'develop' });
  await uploadRow(server, { tests: { b: '.' }, at: AT, project, branch: 'main' });
  await settle(server);
  expect(await defaultBranch(project)).toBe('main');
  expect((await states(project))['adds up']).toBe('healthy');
  const git = { branch: 'fix', baseBranch: 'develop' };
  await uploadRow(server, { tests: { b: '.' }, at: LATER, project, execution: { git } });
  await settle(server);
  expect(await defaultBranch(project)).toBe('develop');
  expect((await states(project))['adds up']).toBe('broken');
});

it('rebuilds the same rows from the results alone', async () => {
  const project = 'rebuilt';
  const end = new Date('2026-11-10T00:00:00Z');
  await uploadHistory(server, '...r..ff.r..t', { project, title: 'a', end });
  await uploadHistory(server, '..f..........fff', { project, title: 'b', end, branch: 'fix' });
  await uploadHistory(server, `${'.r'.repeat(8)}${'.'.repeat(30)}`, { project, title: 'c', end });
  await settle(server);
  const before = await rollUps();
  await server.scope.query(`UPDATE executions SET passed = 7, flaky = 7, counted_duration_ms = 7`);
  await server.scope.query('DELETE FROM failing_results WHERE flaky');
  await server.scope.query('UPDATE failing_results SET contradicted = NOT contradicted');
  await server.scope.query(`UPDATE test_states SET state = 'flaky', since = NULL`);
  await server.scope.query(`UPDATE projects SET default_branch = 'no such'`);
  await server.scope.query('DELETE FROM fingerprints');
  await server.scope.query('UPDATE execution_failures SET failures = 7');
  expect(await rollUps()).not.toEqual(before);
  await rebuildRollUps(server.deps.database, () => undefined);
  expect(await rollUps()).toEqual(before);
  expect(before['failing_results']?.length).toBeGreaterThan(20);
});

it('is woken once an upload is committed', async () => {
  const rounds: Promise<number>[] = [];
  server.deps.rollUps.connect(() => rounds.push(rollUp(server.deps.database)));
  await settle(server);
  await upload(server, makeUpload({ results: [makeRun('a', '.')] }));
  expect(await Promise.all(rounds)).toEqual([1]);
});

/** All rows derived from results. */
async function rollUps(): Promise<Record<string, unknown[]>> {
  const rows: Record<string, unknown[]> = {};
  for (const [table, columns] of [
    ['failing_results', '*'],
    ['execution_failures', '*'],
    ['fingerprints', '*'],
    ['test_states', '*'],
    ['projects', 'id, default_branch'],
    [
      'executions',
      'id, passed, failed, timed_out, skipped, interrupted, flaky, counted_duration_ms',
    ],
  ] as const) {
    rows[table] = await server.deps.database.query(
      `SELECT ${columns} FROM ${table} ORDER BY ${table}::text`,
    );
  }
  return rows;
}
