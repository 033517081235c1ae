import { randomUUID } from 'node:crypto';
import type { Comparison } from '@svc/contract/executions/compare';
import type { Execution, ExecutionDetail } from '@svc/contract/executions/executions';
import type { IngestBody, IngestExecution, IngestResult } from '@svc/contract/executions/ingest';
import type { Metrics } from '@svc/contract/history/metrics';
import type { Page } from '@svc/contract/pages';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { makeOwnApp, type TestApp } from '../../../../test/app.ts';
import { testClock, timeBefore } from '../../../../test/clock.ts';
import {
  ask,
  dataOf,
  makeResult,
  makeUpload,
  readExecution,
  settle,
  upload,
} from '../../../../test/make.ts';
import { createScope, type Scope } from '../../../db/scope.ts';
import { deleteExecutions } from '../../../rollups/delete-executions.ts';
import { reviewDueExecutions } from '../review-due-executions.ts';

let server: TestApp;
let to: Pick<TestApp, 'app' | 'apiKey'>;
let scope: Scope;
beforeAll(async () => {
  server = await makeOwnApp({
    because: 'reviews the executions of all organizations',
    env: { SVC_RERUN_GRACE_SECONDS: '300' },
  });
});
afterAll(() => server.close());
beforeEach(async () => {
  server.setNow(null);
  // So that all parts of an attempt begin at the same millisecond.
  server.setNow(testClock.now());
  const organization = await server.makeOrganization(randomUUID());
  to = { app: server.app, apiKey: organization.apiKey };
  scope = createScope(server.deps.database, organization.organizationId);
});

const SHARD_MS = 60_000;

/** One of three shards. Shard 1 passes with a skipped and a flaky test; `status` is that of a test in the others. */
function makeShard(
  attempt: number,
  index: number,
  status: 'passed' | 'failed' = 'passed',
  execution: Partial<IngestExecution> = {},
): IngestBody {
  const test = (title: string, facts: Partial<IngestResult> = {}) =>
    makeResult({ titlePath: [`${title} ${index}`], ...facts });
  const attempts = [
    { status: 'failed' as const, durationMs: 1 },
    { status: 'passed' as const, durationMs: 1 },
  ];
  return makeUpload({
    runId: `${attempt} ${index}`,
    execution: {
      key: `github-actions:77:${attempt}:unit`,
      name: 'unit',
      status,
      startedAt: timeBefore(10 - attempt),
      durationMs: SHARD_MS * index,
      shard: { index, total: 3 },
      ci: { provider: 'github-actions', runId: '77', runAttempt: attempt },
      git: { branch: 'main', commit: '77e0a1c9f2b34d5566778899aabbccddeeff0011' },
      ...execution,
    },
    results:
      index === 1
        ? [test('a'), test('b', { status: 'skipped' }), test('c', { attempts })]
        : [test('a', { status })],
  });
}

/** A leg of a matrix without shards. */
const leg = (attempt: number, name: string, status: 'passed' | 'failed' = 'passed') => ({
  ...makeShard(attempt, 2, status, { shard: undefined, leg: name }),
  runId: `${attempt} ${name}`,
});

async function send(...bodies: IngestBody[]): Promise<ExecutionDetail> {
  let executionId = '';
  for (const body of bodies) ({ executionId } = await upload(to, body));
  return readExecution(to, { executionId });
}

const sendFirst = () => send(makeShard(1, 1), makeShard(1, 2, 'failed'), makeShard(1, 3));

/** Sends these parts of a re-run, and lets the grace period pass. */
async function sendRerun(...bodies: IngestBody[]): Promise<ExecutionDetail> {
  const { id } = await send(...bodies);
  await afterGrace();
  return readExecution(to, { executionId: id });
}

async function afterGrace(): Promise<void> {
  server.setNow(new Date(testClock.now().getTime() + 301_000));
  await reviewDueExecutions(server.deps, (error) => {
    throw error;
  });
}

async function compared(base: ExecutionDetail, head: ExecutionDetail) {
  const url = `/api/compare?base=${base.id}&head=${head.id}`;
  const { summary, ...sides } = dataOf(await ask(to, { url })) as Comparison;
  const { durationDeltaMs, durationDeltaRate } = summary;
  return {
    durationDeltaMs,
    durationDeltaRate,
    tests: [sides.base.totals.tests, sides.head.totals.tests],
  };
}

const WHOLE = { tests: 5, passed: 4, failed: 0, skipped: 1, flaky: 1, timedOut: 0, interrupted: 0 };

it('counts carried tests in the totals of a re-run, in the detail and in the list', async () => {
  const first = await sendFirst();
  expect(first.totals).toEqual({ ...WHOLE, passed: 3, failed: 1 });
  const second = await sendRerun(makeShard(2, 2));
  expect(second).toMatchObject({
    status: 'passed',
    totals: WHOLE,
    // The report has only tests that ran again.
    durationMs: 2 * SHARD_MS,
    shards: { expected: 3, received: 1, carried: 2 },
  });
  const { items } = dataOf(await ask(to, { url: '/api/executions' })) as Page<Execution>;
  expect(items.map(({ attempt, totals }) => [attempt, totals])).toEqual([
    [2, WHOLE],
    [1, first.totals],
  ]);
});

it('counts no carried test before it is carried, and none that ran again', async () => {
  await sendFirst();
  const waiting = await send(makeShard(2, 2));
  expect(waiting.totals).toMatchObject({ tests: 1, passed: 1 });
  await afterGrace();
  expect((await send(makeShard(2, 3, 'failed'))).totals).toEqual({
    ...WHOLE,
    passed: 3,
    failed: 1,
  });
  expect((await send(makeShard(2, 1))).totals).toEqual({ ...WHOLE, passed: 3, failed: 1 });
});

it('counts tests that the attempt before carried itself, also once that is deleted', async () => {
  await sendFirst();
  const second = await sendRerun(makeShard(2, 2, 'failed'));
  const third = await sendRerun(makeShard(3, 2));
  expect(third).toMatchObject({ shards: { carried: 2 }, totals: WHOLE });
  await scope.transaction((scope) => deleteExecutions(scope, [second.id]));
  expect((await readExecution(to, { executionId: third.id })).totals).toEqual(WHOLE);
});

it('counts tests of jobs without shards, and of legs', async () => {
  await send(leg(1, 'mysql', 'failed'), leg(1, 'postgres'));
  const second = await send(leg(2, 'mysql'));
  expect(second).toMatchObject({ shards: { carried: 1 }, totals: { tests: 2, passed: 2 } });
});

it('counts late tests of a part that is carried already', async () => {
  await sendFirst();
  const second = await sendRerun(makeShard(2, 2));
  const late = makeShard(1, 3);
  await send({ ...late, results: [makeResult({ titlePath: ['late'] })] });
  await afterGrace();
  expect((await readExecution(to, { executionId: second.id })).totals.tests).toBe(6);
});

it('counts a carried test as no further run in the metrics', async () => {
  await sendFirst();
  await sendRerun(makeShard(2, 2));
  await settle(server);
  const { results } = dataOf(await ask(to, { url: '/api/metrics' })) as Metrics;
  expect(results).toMatchObject({ total: 6, passed: 4, failed: 1, skipped: 1, flaky: 1 });
});

it('compares no wall times with an execution that carries parts', async () => {
  const first = await sendFirst();
  const second = await sendRerun(makeShard(2, 2, 'failed'));
  const third = await sendRerun(makeShard(3, 2));
  const none = { durationDeltaMs: null, durationDeltaRate: null, tests: [5, 5] };
  expect(await compared(first, second)).toEqual(none);
  expect(await compared(second, first)).toEqual(none);
  expect(await compared(second, third)).toEqual(none);
  const fourth = await send(makeShard(4, 1), makeShard(4, 2), makeShard(4, 3));
  expect(await compared(first, fourth)).toEqual({
    ...none,
    durationDeltaMs: 0,
    durationDeltaRate: 0,
  });
});
