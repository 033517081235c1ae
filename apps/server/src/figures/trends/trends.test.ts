import type { IngestExecution } from '@svc/contract/executions/ingest';
import type { TrendPoint, Trends } from '@svc/contract/history/trends';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeApp, type TestApp } from '../../../test/app.ts';
import { ask, dataOf, errorOf, makeResult, makeUpload, upload } from '../../../test/make.ts';
import { makeComingPartitions } from '../../db/partitions/partitions.ts';

const NOW = new Date('2026-11-21T12:34:00Z');
const LATER = new Date('2028-06-01T00:00:00Z');

let server: TestApp;
beforeAll(async () => {
  server = await makeApp();
  for (const now of [NOW, LATER]) await makeComingPartitions(server.deps.database, now);
  server.setNow(LATER);
});
afterAll(() => server.close());

/** Executions of one passed result each. */
async function uploadAt(project: string, ...times: string[]): Promise<void> {
  for (const startedAt of times)
    await upload(server, makeUpload({ execution: { project, startedAt } }));
}

const read = async (query: string, from: Pick<TestApp, 'app' | 'apiKey'> = server) =>
  dataOf(await ask(from, { url: `/api/trends?${query}` })) as Trends;

/** Each point's beginning and its number of executions; its end only if it differs from the next beginning. */
const counts = ({ points }: Trends) =>
  points.map(({ from, to, executions }, index) => {
    const isFollowed = points[index + 1]?.from === to;
    return [from, ...(isFollowed ? [] : [to]), executions];
  });

const EMPTY: Omit<TrendPoint, 'from' | 'to'> = {
  executions: 0,
  executionsPassed: 0,
  executionsFailed: 0,
  executionsInterrupted: 0,
  passed: 0,
  failed: 0,
  skipped: 0,
  flaky: 0,
  passRate: null,
  executionAverageMs: null,
  executionP50Ms: null,
};

it('counts the executions that the list finds with the same text and tags', async () => {
  const project = 'searched';
  for (const execution of [
    { startedAt: '2026-11-18T01:00:00Z', name: 'e2e 100%', tags: ['nightly', 'slow'] },
    { startedAt: '2026-11-18T02:00:00Z', git: { branch: 'fix-e2e' }, tags: ['nightly'] },
    { startedAt: '2026-11-18T03:00:00Z', name: 'unit' },
  ]) {
    await upload(server, makeUpload({ execution: { project, ...execution }, results: [] }));
  }
  const window = `project=${project}&from=2026-11-18&to=2026-11-19`;
  for (const [query, count] of [
    ['search=E2E', 2],
    ['search=100%25', 1],
    ['tag=nightly', 2],
    ['tag=nightly&tag=slow', 1],
    ['tag=nightly&search=fix', 1],
    ['search=nothing', 0],
  ] as const) {
    const { points } = await read(`${window}&${query}`);
    expect([query, points.map(({ executions }) => executions)]).toEqual([query, [count]]);
    const url = `/api/executions?${window}&${query}`;
    expect((dataOf(await ask(server, { url })) as { items: unknown[] }).items).toHaveLength(count);
  }
});

it('sums up every bucket of the window, with zeros for empty ones', async () => {
  const project = 'sums';
  const attempts = [
    { status: 'failed' as const, durationMs: 1 },
    { status: 'passed' as const, durationMs: 1 },
  ];
  const executions: [Partial<IngestExecution>, ReturnType<typeof makeResult>[]][] = [
    [
      { startedAt: '2026-11-18T00:00:00Z', durationMs: 1_000 },
      [
        makeResult({ titlePath: ['a'] }),
        makeResult({ titlePath: ['b'], attempts }),
        makeResult({ titlePath: ['c'], status: 'skipped' }),
      ],
    ],
    [
      { startedAt: '2026-11-18T12:00:00Z', durationMs: 2_001, status: 'failed' },
      [
        makeResult({ titlePath: ['a'], status: 'failed' }),
        makeResult({ titlePath: ['b'], status: 'timedOut' }),
      ],
    ],
    [
      { startedAt: '2026-11-18T23:59:59.999Z', durationMs: 1_500, status: 'interrupted' },
      [makeResult({ titlePath: ['a'], status: 'interrupted' })],
    ],
    // Its other shard never arrives, so it is running.
    [
      {
        startedAt: '2026-11-18T13:00:00Z',
        durationMs: 90_000,
        key: 'waits',
        shard: { index: 1, total: 2 },
      },
      [makeResult({ titlePath: ['a'] })],
    ],
  ];
  for (const [execution, results] of executions) {
    await upload(server, makeUpload({ execution: { project, ...execution }, results }));
  }
  await uploadAt(project, '2026-11-16T23:59:59.999Z', '2026-11-20T00:00:00Z');
  expect(await read(`project=${project}&from=2026-11-17&to=2026-11-20`)).toEqual({
    granularity: 'daily',
    timezone: 'UTC',
    source: 'all',
    localProjects: [project],
    points: [
      { from: '2026-11-17T00:00:00.000Z', to: '2026-11-18T00:00:00.000Z', ...EMPTY },
      {
        from: '2026-11-18T00:00:00.000Z',
        to: '2026-11-19T00:00:00.000Z',
        executions: 4,
        executionsPassed: 1,
        executionsFailed: 1,
        executionsInterrupted: 1,
        passed: 3,
        failed: 2,
        skipped: 1,
        flaky: 1,
        passRate: 3 / 5,
        // (1000 + 1500 + 2001) / 3 = 1500.33
        executionAverageMs: 1_500,
        executionP50Ms: 1_500,
      },
      { from: '2026-11-19T00:00:00.000Z', to: '2026-11-20T00:00:00.000Z', ...EMPTY },
    ],
  });
});

it('counts only inside the window, even if its first and last bucket extend beyond it', async () => {
  await uploadAt(
    'edges',
    '2026-11-18T08:00:00Z',
    '2026-11-18T12:00:00Z',
    '2026-11-19T11:59:00Z',
    '2026-11-19T12:00:00Z',
  );
  const window = 'from=2026-11-18T12:00:00Z&to=2026-11-19T12:00:00Z';
  expect(counts(await read(`project=edges&${window}`))).toEqual([
    ['2026-11-18T00:00:00.000Z', 1],
    ['2026-11-19T00:00:00.000Z', '2026-11-20T00:00:00.000Z', 1],
  ]);
});

it('ends with the current bucket, and counts in it what a fast clock dates a little later', async () => {
  server.setNow(NOW);
  await uploadAt('now', '2026-11-21T11:59:59Z', '2026-11-21T12:30:00Z', '2026-11-21T13:05:00Z');
  expect(counts(await read('project=now&from=2026-11-21T11:00Z&granularity=hourly'))).toEqual([
    ['2026-11-21T11:00:00.000Z', 1],
    ['2026-11-21T12:00:00.000Z', '2026-11-21T13:00:00.000Z', 2],
  ]);
  const { points } = await read('project=now');
  expect([points.length, points[0]?.from, points.at(-1)?.from]).toEqual([
    31,
    '2026-10-22T00:00:00.000Z',
    '2026-11-21T00:00:00.000Z',
  ]);
  server.setNow(LATER);
});

it('interprets dates as days of the time zone, and counts the 25 hours of one', async () => {
  await uploadAt(
    'New York',
    '2026-11-01T03:59:59.999Z',
    '2026-11-01T04:00:00Z',
    '2026-11-02T04:30:00Z',
    '2026-11-02T05:00:00Z',
  );
  const window = 'from=2026-11-01&to=2026-11-02&timezone=America/New_York';
  expect(counts(await read(`project=New%20York&${window}`))).toEqual([
    ['2026-11-01T04:00:00.000Z', '2026-11-02T05:00:00.000Z', 2],
  ]);
});

it('distinguishes the two hours that the clock in Berlin calls two', async () => {
  await uploadAt(
    'Berlin',
    '2026-10-25T00:30:00Z',
    '2026-10-25T01:30:00Z',
    '2026-10-25T01:59:59.999Z',
  );
  const window = 'from=2026-10-25T02:00:00%2B02:00&to=2026-10-25T03:00:00%2B01:00';
  expect(
    counts(await read(`project=Berlin&${window}&timezone=Europe/Berlin&granularity=hourly`)),
  ).toEqual([
    ['2026-10-25T00:00:00.000Z', 1],
    ['2026-10-25T01:00:00.000Z', '2026-10-25T02:00:00.000Z', 2],
  ]);
});

it('counts a day of 23.5 hours on Lord Howe Island', async () => {
  await uploadAt(
    'Lord Howe',
    '2026-10-03T13:30:00Z',
    '2026-10-04T12:59:00Z',
    '2026-10-04T13:00:00Z',
  );
  const window = 'from=2026-10-04&to=2026-10-06&timezone=Australia/Lord_Howe';
  expect(counts(await read(`project=Lord%20Howe&${window}`))).toEqual([
    ['2026-10-03T13:30:00.000Z', 2],
    ['2026-10-04T13:00:00.000Z', '2026-10-05T13:00:00.000Z', 1],
  ]);
});

it('counts the leap day in Kolkata', async () => {
  await uploadAt('Kolkata', '2028-02-28T18:30:00Z', '2028-02-29T18:29:00Z', '2028-02-29T18:30:00Z');
  const window = 'from=2028-02-29&to=2028-03-02&timezone=Asia/Kolkata';
  expect(counts(await read(`project=Kolkata&${window}`))).toEqual([
    ['2028-02-28T18:30:00.000Z', 2],
    ['2028-02-29T18:30:00.000Z', '2028-03-01T18:30:00.000Z', 1],
  ]);
});

it('counts the first days of January in the 53rd week of 2026', async () => {
  await uploadAt('W53', '2026-12-27T23:00:00Z', '2027-01-03T22:59:00Z', '2027-01-03T23:00:00Z');
  const window = 'from=2026-12-28&to=2027-01-05&timezone=Europe/Berlin&granularity=weekly';
  expect(counts(await read(`project=W53&${window}`))).toEqual([
    ['2026-12-27T23:00:00.000Z', 2],
    ['2027-01-03T23:00:00.000Z', '2027-01-10T23:00:00.000Z', 1],
  ]);
});

it('counts by months over the end of the year in Samoa', async () => {
  await uploadAt('Apia', '2026-12-31T10:59:00Z', '2026-12-31T11:00:00Z', '2027-02-28T10:59:00Z');
  const window = 'from=2026-12-01&to=2027-03-01&timezone=Pacific/Apia&granularity=monthly';
  expect(counts(await read(`project=Apia&${window}`))).toEqual([
    ['2026-11-30T11:00:00.000Z', 1],
    ['2026-12-31T11:00:00.000Z', 1],
    ['2027-01-31T11:00:00.000Z', '2027-02-28T11:00:00.000Z', 1],
  ]);
});

it('returns up to 1,000 points', async () => {
  const { points } = await read('from=2026-01-01&to=2026-02-11T16:00:00Z&granularity=hourly');
  expect(points).toHaveLength(1_000);
});

it('keeps organizations apart that have a project of one name', async () => {
  const { apiKey } = await server.makeOrganization('Other');
  const execution = { project: 'edges', startedAt: '2026-11-18T12:00:00Z' };
  await upload({ app: server.app, apiKey }, makeUpload({ execution }));
  const query = 'project=edges&from=2026-11-18&to=2026-11-19';
  const [mine, theirs] = [await read(query), await read(query, { app: server.app, apiKey })];
  expect([mine.points[0]?.executions, theirs.points[0]?.executions]).toEqual([2, 1]);
});

const KNOWN =
  'There are project, branch, framework, environment, source, from, to, search, tag, granularity and timezone';
const DATE = 'Expected a date such as 2026-11-21 or a date-time such as 2026-11-21T09:30:00Z';
const ZONE = 'Expected an IANA time zone such as Europe/Berlin';
const GRANULARITY = 'Expected hourly, daily, weekly or monthly';

it.each<[query: string, path: string, message: string]>([
  ['granularty=daily', 'granularty', `Unknown parameter. Did you mean \`granularity\`? ${KNOWN}`],
  ['timeZone=UTC', 'timeZone', `Unknown parameter. Did you mean \`timezone\`? ${KNOWN}`],
  ['limit=5', 'limit', `Unknown parameter. ${KNOWN}`],
  ['granularity=yearly', 'granularity', GRANULARITY],
  ['granularity=Daily', 'granularity', GRANULARITY],
  ['granularity=daily&granularity=weekly', 'granularity', 'Expected one value, received 2'],
  ['timezone=Europe/Atlantis', 'timezone', ZONE],
  ['timezone=%2B02:00', 'timezone', ZONE],
  ['timezone=UTC&timezone=UTC', 'timezone', 'Expected one value, received 2'],
  ['timezone=', 'timezone', 'Is empty'],
  ['from=2026-02-30', 'from', DATE],
  ['from=2026-11-20&to=2026-11-20', 'from', 'Must lie before `to`'],
  ['from=2026-11-20&to=2026-11-19', 'from', 'Must lie before `to`'],
  [
    'from=2026-01-01&to=2026-02-11T16:00:00.001Z&granularity=hourly',
    'granularity',
    'The window from 2026-01-01T00:00:00.000Z to 2026-02-11T16:00:00.001Z has more than 1,000 hours; ' +
      'expected daily, weekly, monthly or a window of at most 1,000 hours',
  ],
])('refuses %s, names the parameter and says what is allowed', async (query, path, message) => {
  const { status, error } = errorOf(await ask(server, { url: `/api/trends?${query}` }));
  expect({ status, code: error.code, details: error.details }).toEqual({
    status: 400,
    code: 'BAD_REQUEST',
    details: [{ path, message }],
  });
});
