import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeApp, type TestApp } from '../../test/app.ts';
import { uploadRow } from '../../test/history.ts';
import { settle } from '../../test/make.ts';
import { call, refusal } from '../../test/procedures.ts';

let server: TestApp;
beforeAll(async () => {
  server = await makeApp();
  // Near midnight, so that the time zone decides to which day an execution belongs.
  for (let day = 10; day < 17; day++) {
    await uploadRow(server, {
      tests: { a: day % 2 === 0 ? 'r' : '.', b: 'f' },
      at: `2026-11-${day}T23:30:00Z`,
      commit: String(day).repeat(20),
    });
  }
  await settle(server);
});
afterAll(() => server.close());

const QUERY = { project: 'shop', from: '2026-11-12', to: '2026-11-17', timezone: 'Europe/Berlin' };

it('answers what the procedures of its parts answer for the same window', async () => {
  const { metrics, trends, previousAveragesMs, flaky, branches } = await call(
    server,
    server.apiKey,
    'overview.get',
    QUERY,
  );
  const { timezone, ...filters } = QUERY;
  // Midnight in Berlin.
  const window = { ...filters, from: '2026-11-11T23:00:00.000Z', to: '2026-11-16T23:00:00.000Z' };
  expect(metrics).toEqual(await call(server, server.apiKey, 'metrics.get', window));
  expect(metrics.executions.total).toBe(5);
  expect(trends).toEqual(await call(server, server.apiKey, 'trends.get', { ...filters, timezone }));
  expect(trends.points.map(({ executions }) => executions)).toEqual([1, 1, 1, 1, 1]);
  const before = await call(server, server.apiKey, 'trends.get', {
    ...filters,
    timezone,
    from: '2026-11-07',
    to: '2026-11-12',
  });
  expect(previousAveragesMs).toEqual(
    before.points.map(({ executionAverageMs }) => executionAverageMs),
  );
  expect(previousAveragesMs).toEqual([null, null, null, null, expect.any(Number)]);
  const { items } = await call(server, server.apiKey, 'flakyTests.list', {
    ...window,
    sort: 'impact',
    limit: 5,
  });
  expect(flaky).toEqual(items);
  expect(flaky.map(({ title }) => title)).toEqual(['a']);
  expect({ items: branches, source: 'all', localProjects: ['shop'] }).toEqual(
    await call(server, server.apiKey, 'executions.branches', window),
  );
});

it('reads the last 30 days by default', async () => {
  server.setNow(new Date('2026-11-20T12:00:00Z'));
  const { metrics, trends, previousAveragesMs } = await call(
    server,
    server.apiKey,
    'overview.get',
    {},
  );
  server.setNow(null);
  expect(metrics.period).toEqual({
    from: '2026-10-21T12:00:00.000Z',
    to: '2026-11-20T12:00:00.000Z',
  });
  expect(trends.points).toHaveLength(31);
  expect(previousAveragesMs).toHaveLength(31);
});

it('has as many days before as in the longest window', async () => {
  const query = { from: '2025-10-17T12:00:00Z', to: '2026-11-21T12:00:00Z' };
  const { trends, previousAveragesMs } = await call(server, server.apiKey, 'overview.get', query);
  expect(trends.points).toHaveLength(401);
  expect(previousAveragesMs).toHaveLength(401);
});

it('reports invalid input as its parts do', async () => {
  expect(
    await refusal(server, server.apiKey, 'overview.get', { from: '2026-11-12', to: '2026-11-12' }),
  ).toMatchObject({
    status: 400,
    message: 'from: Must lie before `to`.',
  });
  expect(await refusal(server, server.apiKey, 'overview.get', { timezone: 'Mars' })).toMatchObject({
    status: 400,
    message: 'timezone: Expected an IANA time zone such as Europe/Berlin',
  });
});
