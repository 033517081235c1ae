import { randomUUID } from 'node:crypto';
import type { IngestExecution } from '@svc/contract/executions/ingest';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeApp, type TestApp } from '../../../test/app.ts';
import { uploadRow, type HistoryRow } from '../../../test/history.ts';
import { settle } from '../../../test/make.ts';
import { call } from '../../../test/procedures.ts';

let server: TestApp;
beforeAll(async () => {
  server = await makeApp();
});
afterAll(() => server.close());

let to: Pick<TestApp, 'app' | 'apiKey'>;
beforeEach(async () => {
  const { apiKey } = await server.makeOrganization(randomUUID());
  to = { app: server.app, apiKey };
});

const WINDOW = { from: '2026-11-01', to: '2026-11-30' };
const at = (hour: number) => new Date(Date.parse('2026-11-10T00:00:00Z') + hour * 3_600_000);
const CI = { ci: { provider: 'github' } };

function run(branch: string, hour: number, facts: Partial<HistoryRow> = {}) {
  const commit = hour.toString(16).padStart(40, '0');
  const row = { branch, at: at(hour).toISOString(), commit, tests: { a: '.' as const } };
  return uploadRow(to, { execution: CI, ...row, ...facts });
}

const branches = async (input = {}) =>
  (await call(server, to.apiKey, 'executions.branches', { ...WINDOW, project: 'shop', ...input }))
    .items;
const numbers = (branch: Awaited<ReturnType<typeof branches>>[number] | undefined) =>
  branch?.recent.map(({ number }) => number);

it('lists the branches of a project, the newest first, with the newest execution and the last outcomes', async () => {
  const main = await run('main', 1, { tests: { a: 'f', b: 'r' } });
  await run('main', 2);
  await run('fix', 3, { tests: { a: 'f', b: 't' } });
  const running = await run('fix', 4, { execution: { ...CI, shard: { index: 1, total: 2 } } });
  await settle(server);
  expect(await branches()).toMatchObject([
    {
      project: 'shop',
      branch: 'fix',
      isDefault: false,
      execution: { id: running.executionId, status: 'running', git: { branch: 'fix' } },
      recent: [
        { number: 3, status: 'failed', failed: 2, flaky: 0, startedAt: at(3).toISOString() },
      ],
    },
    {
      branch: 'main',
      isDefault: true,
      execution: { number: 2, status: 'passed' },
      recent: [
        { executionId: main.executionId, number: 1, status: 'failed', failed: 1, flaky: 1 },
        { number: 2, status: 'passed', failed: 0, flaky: 0 },
      ],
    },
  ]);
});

it('shows 30 outcomes of the default branch and 10 of others, of executions that speak', async () => {
  for (let hour = 0; hour < 33; hour++) await run('main', hour);
  for (let hour = 33; hour < 45; hour++) await run('fix', hour);
  await run('fix', 45, { execution: { ...CI, partial: ['filter'] } });
  await run('fix', 46, { execution: {} });
  await settle(server);
  const [fix, main] = await branches();
  expect(numbers(main)).toEqual(Array.from({ length: 30 }, (_, index) => index + 4));
  expect(numbers(fix)).toEqual(Array.from({ length: 10 }, (_, index) => index + 36));
  // Local executions are left out, as everywhere in a project with CI.
  expect(fix?.execution.number).toBe(45);
  const [all] = await branches({ source: 'all' });
  expect(all?.execution.number).toBe(47);
  expect(numbers(all)?.at(-1)).toBe(47);
});

it('lists 12 branches, and always the default branch', async () => {
  for (let hour = 0; hour < 4; hour++) await run('main', hour);
  for (let hour = 4; hour < 18; hour++) await run(`branch ${hour}`, hour);
  await settle(server);
  const names = (await branches()).map(({ branch }) => branch);
  const others = Array.from({ length: 11 }, (_, index) => `branch ${17 - index}`);
  expect(names).toEqual([...others, 'main']);
  expect((await branches({ branch: 'branch 4' })).map(({ branch }) => branch)).toEqual([
    'branch 4',
  ]);
});

it('lists the default branch of each project when no project is asked for', async () => {
  await run('main', 1);
  await run('trunk', 2, { project: 'web' });
  await run('trunk', 3, { project: 'web' });
  await run('fix', 4, { project: 'web' });
  await settle(server);
  const found = await branches({ project: undefined });
  expect(
    found.map(({ project, branch, execution }) => [project, branch, execution.number]),
  ).toEqual([
    ['web', 'trunk', 2],
    ['shop', 'main', 1],
  ]);
});

it('finds the default branch of a project beside others whose newer executions are on other branches', async () => {
  await run('main', 20, { project: 'quiet' });
  for (let index = 0; index < 12; index++) {
    await run('main', index, { project: `busy ${index}` });
    await run('fix', 30 + index, { project: `busy ${index}` });
  }
  await settle(server);
  const found = await branches({ project: undefined, from: at(15).toISOString() });
  expect(found.map(({ project, branch }) => [project, branch])).toEqual([['quiet', 'main']]);
});

const unit = (hour: number, status: '.' | 'f' = '.', branch = 'main') =>
  run(branch, hour, { tests: { a: status } });
const browser = (hour: number, status: '.' | 'f', execution = {}) =>
  run('main', hour, { tests: { b: status }, execution: { ...CI, name: 'e2e', ...execution } });
const shown = async () =>
  (await branches()).map(({ branch, suites, execution, recent }) => [
    branch,
    suites,
    execution.name,
    recent.map(({ startedAt }) => new Date(startedAt).getUTCHours()),
  ]);

const SILENT: [string, Partial<IngestExecution>][] = [
  ['always partial', { partial: ['filter'] }],
  ['of a dirty tree', { git: { branch: 'main', dirty: true } }],
  [
    'of a fork with a branch of this name',
    {
      git: { branch: 'main', baseBranch: 'main' },
      ci: { provider: 'github', pullRequest: 9 },
    },
  ],
];

it.each(SILENT)('shows no newer execution of the suite that is %s', async (_, execution) => {
  const speaking = await browser(1, '.');
  await browser(2, 'f', execution);
  await browser(3, 'f', { ...execution, shard: { index: 1, total: 2 } });
  await settle(server);
  expect((await branches())[0]).toMatchObject({
    suites: { total: 1, failing: 0 },
    execution: { id: speaking.executionId, status: 'passed' },
    recent: [{ number: 1 }],
  });
});

describe('with two suites on a branch', () => {
  it('shows the one that failed last, in the order of what is shown', async () => {
    await browser(1, '.');
    await browser(2, 'f');
    await unit(3, '.', 'fix');
    await unit(4);
    await settle(server);
    expect(await shown()).toEqual([
      ['fix', { total: 1, failing: 0 }, null, [3]],
      ['main', { total: 2, failing: 1 }, 'e2e', [1, 2]],
    ]);
  });

  it('shows the newest of several that failed', async () => {
    await unit(1, 'f');
    await browser(2, 'f');
    await settle(server);
    expect(await shown()).toEqual([['main', { total: 2, failing: 2 }, 'e2e', [2]]]);
    await unit(3, 'f');
    await settle(server);
    expect(await shown()).toEqual([['main', { total: 2, failing: 2 }, null, [1, 3]]]);
  });

  it('shows the one that ran last when none failed last', async () => {
    await browser(1, 'f');
    await unit(2);
    await browser(3, '.');
    await unit(4);
    await settle(server);
    expect(await shown()).toEqual([['main', { total: 2, failing: 0 }, null, [2, 4]]]);
  });

  it('takes no interrupted, partial or running execution for the end of a failure', async () => {
    await browser(1, 'f');
    await browser(2, '.', { partial: ['filter'] });
    await browser(3, '.', { status: 'interrupted' });
    const running = await browser(4, '.', { shard: { index: 1, total: 2 } });
    await unit(5);
    await settle(server);
    const [main] = await branches();
    expect(main).toMatchObject({
      suites: { total: 2, failing: 1 },
      execution: { id: running.executionId, status: 'running' },
      recent: [{ status: 'failed' }, { status: 'interrupted' }],
    });
  });

  it('forgets a suite that did not run for 14 days, unless no other did', async () => {
    await browser(1, 'f');
    await settle(server);
    const [removed] = await branches();
    expect(removed).toMatchObject({ suites: { total: 1, failing: 1 }, execution: { name: 'e2e' } });
    await unit(13 * 24);
    await settle(server);
    const [before] = await branches({ to: at(14 * 24 + 1).toISOString() });
    expect(before?.suites).toEqual({ total: 2, failing: 1 });
    const [main] = await branches({ to: at(14 * 24 + 2).toISOString() });
    expect(main).toMatchObject({
      suites: { total: 1, failing: 0 },
      execution: { name: null, status: 'passed' },
    });
  });

  it.each(SILENT)('shows no suite that is %s beside one that speaks', async (_, execution) => {
    await unit(1);
    const shownAlone = await browser(2, 'f', execution);
    await settle(server);
    expect((await branches())[0]).toMatchObject({
      suites: { total: 1, failing: 0 },
      execution: { name: null, status: 'passed' },
      recent: [{ status: 'passed' }],
    });
    const [alone] = await branches({ from: at(2).toISOString() });
    expect(alone).toMatchObject({ execution: { id: shownAlone.executionId }, recent: [] });
    await browser(15 * 24, 'f', execution);
    await settle(server);
    expect((await branches({ to: at(16 * 24).toISOString() }))[0]).toMatchObject({
      suites: { total: 1, failing: 0 },
      execution: { name: null },
    });
  });

  it('takes no partial execution for a run of a suite that is gone, or for the newest', async () => {
    await browser(1, 'f');
    await unit(19 * 24);
    await browser(19 * 24 + 1, '.', { partial: ['filter'] });
    await settle(server);
    const [later] = await branches({ to: at(20 * 24).toISOString() });
    expect(later).toMatchObject({ suites: { total: 1, failing: 0 }, execution: { name: null } });
  });

  it('tells workflows without a name apart', async () => {
    const nightly = { ci: { provider: 'github', workflow: 'nightly' } };
    await run('main', 1, { tests: { a: 'f' }, execution: nightly });
    await run('main', 2, { execution: { ci: { provider: 'github', workflow: 'ci' } } });
    await settle(server);
    expect((await branches())[0]).toMatchObject({
      suites: { total: 2, failing: 1 },
      execution: { ci: { workflow: 'nightly' }, status: 'failed' },
    });
  });
});

it('lists executions without a branch as one', async () => {
  for (const hour of [1, 2])
    await run('', hour, { execution: { git: {}, startedAt: at(hour).toISOString() } });
  await settle(server);
  expect(await branches()).toMatchObject([
    {
      branch: null,
      isDefault: true,
      execution: { number: 2 },
      recent: [{ number: 1 }, { number: 2 }],
    },
  ]);
});

it('keeps to the window and the filters', async () => {
  await run('main', 1, { execution: { ...CI, environment: { name: 'mysql' } } });
  await run('main', 2);
  await settle(server);
  const [inWindow] = await branches({ to: at(2).toISOString() });
  expect(numbers(inWindow)).toEqual([1]);
  const [ofEnvironment] = await branches({ environment: 'mysql' });
  expect([ofEnvironment?.execution.number, numbers(ofEnvironment)]).toEqual([1, [1]]);
  expect(await branches({ from: at(3).toISOString() })).toEqual([]);
  expect(await branches({ project: 'none' })).toEqual([]);
});
