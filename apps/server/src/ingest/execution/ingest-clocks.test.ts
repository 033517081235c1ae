import type { IngestAnswer, IngestBody, IngestExecution } from '@svc/contract/executions/ingest';
import type { FailureGroup } from '@svc/contract/history/failures';
import type { SourcedPage } from '@svc/contract/pages';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { testClock } from '../../../test/clock.ts';
import { makeRun } from '../../../test/history.ts';
import { ask, dataOf, makeResult, makeUpload, readExecution, upload } from '../../../test/make.ts';
import { type AttendingApp, makeAttendingApp } from '../../../test/scenes/attending.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const FAR = Date.UTC(2099, 5, 1);

let server: AttendingApp;
/** When the tests of this file begin. */
let start: number;
beforeAll(async () => {
  server = await makeAttendingApp();
  start = testClock.now().getTime();
  return () => server.close();
});
beforeEach(() => server.startProject());

const iso = (ms: number) => new Date(ms).toISOString();

interface Part {
  /** Minutes after `start`. */
  from: number;
  to: number;
  receivedAt?: number;
  /** How far its clock is ahead, in ms. */
  ahead?: number;
  runId?: string;
  request?: number;
  execution?: Partial<IngestExecution>;
  results?: IngestBody['results'];
}

/** Uploads a part that ran in these minutes, by its own clock; by default received at its end. */
function send({ from, to, receivedAt = to, ahead = 0, runId, request = 1, ...rest }: Part) {
  server.setNow(new Date(start + receivedAt * MINUTE));
  const body = makeUpload({
    ...(runId !== undefined && { runId, idempotencyKey: `${server.project} ${runId}/${request}` }),
    execution: {
      project: server.project,
      key: 'run',
      startedAt: iso(start + from * MINUTE + ahead),
      durationMs: (to - from) * MINUTE,
      ...rest.execution,
    },
    results: rest.results ?? [makeResult({ titlePath: [`from ${from} to ${to} ${runId}`] })],
  });
  return upload(server, body);
}

/** The times of an execution, in minutes after `start`. */
async function minutesOf(answer: IngestAnswer) {
  const { startedAt, durationMs } = await readExecution(server, answer);
  const from = (Date.parse(startedAt) - start) / MINUTE;
  return { from, to: from + durationMs / MINUTE };
}

/** An execution's times after all of these parts. */
async function timesOf(...parts: Part[]) {
  const answers = [];
  for (const part of parts) answers.push(await send(part));
  return minutesOf(answers.at(-1) as IngestAnswer);
}

const shard = (index: number, total = 3) => ({ execution: { shard: { index, total } } });

it.each<[string, number, string]>([
  ['two hours', 2 * HOUR, 'by 119 minutes or more'],
  ['thirty hours', 30 * HOUR, 'by 29 hours or more'],
  ['three days', 72 * HOUR, 'by 2 days or more'],
  ['a wrong century', FAR - Date.UTC(2026, 0, 1), 'days or more'],
])('moves a start that is ahead by %s to the receipt, and warns', async (_, ahead, text) => {
  const answer = await send({ from: 0, to: 1, ahead: Math.min(ahead, FAR - start) });
  expect(await minutesOf(answer)).toEqual({ from: 0, to: 1 });
  expect(answer.warnings).toEqual([
    { code: 'CLOCK_AHEAD', message: expect.stringContaining(text) as string },
  ]);
});

it.each([5, 900, 30 * SECOND, MINUTE])('moves a start ahead by %i ms silently', async (ahead) => {
  const answer = await send({ from: 0, to: 0.01, ahead: ahead + 0.01 * MINUTE });
  expect(await minutesOf(answer)).toEqual({ from: 0, to: 0.01 });
  expect(answer.warnings).toBeUndefined();
});

it('leaves a start that is possible', async () => {
  const answer = await send({ from: 0, to: 10, receivedAt: 3 });
  expect(await minutesOf(answer)).toEqual({ from: 0, to: 10 });
  expect(answer.warnings).toBeUndefined();
});

it('warns beside other warnings', async () => {
  const results = [makeResult()];
  await send({ from: 0, to: 1, runId: 'a', results });
  const answer = await send({ from: 0, to: 1, runId: 'b', ahead: HOUR, results });
  expect(answer.warnings?.map(({ code }) => code)).toEqual(['CLOCK_AHEAD', 'PARTS_LOOK_ALIKE']);
});

it('counts a part ahead that is sent again as duplicates, with the same times', async () => {
  const results = [makeResult({ startedAt: iso(start + 2 * HOUR) })];
  const part = { from: 0, to: 1, ahead: 2 * HOUR, runId: 'a', results };
  const first = await send(part);
  const again = await send({ ...part, request: 2, receivedAt: 30 });
  // Requests of one part have numbers; the first number repeats.
  expect(again.executionId).toBe(first.executionId);
  const repeated = await send({ ...part, receivedAt: 40 });
  expect(repeated).toEqual(first);
});

it('keeps the times of a part ahead whose content is uploaded again later', async () => {
  const results = [makeResult({ startedAt: iso(start + 2 * HOUR) })];
  const part = { from: 0, to: 1, ahead: 2 * HOUR, results };
  await send(part);
  const again = await send({ ...part, receivedAt: 50 });
  expect(again.accepted).toEqual({ results: 0, duplicates: 1 });
  expect(await minutesOf(again)).toEqual({ from: 0, to: 1 });
});

it('follows a running part whose clock is ahead', async () => {
  const running = { runId: 'a', ahead: 2 * HOUR, from: 0 };
  const open = { execution: { status: 'running' as const } };
  await send({ ...running, to: 1, request: 1, ...open });
  await send({ ...running, to: 5, request: 2, ...open });
  const last = await send({ ...running, to: 8, request: 3 });
  expect(await minutesOf(last)).toEqual({ from: 0, to: 8 });
  expect(last.status).toBe('passed');
});

const commit = (hour: number) => ({ git: { branch: 'main', commit: `${hour}`.padStart(40, 'a') } });

it('does not hide what comes after a run whose clock is ahead', async () => {
  const run = (hour: number, letter: '.' | 'f', ahead: number) =>
    send({
      from: hour,
      to: hour + 0.5,
      ahead,
      execution: { key: `run ${hour}`, ...commit(hour) },
      results: [makeRun('a', letter), makeRun('b', '.')],
    });
  await run(0, '.', 0);
  const ahead = await run(1, '.', 2 * HOUR);
  await run(2, 'f', 0);
  const red = await run(3, 'f', 0);
  const head = await send({
    from: 4,
    to: 4.5,
    execution: { key: 'pr', git: { branch: 'pr', commit: '4'.padStart(40, 'a') } },
    results: [makeRun('a', 'f'), makeRun('b', '.')],
  });
  expect(await server.items()).toMatchObject([{ kind: 'failing', branch: 'main' }]);
  const query = `project=${encodeURIComponent(server.project)}&base=branch:main&head=${head.executionId}`;
  expect(dataOf(await ask(server, { url: `/api/compare?${query}` }))).toMatchObject({
    base: { id: red.executionId },
    summary: { regressions: 0, stillFailing: 1 },
  });
  const url = `/api/failures?project=${encodeURIComponent(server.project)}&source=all`;
  const { items } = dataOf(await ask(server, { url })) as SourcedPage<FailureGroup>;
  expect(items).toMatchObject([{ phase: 'new' }]);
  expect((await readExecution(server, ahead)).startedAt < iso(start + 2 * MINUTE)).toBe(true);
});

it.each<[string, Part[], { from: number; to: number }]>([
  [
    'a second shard behind',
    [
      { from: 0, to: 10, ...shard(1) },
      { from: 2, to: 11, ahead: -2 * HOUR, ...shard(2) },
    ],
    { from: 0, to: 11 },
  ],
  [
    'the first shard behind',
    [
      { from: 0, to: 10, ahead: -2 * HOUR, ...shard(1) },
      { from: 2, to: 11, ...shard(2) },
    ],
    { from: 0, to: 11 },
  ],
  [
    'the first two shards behind',
    [
      { from: 0, to: 10, ahead: -2 * HOUR, ...shard(1) },
      { from: 1, to: 11, ahead: -2 * HOUR, ...shard(2) },
      { from: 2, to: 12, ...shard(3) },
    ],
    { from: 0, to: 12 },
  ],
  [
    'a shard between two others behind by a day',
    [
      { from: 0, to: 10, ...shard(1) },
      { from: 2, to: 11, ahead: -24 * HOUR, ...shard(2) },
      { from: 2, to: 12, ...shard(3) },
    ],
    { from: 0, to: 12 },
  ],
  [
    'a leg behind that began right after the other ended',
    [
      { from: 0, to: 10, execution: { leg: 'a' } },
      { from: 10.5, to: 20, ahead: -HOUR, execution: { leg: 'b' } },
    ],
    { from: 0, to: 20 },
  ],
  [
    'a running leg behind, beside another that runs',
    [
      { from: 0, to: 1, runId: 'a', execution: { leg: 'a', status: 'running' } },
      { from: 0.5, to: 1.5, ahead: -HOUR, runId: 'b', execution: { leg: 'b', status: 'running' } },
      { from: 0, to: 9, runId: 'a', request: 2, execution: { leg: 'a' } },
      { from: 0.5, to: 9.5, ahead: -HOUR, runId: 'b', request: 2, execution: { leg: 'b' } },
    ],
    { from: 0, to: 9.5 },
  ],
  [
    'a first running leg behind',
    [
      { from: 0, to: 1, ahead: -HOUR, runId: 'a', execution: { leg: 'a', status: 'running' } },
      { from: 0.5, to: 1.5, runId: 'b', execution: { leg: 'b', status: 'running' } },
      { from: 0, to: 9, ahead: -HOUR, runId: 'a', request: 2, execution: { leg: 'a' } },
    ],
    { from: 0, to: 9 },
  ],
  [
    'a shard ahead',
    [
      { from: 0, to: 10, ...shard(1) },
      { from: 2, to: 11, ahead: 30 * HOUR, ...shard(2) },
    ],
    { from: 0, to: 11 },
  ],
  [
    'a first shard ahead, and a second one behind',
    [
      { from: 0, to: 10, ahead: 30 * HOUR, ...shard(1) },
      { from: 2, to: 11, ahead: -30 * HOUR, ...shard(2) },
    ],
    { from: 0, to: 11 },
  ],
])('is not stretched by %s', async (_, parts, times) => {
  expect(await timesOf(...parts)).toEqual(times);
});

it.each<[string, Part[], { from: number; to: number }]>([
  [
    'a job that ran two hours later',
    [
      { from: 0, to: 10 },
      { from: 130, to: 140 },
    ],
    { from: 0, to: 140 },
  ],
  [
    'a job that ran later, and was sent later still',
    [
      { from: 0, to: 10 },
      { from: 130, to: 140, receivedAt: 300 },
    ],
    { from: 0, to: 140 },
  ],
  [
    'a job that ran before the others, and was sent from a spool after them',
    [
      { from: 100, to: 110 },
      { from: 0, to: 10, receivedAt: 300 },
    ],
    { from: 0, to: 110 },
  ],
  [
    'jobs one after the other, all sent by the last one',
    [
      { from: 0, to: 10, receivedAt: 60 },
      { from: 20, to: 55, receivedAt: 60 },
    ],
    { from: 0, to: 55 },
  ],
  [
    'a job that was sent late, beside one that ran at the same time',
    [
      { from: 5, to: 15 },
      { from: 0, to: 10, receivedAt: 300 },
    ],
    { from: 0, to: 15 },
  ],
])('keeps the true times of %s', async (_, parts, times) => {
  expect(await timesOf(...parts)).toEqual(times);
});

it('keeps the times of parts that are all behind, which nothing tells', async () => {
  const behind = { ahead: -2 * HOUR };
  const parts = [1, 2, 3].map((index) => ({ from: index, to: 10, ...behind, ...shard(index) }));
  expect(await timesOf(...parts)).toEqual({ from: 1 - 120, to: 10 - 120 });
});

it.each([0, 1])(
  'dates a new failure by the corrected start, with part %i behind',
  async (behind) => {
    const results = [makeRun('breaks', 'f')];
    const [first, second] = [0, 1].map((index) => ({
      from: index,
      to: 10 + index,
      ahead: index === behind ? -2 * HOUR : 0,
      ...shard(index + 1, 2),
      results: [...results, makeRun(`of ${index}`, '.')],
    })) as [Part, Part];
    await send(first);
    await server.items();
    const answer = await send(second);
    await server.items();
    const { startedAt } = await readExecution(server, answer);
    const { scope, organizationId } = server;
    const rows = await scope.query<{ at: Date }>(
      `SELECT first_seen_at AS at
     FROM (SELECT * FROM projects WHERE organization_id = $1 AND name = $2) AS project
     CROSS JOIN LATERAL (
       SELECT first_seen_at FROM fingerprints
       WHERE fingerprints.organization_id = $1 AND fingerprints.project_id = project.id
       UNION ALL
       SELECT first_seen_at FROM tests
       WHERE tests.organization_id = $1 AND tests.project_id = project.id) AS seen`,
      [organizationId, server.project],
    );
    expect(rows.map(({ at }) => at.toISOString())).toEqual(Array(4).fill(startedAt));
  },
);
