import { randomUUID } from 'node:crypto';
import type { Attention } from '@svc/contract/history/attention';
import type { Metrics } from '@svc/contract/history/metrics';
import type { Trends } from '@svc/contract/history/trends';
import type { UsedSource } from '@svc/contract/filters';
import type { SourcedPage } from '@svc/contract/pages';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { makeApp, type TestApp } from '../app.ts';
import { timeBefore } from '../clock.ts';
import { uploadRow, type HistoryRow } from '../history.ts';
import { ask, dataOf, settle } from '../make.ts';
import { call } from '../procedures.ts';

let server: TestApp;
beforeAll(async () => {
  server = await makeApp();
});
afterAll(() => server.close());

let from: Pick<TestApp, 'app' | 'apiKey'>;
beforeEach(async () => {
  const { apiKey } = await server.makeOrganization(randomUUID());
  from = { app: server.app, apiKey };
});

const CI = { ci: { provider: 'github', runId: '1' } };

function run(project: string, hoursAgo: number, facts: Partial<HistoryRow> = {}) {
  const commit = hoursAgo.toString().padStart(40, 'c');
  return uploadRow(from, {
    project,
    at: timeBefore(hoursAgo),
    commit,
    tests: { a: 'f' },
    ...facts,
  });
}

const get = async <Value>(path: string): Promise<Value> =>
  dataOf(await ask(from, { url: `/api/${path}` })) as Value;

/** What every box of the overview, and every list beside it, says of the executions it counted. */
async function boxes(query = '') {
  await settle(server);
  const asked = query === '' ? '' : `&${query}`;
  const executions = await get<SourcedPage<{ project: string }>>(
    `executions?source=default${asked}`,
  );
  const metrics = await get<Metrics>(`metrics?${query}`);
  const trends = await get<Trends>(`trends?${query}`);
  const failures = await get<SourcedPage<{ count: number }>>(`failures?${query}`);
  const tests = await get<SourcedPage<{ project: string }>>(`tests?${query}`);
  const flaky = await get<UsedSource>(`flaky-tests?${query}`);
  const attention = await get<Attention>('attention');
  const overview = await call(server, from.apiKey, 'overview.get', {});
  return {
    says: [executions, metrics, trends, failures, tests, flaky, attention, overview.metrics].map(
      ({ source, localProjects }) => [source, ...localProjects].join(' '),
    ),
    executions: executions.items.map(({ project }) => project),
    counted: [
      metrics.executions.total,
      trends.points.reduce((sum, point) => sum + point.executions, 0),
      failures.items.reduce((sum, { count }) => sum + count, 0),
    ],
    tests: tests.items.map(({ project }) => project).toSorted(),
    attention: attention.items.map(({ project }) => project).toSorted(),
    branches: overview.branches.map(({ project, execution }) => [project, execution.number]),
  };
}

it('counts local executions of a project that has none from CI beside one that has some', async () => {
  await run('shop', 5, { execution: CI });
  await run('shop', 4, { execution: CI });
  // Of a project with CI, so no box counts it.
  await run('shop', 1);
  await run('cart', 3);
  await run('cart', 2);
  expect(await boxes()).toEqual({
    says: Array.from({ length: 8 }, () => 'ci cart'),
    executions: ['cart', 'cart', 'shop', 'shop'],
    counted: [4, 4, 4],
    tests: ['cart', 'shop'],
    attention: ['cart', 'shop'],
    branches: [
      ['cart', 2],
      ['shop', 2],
    ],
  });
  await run('cart', 1, { execution: CI, tests: { a: '.' } });
  expect(await boxes()).toMatchObject({
    says: Array.from({ length: 8 }, () => 'ci'),
    executions: ['cart', 'shop', 'shop'],
    counted: [3, 3, 2],
    attention: ['shop'],
    branches: [
      ['cart', 3],
      ['shop', 2],
    ],
  });
});

it('shows the first local execution in every box, and says that it is local', async () => {
  await run('cart', 1, { execution: { git: { branch: 'main', dirty: true } } });
  expect(await boxes()).toMatchObject({
    says: Array.from({ length: 8 }, () => 'all cart'),
    executions: ['cart'],
    counted: [1, 1, 1],
    tests: ['cart'],
    // Changes that are not committed say nothing of the branch.
    attention: [],
    branches: [['cart', 1]],
  });
});

it('does not return to local executions where CI was silent for the window', async () => {
  await run('shop', 24 * 20, { execution: CI });
  await run('shop', 2);
  const recent = await boxes(`from=${timeBefore(24 * 15)}`);
  expect(recent).toMatchObject({ executions: [], counted: [0, 0, 0], tests: [], attention: [] });
  expect(await boxes()).toMatchObject({ executions: ['shop'], counted: [1, 1, 1], attention: [] });
});

it('names only projects with an execution in the window, by name and at most 20', async () => {
  await run('old', 24 * 40);
  for (let index = 30; index > 9; index -= 1) await run(`p${index}`, index);
  const { localProjects } = await get<Metrics>('metrics');
  expect(localProjects).toEqual(Array.from({ length: 20 }, (_, index) => `p${index + 10}`));
  expect((await get<Metrics>('metrics?source=all')).localProjects).toEqual([]);
});
