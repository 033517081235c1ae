import { FILTER_OPTIONS_MOST, type FilterOptions } from '@svc/contract/filters';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeApp, type TestApp } from '../../../test/app.ts';
import { uploadRow } from '../../../test/history.ts';
import { ask } from '../../../test/make.ts';

let server: TestApp;
beforeAll(async () => {
  server = await makeApp();
  server.setNow(new Date('2026-11-21T12:00:00Z'));
});
afterAll(() => server.close());

async function options(
  input: object = {},
  from: Pick<TestApp, 'app' | 'apiKey'> = server,
): Promise<{ status: number; data: FilterOptions }> {
  const url = `/trpc/filters.options?input=${encodeURIComponent(JSON.stringify(input))}`;
  const { status, text } = await ask(from, { url });
  const { result } = JSON.parse(text) as { result?: { data: FilterOptions } };
  return { status, data: result?.data as FilterOptions };
}

const tests = { a: '.' } as const;

it('names the values of the window, the last used first, with their executions', async () => {
  const project = 'values';
  const facts = { framework: 'vitest', environment: { name: 'ci' }, tags: ['nightly'] };
  await uploadRow(server, {
    project,
    tests,
    branch: 'fix-cart',
    at: '2026-11-20T10:00:00Z',
    execution: { ...facts, framework: 'jest', tags: ['nightly', 'slow'] },
  });
  for (const at of ['2026-11-19T10:00:00Z', '2026-11-21T10:00:00Z']) {
    await uploadRow(server, { project, tests, at, execution: facts });
  }
  // An execution without branch, environment name and tags, before the window.
  await uploadRow(server, { project, tests, at: '2026-11-20T11:00:00Z', execution: { git: {} } });
  await uploadRow(server, { project, tests, at: '2026-09-01T10:00:00Z', branch: 'old' });
  await uploadRow(server, { project: 'another', tests, at: '2026-11-20T10:00:00Z', branch: 'x' });
  expect((await options({ project })).data).toEqual({
    branches: [
      { name: 'main', executions: 2 },
      { name: 'fix-cart', executions: 1 },
    ],
    environments: [{ name: 'ci', executions: 3 }],
    frameworks: [
      { name: 'vitest', executions: 3 },
      { name: 'jest', executions: 1 },
    ],
    tags: [
      { name: 'nightly', executions: 3 },
      { name: 'slow', executions: 1 },
    ],
  });
  const window = { project, from: '2026-08-30', to: '2026-09-02' };
  expect((await options(window)).data.branches).toEqual([{ name: 'old', executions: 1 }]);
});

it('names the values of all projects without a project', async () => {
  const { data } = await options();
  expect(data.branches.map(({ name }) => name)).toEqual(['main', 'fix-cart', 'x']);
});

it('names at most 200 branches, those used last', async () => {
  const project = 'branches';
  for (let number = 0; number <= FILTER_OPTIONS_MOST; number += 1) {
    const at = new Date(Date.parse('2026-11-20T00:00:00Z') + number * 60_000).toISOString();
    await uploadRow(server, { project, tests, branch: `branch-${number}`, at });
  }
  const { branches } = (await options({ project })).data;
  expect(branches.map(({ name }) => name)).toEqual(
    Array.from(
      { length: FILTER_OPTIONS_MOST },
      (_, index) => `branch-${FILTER_OPTIONS_MOST - index}`,
    ),
  );
});

it('names nothing of another organization', async () => {
  const other = await server.makeOrganization('Other');
  const from = { app: server.app, apiKey: other.apiKey };
  const nothing = { branches: [], environments: [], frameworks: [], tags: [] };
  expect((await options({}, from)).data).toEqual(nothing);
  expect((await options({ project: 'values' }, from)).data).toEqual(nothing);
});

it('refuses unknown fields and windows that end before they begin', async () => {
  expect((await options({ brunch: 'main' })).status).toBe(400);
  expect((await options({ from: '2026-11-20', to: '2026-11-19' })).status).toBe(400);
});
