import { utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { executionPage } from '@svc/contract/executions/executions';
import { clock } from '@svc/reporter-core/clock';
import { beforeAll, expect, it } from 'vitest';
import { emptyFolder } from '../../../../test/run-svc.ts';
import { joinShopServer, type ShopServer } from '../../../../test/shop-server.ts';

let server: ShopServer;
beforeAll(async () => {
  server = await joinShopServer();
});

const cases = (count: number, attributes = 'time="1"') =>
  Array.from(
    { length: count },
    (_, index) => `<testcase classname="com.example.ATest" name="a${index}" ${attributes}/>`,
  ).join('\n');
const timed = (count: number, at = '2026-11-20T10:00:00Z') =>
  `<testsuite name="timed" timestamp="${at}" time="2">${cases(count)}</testsuite>`;
const untimed = (count: number) => `<testsuite name="untimed">${cases(count)}</testsuite>`;

// Enough tests for two requests.
const MANY = 33_000;
const LATE = '2026-11-20T10:00:03Z';

it.each([
  ['with and without times', { 'a.xml': timed(2), 'b.xml': untimed(1) }, 2_000],
  ['without times and a later one with times', { 'a.xml': untimed(1), 'b.xml': timed(2) }, 2_000],
  ['without times that took longer', { 'a.xml': timed(2), 'b.xml': untimed(9) }, 9_000],
  ['in two requests', { 'a.xml': timed(MANY), 'b.xml': timed(1, LATE) }, 5_000],
  [
    'in two requests, the first without times',
    { 'a.xml': untimed(MANY).replaceAll(' time="1"', ''), 'b.xml': timed(1) },
    2_000,
  ],
  [
    'with times of the tests only',
    {
      'a.xml': `<testsuite>${cases(1, 'timestamp="2026-11-20T10:00:00Z"')}${cases(1, 'timestamp="2026-11-20T10:00:01Z" time="0.5"')}</testsuite>`,
    },
    1_500,
  ],
  [
    'in CTRF, with times of the tests only',
    {
      'a.json': ctrf([
        { start: Date.UTC(2026, 10, 20, 10, 0, 0), duration: 500 },
        { start: Date.UTC(2026, 10, 20, 10, 0, 2), duration: 700 },
      ]),
    },
    2_700,
  ],
])(
  'starts and ends when the reports say: reports %s',
  async (_, files: Record<string, string>, durationMs) => {
    expect(await sentTimes(files)).toEqual({
      startedAt: '2026-11-20T10:00:00.000Z',
      finishedAt: new Date(Date.UTC(2026, 10, 20, 10) + durationMs).toISOString(),
      durationMs,
    });
  },
  120_000,
);

it('ends when the last report was written, where none states a time', async () => {
  const files = { 'a.xml': untimed(2), 'b.xml': untimed(3) };
  expect(await sentTimes(files, new Date('2026-11-21T09:00:00Z'))).toEqual({
    startedAt: '2026-11-21T08:59:55.000Z',
    finishedAt: '2026-11-21T09:00:00.000Z',
    durationMs: 5_000,
  });
});

function ctrf(tests: object[]): string {
  const all = tests.map((test, index) => ({ name: `t${index}`, status: 'passed', ...test }));
  const summary = { tests: all.length, passed: all.length, failed: 0 };
  return JSON.stringify({ results: { tool: { name: 'any' }, summary, tests: all } });
}

let count = 0;

/** Uploads these files in one command, and reads the execution's times back. */
async function sentTimes(files: Record<string, string>, writtenAt = clock.now()) {
  const directory = await emptyFolder();
  for (const [name, content] of Object.entries(files)) {
    await writeFile(join(directory, name), content);
    await utimes(join(directory, name), writtenAt, writtenAt);
  }
  count++;
  const project = `times-${count}`;
  await server.svc(['upload', '.', '--project', project], { directory });
  const window = 'from=2026-11-01&to=2026-12-01';
  const { items } = executionPage.parse(
    await server.data(`executions?project=${project}&${window}`),
  );
  expect(items).toHaveLength(1);
  const { startedAt, finishedAt, durationMs } = items[0] ?? {};
  return { startedAt, finishedAt, durationMs };
}
