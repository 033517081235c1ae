import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { makeApp, type TestApp } from '../../../test/app.ts';
import { makeResults, makeUpload, settle, upload } from '../../../test/make.ts';
import { call } from '../../../test/procedures.ts';
import { only } from '../../../test/storages/artifacts.ts';

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
