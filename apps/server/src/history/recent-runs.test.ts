import { testId } from '@svc/contract/zod-free/test-identity';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeApp, type TestApp } from '../../test/app.ts';
import { makeResult, makeUpload, upload } from '../../test/make.ts';
import { createScope } from '../db/scope.ts';
import { readRecentRuns } from './recent-runs.queries.ts';
import { findWeekSpan } from './week-span.queries.ts';

let server: TestApp;
beforeAll(async () => {
  server = await makeApp();
  server.setNow(new Date('2026-11-21T12:00:00Z'));
});
afterAll(() => server.close());

const FILTER = { from: new Date('2026-11-01'), to: new Date('2026-12-01') };
const FAILED_THEN_PASSED = [
  { status: 'failed', durationMs: 2 },
  { status: 'passed', durationMs: 2 },
] as const;
const flaky = () => makeResult({ attempts: [...FAILED_THEN_PASSED] });
const ended = (status: ReturnType<typeof makeResult>['status']) => makeResult({ status });
const idIn = (project: string) =>
  testId({ project, file: 'src/cart.test.ts', titlePath: ['cart', 'adds up'] });

it.each([
  ['passed', [ended('skipped'), ended('passed')]],
  ['flaky', [ended('passed'), flaky()]],
  ['interrupted', [flaky(), ended('interrupted')]],
  ['timedOut', [ended('interrupted'), ended('timedOut')]],
  ['failed', [ended('timedOut'), ended('failed'), ended('passed')]],
  ['skipped', [ended('skipped')]],
] as const)('calls a run %s by the worst of its results', async (outcome, results) => {
  await upload(server, makeUpload({ execution: { project: outcome }, results: [...results] }));
  expect((await runsIn(outcome)).map((run) => run.outcome)).toEqual([outcome]);
});

it('returns the newest matching runs, oldest first, and no entry for a test that did not run', async () => {
  const executionIds: string[] = [];
  for (const [day, branch] of [
    ['20', 'main'],
    ['18', 'main'],
    ['19', 'other'],
    ['17', 'main'],
  ] as const) {
    const startedAt = `2026-11-${day}T09:00:00.000Z`;
    const execution = { project: 'order', startedAt, git: { branch, commit: `C0FFEE${day}` } };
    executionIds.push((await upload(server, makeUpload({ execution }))).executionId);
  }
  expect(await runsIn('order', { branch: 'main' }, 2)).toEqual([
    {
      outcome: 'passed',
      executionId: executionIds[1],
      commit: 'c0ffee18',
      at: '2026-11-18T09:00:00.000Z',
    },
    {
      outcome: 'passed',
      executionId: executionIds[0],
      commit: 'c0ffee20',
      at: '2026-11-20T09:00:00.000Z',
    },
  ]);
  expect(await runsIn('order', { branch: 'other', to: new Date('2026-11-19') })).toEqual([]);
});

it('returns nothing of another organization', async () => {
  const { organizationId } = await server.makeOrganization('Other');
  const other = createScope(server.deps.database, organizationId);
  const weeks = await findWeekSpan(server.scope, FILTER);
  if (weeks === null) throw new Error('no execution fits');
  const question = { filter: FILTER, weeks, testIds: [idIn('order')], limit: 5 };
  expect(await readRecentRuns(server.scope, question)).toHaveLength(1);
  expect(await readRecentRuns(other, question)).toHaveLength(0);
});

async function runsIn(project: string, more: object = {}, limit = 20) {
  const filter = { ...FILTER, project, ...more };
  const weeks = await findWeekSpan(server.scope, FILTER);
  if (weeks === null) throw new Error('no execution fits');
  const testIds = [idIn(project), idIn('nowhere')];
  const runs = await readRecentRuns(server.scope, {
    filter,
    weeks,
    testIds,
    limit,
  });
  return runs.get(idIn(project)) ?? [];
}
