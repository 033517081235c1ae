import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { makeApp, type TestApp } from '../../test/app.ts';
import { makeResult, makeResults, makeUpload, rebuild, settle, upload } from '../../test/make.ts';
import { call, refusal } from '../../test/procedures.ts';
import { signInAs } from '../../test/sign-in-as.ts';
import { only } from '../../test/storages/artifacts.ts';

let server: TestApp;
beforeAll(async () => {
  server = await makeApp();
});
afterAll(() => server.close());

let organizationId: string;
let to: Pick<TestApp, 'app' | 'apiKey'>;
beforeEach(async () => {
  let apiKey: string;
  ({ organizationId, apiKey } = await server.makeOrganization(randomUUID()));
  to = { app: server.app, apiKey };
});

it('lists projects with their counts, page by page', async () => {
  const at = '2026-11-16T12:00:00.000Z';
  for (const [project, titles] of [
    ['web', ['a']],
    ['shop', ['a', 'b']],
    ['shop', ['b', 'c']],
    ['api', []],
  ] as const) {
    const execution = { project, startedAt: at, git: { branch: 'trunk' } };
    await upload(to, makeUpload({ execution, results: makeResults(...titles) }));
  }
  await settle(server);
  const first = await call(server, to.apiKey, 'projects.list', { limit: 2 });
  const rest = await call(server, to.apiKey, 'projects.list', { cursor: first.nextCursor ?? '' });
  expect([...first.items, ...rest.items]).toEqual(
    [
      ['api', 1, 0],
      ['shop', 2, 3],
      ['web', 1, 1],
    ].map(([name, executions, tests]) => ({
      id: expect.any(String) as string,
      name,
      createdAt: expect.any(String) as string,
      executions,
      tests,
      lastExecutionAt: at,
      defaultBranch: 'trunk',
      isDefaultBranchChosen: false,
    })),
  );
  expect(rest.nextCursor).toBeNull();
  const found = await call(server, to.apiKey, 'projects.list', { search: 'SHO' });
  expect(only(found.items).name).toBe('shop');
});

it.each(['İstanbul', 'STRASSE ß', 'a%b_c'])(
  'finds the project %s by its own name',
  async (project) => {
    await upload(to, makeUpload({ execution: { project } }));
    await upload(to, makeUpload({ execution: { project: 'other' } }));
    const { items } = await call(server, to.apiKey, 'projects.list', { search: project });
    expect(only(items).name).toBe(project);
  },
);

const WINDOW = { project: 'shop', from: '2026-11-01', to: '2026-12-01' };

/** Uploads one run of the test `pays` from CI, `hour` of the 16th. */
async function sendRun(branch: string, hour: number, status: 'passed' | 'failed'): Promise<void> {
  const execution = {
    project: 'shop',
    startedAt: new Date(Date.UTC(2026, 10, 16, hour)).toISOString(),
    git: { branch, commit: String(hour).padStart(40, 'a') },
    ci: { provider: 'ci', runId: randomUUID() },
  };
  await upload(
    to,
    makeUpload({ execution, results: [makeResult({ titlePath: ['pays'], status })] }),
  );
}

it('keeps a default branch that an admin chose, judges tests by it, and lets it go again', async () => {
  const { token: admin } = await signInAs(server, organizationId, 'admin');
  for (const hour of [0, 1, 2, 3, 4, 5, 6]) await sendRun('main', hour, 'passed');
  for (const hour of [7, 8]) await sendRun('release', hour, 'failed');
  await settle(server);
  // The change comes before the roll-up of this one.
  await sendRun('release', 9, 'failed');
  const stateOfTest = async () =>
    only((await call(server, to.apiKey, 'tests.list', WINDOW)).items).state;
  const branchOfProject = async () => {
    const { items } = await call(server, to.apiKey, 'projects.list', {});
    const { defaultBranch, isDefaultBranchChosen } = only(items);
    return [defaultBranch, isDefaultBranchChosen];
  };
  expect(await stateOfTest()).not.toBe('broken');
  const change = { name: 'shop', defaultBranch: ' release ' };
  for (const _twice of [1, 2]) {
    expect(await call(server, admin, 'projects.edit', change)).toEqual({
      name: 'shop',
      defaultBranch: 'release',
      isDefaultBranchChosen: true,
    });
  }
  expect(await stateOfTest()).toBe('broken');
  await sendRun('main', 10, 'passed');
  await settle(server);
  await rebuild(server);
  expect(await branchOfProject()).toEqual(['release', true]);
  expect(await stateOfTest()).toBe('broken');
  await call(server, admin, 'projects.edit', { name: 'shop', defaultBranch: null });
  expect(await branchOfProject()).toEqual(['main', false]);
  expect(await stateOfTest()).not.toBe('broken');
  const { items } = await call(server, admin, 'auditLog.list', {
    action: 'project.default-branch-changed',
  });
  expect(items.map(({ target, details }) => [target.name, details])).toEqual([
    [
      'shop',
      {
        before: { defaultBranch: 'release', isChosen: true },
        after: { defaultBranch: 'main', isChosen: false },
      },
    ],
    [
      'shop',
      {
        before: { defaultBranch: 'main', isChosen: false },
        after: { defaultBranch: 'release', isChosen: true },
      },
    ],
  ]);
});

it('lets only owners and admins choose a default branch, which has a name', async () => {
  await upload(to, makeUpload());
  const change = { name: 'shop', defaultBranch: 'release' };
  const { token: member } = await signInAs(server, organizationId, 'member');
  for (const token of [member, to.apiKey]) {
    expect(await refusal(server, token, 'projects.edit', change)).toMatchObject({ status: 403 });
  }
  const { token: owner } = await signInAs(server, organizationId, 'owner');
  for (const defaultBranch of ['  ', 'x'.repeat(1_001)]) {
    const refused = await refusal(server, owner, 'projects.edit', { ...change, defaultBranch });
    expect(refused.status).toBe(400);
  }
});
