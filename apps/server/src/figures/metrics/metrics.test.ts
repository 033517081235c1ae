import type { IngestAttempt, IngestExecution, IngestResult } from '@svc/contract/executions/ingest';
import type { Metrics } from '@svc/contract/history/metrics';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeApp, type TestApp } from '../../../test/app.ts';
import { ask, dataOf, errorOf, makeResult, makeUpload, upload } from '../../../test/make.ts';
import { makeComingPartitions } from '../../db/partitions/partitions.ts';

const NOW = new Date('2026-11-21T12:00:00Z');

let server: TestApp;
beforeAll(async () => {
  server = await makeApp();
  server.setNow(NOW);
  await makeComingPartitions(server.deps.database, NOW);
  for (const [execution, results] of UPLOADS)
    await upload(server, makeUpload({ execution, results }));
  const other = { project: 'other', startedAt: '2026-10-20T00:00:00Z', durationMs: 1 };
  await upload(server, makeUpload({ execution: other }));
});
afterAll(() => server.close());

function result(
  title: string,
  status: IngestResult['status'],
  attempts: [IngestAttempt['status'], number][],
): IngestResult {
  return makeResult({
    titlePath: [title],
    status,
    durationMs: attempts.reduce((sum, [, durationMs]) => sum + durationMs, 0),
    attempts: attempts.map(([attemptStatus, durationMs]) => ({
      status: attemptStatus,
      durationMs,
    })),
  });
}

const passed = (title: string, durationMs: number) =>
  result(title, 'passed', [['passed', durationMs]]);
const failed = (title: string, durationMs: number) =>
  result(title, 'failed', [['failed', durationMs]]);

const UPLOADS: [Partial<IngestExecution>, IngestResult[]][] = [
  [{ startedAt: '2026-11-11T00:00:00.000Z', durationMs: 6_001 }, [passed('a', 3)]],
  [
    { startedAt: '2026-11-12T10:00:00Z', durationMs: 1_000, git: { branch: 'main' } },
    [
      passed('a', 10),
      result('b', 'passed', [
        ['failed', 500],
        ['passed', 7],
      ]),
      result('c', 'skipped', []),
    ],
  ],
  [
    { startedAt: '2026-11-13T10:00:00Z', durationMs: 3_000, status: 'failed', framework: 'jest' },
    [failed('a', 20), result('b', 'timedOut', [['timedOut', 30]]), passed('c', 8)],
  ],
  [
    {
      startedAt: '2026-11-14T10:00:00Z',
      durationMs: 2_000,
      status: 'interrupted',
      environment: { name: 'staging' },
    },
    [passed('a', 12), result('b', 'interrupted', [['interrupted', 99]])],
  ],
  [
    // Its other shard never arrives, so it is running.
    {
      startedAt: '2026-11-15T10:00:00Z',
      durationMs: 60_000,
      status: 'failed',
      key: 'waits',
      shard: { index: 1, total: 2 },
    },
    [failed('a', 40)],
  ],
  [{ startedAt: '2026-11-21T00:00:00Z', durationMs: 1 }, [passed('after', 1)]],
  [{ startedAt: '2026-11-10T23:59:59.999Z', durationMs: 700, status: 'failed' }, [failed('a', 2)]],
  [{ startedAt: '2026-11-01T00:00:00Z', durationMs: 500 }, [passed('a', 1)]],
  [{ startedAt: '2026-10-31T23:59:59.999Z', durationMs: 1 }, [passed('before', 1)]],
];

const WINDOW = 'from=2026-11-11&to=2026-11-21';

const read = async (query: string, from: Pick<TestApp, 'app' | 'apiKey'> = server) =>
  dataOf(await ask(from, { url: `/api/metrics?${query}` })) as Metrics;

it('returns the figures of the window, and of the one before', async () => {
  expect(await read(WINDOW)).toEqual({
    period: { from: '2026-11-11T00:00:00.000Z', to: '2026-11-21T00:00:00.000Z' },
    source: 'all',
    localProjects: ['shop'],
    executions: { total: 5, passed: 2, failed: 1, interrupted: 1, passRate: 2 / 3 },
    results: {
      total: 10,
      passed: 5,
      failed: 3,
      skipped: 1,
      flaky: 1,
      passRate: 5 / 8,
      flakyRate: 1 / 8,
    },
    failures: { executions: 1, results: 3, distinctTests: 2 },
    duration: {
      // (1000 + 2000 + 3000 + 6001) / 4 = 3000.25
      executionAverageMs: 3_000,
      executionP50Ms: 2_500,
      // 3000 + 0.85 × 3001 = 5550.85
      executionP95Ms: 5_551,
      // (3 + 10 + 7 + 20 + 30 + 8 + 12 + 40) / 8 = 16.25
      resultAverageMs: 16,
      totalMs: 12_001,
    },
    previous: {
      period: { from: '2026-11-01T00:00:00.000Z', to: '2026-11-11T00:00:00.000Z' },
      executions: { total: 2, passed: 1, failed: 1, interrupted: 0, passRate: 1 / 2 },
      results: {
        total: 2,
        passed: 1,
        failed: 1,
        skipped: 0,
        flaky: 0,
        passRate: 1 / 2,
        flakyRate: 0,
      },
      failures: { executions: 1, results: 1, distinctTests: 1 },
      duration: {
        executionAverageMs: 600,
        executionP50Ms: 600,
        // 500 + 0.95 × 200
        executionP95Ms: 690,
        // 3 / 2, rounded up
        resultAverageMs: 2,
        totalMs: 1_200,
      },
    },
  });
});

it('returns the last 30 days and the 30 before them, and counts executions that a fast clock dates a little later', async () => {
  const { apiKey } = await server.makeOrganization('Fast clocks');
  const execution = { startedAt: '2026-11-21T12:05:00Z', durationMs: 1 };
  await upload({ app: server.app, apiKey }, makeUpload({ execution }));
  const { period, executions, previous } = await read('', { app: server.app, apiKey });
  expect({ period, total: executions.total, before: previous.period }).toEqual({
    period: { from: '2026-10-22T12:00:00.000Z', to: '2026-11-21T12:00:00.000Z' },
    total: 1,
    before: { from: '2026-09-22T12:00:00.000Z', to: '2026-10-22T12:00:00.000Z' },
  });
});

it('returns no rate and no duration without executions', async () => {
  const figures = {
    executions: { total: 0, passed: 0, failed: 0, interrupted: 0, passRate: null },
    results: {
      total: 0,
      passed: 0,
      failed: 0,
      skipped: 0,
      flaky: 0,
      passRate: null,
      flakyRate: null,
    },
    failures: { executions: 0, results: 0, distinctTests: 0 },
    duration: {
      executionAverageMs: null,
      executionP50Ms: null,
      executionP95Ms: null,
      resultAverageMs: null,
      totalMs: 0,
    },
  };
  expect(await read('project=nobody&from=2026-11-20&to=2026-11-21')).toEqual({
    period: { from: '2026-11-20T00:00:00.000Z', to: '2026-11-21T00:00:00.000Z' },
    source: 'all',
    localProjects: [],
    ...figures,
    previous: {
      period: { from: '2026-11-19T00:00:00.000Z', to: '2026-11-20T00:00:00.000Z' },
      ...figures,
    },
  });
});

it.each<[string, { executions: number; results: number; distinctTests: number }]>([
  ['project=shop', { executions: 5, results: 10, distinctTests: 2 }],
  ['project=other', { executions: 0, results: 0, distinctTests: 0 }],
  ['branch=main', { executions: 1, results: 3, distinctTests: 0 }],
  ['framework=jest', { executions: 1, results: 3, distinctTests: 2 }],
  ['environment=staging', { executions: 1, results: 2, distinctTests: 0 }],
])('counts by the filter %s alone', async (filter, counts) => {
  const { executions, results, failures } = await read(`${WINDOW}&${filter}`);
  expect({
    executions: executions.total,
    results: results.total,
    distinctTests: failures.distinctTests,
  }).toEqual(counts);
});

it('keeps organizations apart that have a project of one name', async () => {
  const { apiKey } = await server.makeOrganization('Other');
  const execution = { startedAt: '2026-11-12T00:00:00Z', durationMs: 5, status: 'failed' as const };
  const results = [failed('mine', 1)];
  const before = await read(`${WINDOW}&project=shop`);
  await upload({ app: server.app, apiKey }, makeUpload({ execution, results }));
  const { executions, failures } = await read(`${WINDOW}&project=shop`, {
    app: server.app,
    apiKey,
  });
  expect({ total: executions.total, failures }).toEqual({
    total: 1,
    failures: { executions: 1, results: 1, distinctTests: 1 },
  });
  expect(await read(`${WINDOW}&project=shop`)).toEqual(before);
});

it('answers for the first and the last year that a client may send', async () => {
  for (const window of ['from=0001-01-01&to=0001-03-01', 'from=9999-11-01&to=9999-12-31']) {
    const { executions, previous } = await read(window);
    expect([executions.total, previous.executions.total]).toEqual([0, 0]);
  }
});

const KNOWN = 'There are project, branch, framework, environment, source, from and to';
const DATE = 'Expected a date such as 2026-11-21 or a date-time such as 2026-11-21T09:30:00Z';

it.each<[query: string, path: string, message: string]>([
  ['projekt=shop', 'projekt', `Unknown parameter. Did you mean \`project\`? ${KNOWN}`],
  ['timezone=UTC', 'timezone', `Unknown parameter. ${KNOWN}`],
  ['constructor=x', 'constructor', `Unknown parameter. ${KNOWN}`],
  ['branch=', 'branch', 'Is empty'],
  ['from=2026-02-30', 'from', DATE],
  ['to=2027-02-29', 'to', DATE],
  ['from=last%20week', 'from', DATE],
  ['from=2026-11-21&to=2026-11-21', 'from', 'Must lie before `to`'],
  ['from=2026-11-21&to=2026-11-20', 'from', 'Must lie before `to`'],
  ['from=2026-11-23', 'from', 'Must lie before `to`, by default now'],
  ['project=shop&project=other', 'project', 'Expected one value, received 2'],
  ['from=2026-11-01&from=2026-11-02', 'from', 'Expected one value, received 2'],
])('refuses %s, names the parameter and says what is allowed', async (query, path, message) => {
  const { status, error } = errorOf(await ask(server, { url: `/api/metrics?${query}` }));
  expect({ status, code: error.code, details: error.details }).toEqual({
    status: 400,
    code: 'BAD_REQUEST',
    details: [{ path, message }],
  });
});
