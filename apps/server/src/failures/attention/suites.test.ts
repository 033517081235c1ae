import type { Comparison } from '@svc/contract/executions/compare';
import type { IngestExecution } from '@svc/contract/executions/ingest';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { commitOf, makeAttendingApp, type AttendingApp } from '../../../test/scenes/attending.ts';
import type { Letter } from '../../../test/history.ts';
import { ask, dataOf } from '../../../test/make.ts';

let server: AttendingApp;
beforeAll(async () => {
  server = await makeAttendingApp();
});
afterAll(() => server.close());
beforeEach(() => server.startProject());

type Suite = Partial<IngestExecution>;

const inWorkflow = (workflow: string): Suite => ({ ci: { provider: 'github-actions', workflow } });
const named = (name: string): Suite => ({ name, ci: { provider: 'github-actions' } });

function run(hours: number, tests: Record<string, Letter>, suite: Suite, branch = 'main') {
  const git = { branch, commit: commitOf(hours), ...(branch !== 'main' && { baseBranch: 'main' }) };
  return server.run(hours, tests, { execution: { ...suite, git } });
}

async function compare(head: string): Promise<Comparison> {
  const query = new URLSearchParams({ project: server.project, base: 'branch:main', head });
  return dataOf(await ask(server, { url: `/api/compare?${query.toString()}` })) as Comparison;
}

describe.each<[string, Suite, Suite]>([
  ['of two names', named('web'), named('api')],
  ['of two workflows', inWorkflow('web'), inWorkflow('api')],
  ['of a name and of none', named('web'), inWorkflow('web')],
])('two suites of one framework, %s', (_, web, api) => {
  it('are two heads of a branch, in any order', async () => {
    await run(9, { renders: '.', menu: '.' }, web);
    await run(8, { lists: '.' }, api);
    await run(7, { renders: 'f', menu: '.' }, web);
    expect(await server.titles()).toHaveLength(1);
    await run(6, { lists: '.' }, api);
    expect(await server.items()).toMatchObject([{ kind: 'failing', branch: 'main' }]);
    await run(5, { renders: '.', menu: '.' }, web);
    expect(await server.titles()).toEqual([]);
  });

  it('are compared with their own executions', async () => {
    await run(9, { renders: '.', menu: '.' }, web);
    await run(8, { lists: '.' }, api);
    const { executionId } = await run(7, { renders: '.', menu: 'f' }, web, 'fix');
    expect(await server.items()).toMatchObject([{ kind: 'regression', branch: 'fix' }]);
    expect((await compare(executionId)).summary).toMatchObject({
      regressions: 1,
      newTests: 0,
      removedTests: 0,
    });
  });
});

it('compares a pull request in a workflow of its own with the workflow of the base branch', async () => {
  await run(9, { renders: '.', menu: '.' }, inWorkflow('main'));
  const { executionId } = await run(7, { renders: '.', menu: 'f' }, inWorkflow('checks'), 'fix');
  expect(await server.items()).toMatchObject([{ kind: 'regression', branch: 'fix' }]);
  expect((await compare(executionId)).summary).toMatchObject({ regressions: 1, removedTests: 0 });
});

it('compares a change that is behind main with the commit that it is based on', async () => {
  await run(9, { Y: 'f', Z: '.' }, {});
  await run(8, { Y: '.', Z: '.', X: '.' }, {});
  const git = { branch: 'mr', baseBranch: 'main', baseCommit: commitOf(9) };
  await server.run(7, { Y: 'f', Z: '.' }, { execution: { git } });
  expect(await server.titles()).toEqual([]);
  const behind = { ...git, branch: 'other', baseCommit: commitOf(8) };
  await server.run(6, { Y: 'f', Z: '.' }, { execution: { git: behind } });
  expect(await server.items()).toMatchObject([{ kind: 'regression', branch: 'other' }]);
});

it.each([
  ['a'.repeat(12), 0],
  ['A'.repeat(40), 0],
  ['a', 1],
  ['%', 1],
])(
  'compares a change on %s with the commit that this abbreviates, if it is one',
  async (baseCommit, items) => {
    const main = { branch: 'main', commit: 'a'.repeat(40) };
    await server.run(9, { Y: 'f', Z: '.' }, { execution: { git: main } });
    await run(8, { Y: '.', Z: '.' }, {});
    const git = { branch: 'mr', baseBranch: 'main', baseCommit };
    await server.run(7, { Y: 'f', Z: '.' }, { execution: { git } });
    expect(await server.items()).toHaveLength(items);
  },
);

const basedOn = (hours: number, workflow: string): Suite => ({
  ...inWorkflow(workflow),
  git: { branch: 'fix', baseBranch: 'main', baseCommit: commitOf(hours) },
});

describe('a base commit', () => {
  it('of two workflows is that of the own one', async () => {
    const git = { branch: 'main', commit: commitOf(9) };
    await server.run(9, { renders: '.', menu: '.' }, { execution: { ...inWorkflow('web'), git } });
    await server.run(8, { lists: '.' }, { execution: { ...inWorkflow('api'), git } });
    const { executionId } = await server.run(
      7,
      { renders: '.', menu: 'f' },
      { execution: basedOn(9, 'web') },
    );
    expect(await server.items()).toMatchObject([{ kind: 'regression', branch: 'fix' }]);
    const { summary, baseChoice } = await compare(executionId);
    expect({ ...summary, baseChoice }).toMatchObject({
      regressions: 1,
      newTests: 0,
      removedTests: 0,
      baseChoice: 'base-commit',
    });
  });

  it('that only another workflow ran is not the base: the newest of its own workflow is', async () => {
    await run(9, { renders: '.', menu: '.' }, inWorkflow('web'));
    await run(8, { lists: '.' }, inWorkflow('api'));
    const { executionId } = await server.run(
      7,
      { renders: '.', menu: 'f' },
      { execution: basedOn(8, 'web') },
    );
    expect(await server.items()).toMatchObject([{ kind: 'regression', branch: 'fix' }]);
    expect(await compare(executionId)).toMatchObject({
      baseChoice: 'base-commit-missing',
      summary: { regressions: 1, removedTests: 0 },
    });
  });

  it('whose execution was cut off has those before it behind it', async () => {
    await run(9, { renders: '.', menu: '.' }, inWorkflow('web'));
    const git = { branch: 'main', commit: commitOf(8) };
    await server.run(
      8,
      { renders: '.' },
      { execution: { ...inWorkflow('web'), git, status: 'interrupted' } },
    );
    await server.run(7, { renders: '.', menu: 'f' }, { execution: basedOn(8, 'web') });
    expect(await server.items()).toMatchObject([
      { kind: 'regression', detail: expect.stringContaining('or before it on main') },
    ]);
  });
});

it('takes no execution of another name for the base', async () => {
  await run(9, { renders: '.', menu: '.' }, named('web'));
  await run(7, { renders: '.', menu: 'f' }, named('e2e'), 'fix');
  expect(await server.titles()).toEqual([]);
});
