import { randomUUID } from 'node:crypto';
import type { Comparison } from '@svc/contract/executions/compare';
import type { ExecutionDetail } from '@svc/contract/executions/executions';
import type { IngestBody, IngestExecution, ResultStatus } from '@svc/contract/executions/ingest';
import type { Page } from '@svc/contract/pages';
import type { TestSummary } from '@svc/contract/history/tests';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeOwnApp, type TestApp } from '../../../../test/app.ts';
import { testClock, timeBefore } from '../../../../test/clock.ts';
import {
  ask,
  dataOf,
  makeResult,
  makeUpload,
  readExecution,
  rethrow,
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
  const organization = await server.makeOrganization(randomUUID());
  to = { app: server.app, apiKey: organization.apiKey };
  scope = createScope(server.deps.database, organization.organizationId);
});

type Outcome = 'passed' | 'failed';

/** A part of an attempt, with one test named after the part. */
function makePart(
  attempt: number,
  name: string,
  status: Outcome,
  { ci, ...execution }: Partial<IngestExecution> = {},
): IngestBody {
  const results = [makeResult({ titlePath: [name], status: status satisfies ResultStatus })];
  return makeUpload({
    runId: `${attempt} ${name} ${JSON.stringify(execution)}`,
    results,
    execution: {
      key: `github-actions:77:${attempt}:unit`,
      name: 'unit',
      status,
      startedAt: timeBefore(10 - attempt),
      ci: { provider: 'github-actions', runId: '77', runAttempt: attempt, job: 'test', ...ci },
      git: { branch: 'main', commit: '77e0a1c9f2b34d5566778899aabbccddeeff0011' },
      ...execution,
    },
  });
}

const makeShard = (attempt: number, index: number, status: Outcome, total = 4) =>
  makePart(attempt, `test ${index}`, status, { shard: { index, total } });

async function send(...bodies: IngestBody[]): Promise<ExecutionDetail> {
  let executionId = '';
  for (const body of bodies) ({ executionId } = await upload(to, body));
  return readExecution(to, { executionId });
}

/** Runs the server's review job after this time. */
async function reviewIn(seconds: number): Promise<void> {
  server.setNow(new Date(testClock.now().getTime() + seconds * 1_000));
  await reviewDueExecutions(server.deps, rethrow);
}

const again = ({ id }: ExecutionDetail) => readExecution(to, { executionId: id });
const stateOf = ({ status, shards }: ExecutionDetail) => ({ status, ...shards });

async function compared(base: ExecutionDetail, head: ExecutionDetail) {
  const url = `/api/compare?base=${base.id}&head=${head.id}`;
  const { summary } = dataOf(await ask(to, { url })) as Comparison;
  const { regressions, improvements, stillFailing, newTests, removedTests, notRun } = summary;
  return { regressions, improvements, stillFailing, newTests, removedTests, notRun };
}
const NO_CHANGES = {
  regressions: 0,
  improvements: 0,
  stillFailing: 0,
  newTests: 0,
  removedTests: 0,
  notRun: 0,
};

/** The first attempt: shard 2 of 4 failed. */
const sendFirst = () =>
  send(
    makeShard(1, 1, 'passed'),
    makeShard(1, 2, 'failed'),
    makeShard(1, 3, 'passed'),
    makeShard(1, 4, 'passed'),
  );

const job = (attempt: number, name: string, status: Outcome, leg?: string) =>
  makePart(attempt, name, status, {
    ci: { job: name },
    ...(leg === undefined ? {} : { leg }),
  });

const leg = (attempt: number, database: string, status: Outcome): IngestBody => ({
  ...makePart(attempt, 'pays', status),
  runId: `${attempt} ${database}`,
});

/** The tests of one package. One job runs several packages. */
const package_ = (attempt: number, name: string, status: Outcome): IngestBody => ({
  ...makePart(attempt, name, status),
  runId: `${attempt} package ${name}`,
});

const part = (attempt: number, execution: Partial<IngestExecution>) =>
  makePart(attempt, 'any', 'passed', execution);

const keyOf = (attempt: number, name: string) => ({ key: `77-${attempt}-${name}` });

describe('re-run failed jobs', () => {
  it('completes with the shards that passed before, once nothing has arrived for the grace period', async () => {
    const first = await sendFirst();
    expect(stateOf(first)).toEqual({ status: 'failed', expected: 4, received: 4, carried: 0 });
    const second = await send(makeShard(2, 2, 'passed'));
    expect(second).toMatchObject({ attempt: 2, previousAttemptId: first.id });
    const waiting = { status: 'running', expected: 4, received: 1, carried: 0 };
    expect(stateOf(second)).toEqual(waiting);
    await reviewIn(290);
    expect(stateOf(await again(second))).toEqual(waiting);
    await reviewIn(11);
    const complete = await again(second);
    expect(stateOf(complete)).toEqual({ ...waiting, status: 'passed', carried: 3 });
    expect(complete.results.map(({ title }) => title)).toEqual(['test 2']);
    expect(await compared(first, second)).toEqual({ ...NO_CHANGES, improvements: 1 });
  });

  it('replaces a carried shard by one that arrives later', async () => {
    const first = await sendFirst();
    const second = await send(makeShard(2, 2, 'passed'));
    await reviewIn(301);
    const late = await send(makeShard(2, 3, 'failed'));
    expect(stateOf(late)).toEqual({ status: 'failed', expected: 4, received: 2, carried: 2 });
    expect(await compared(first, second)).toEqual({
      ...NO_CHANGES,
      regressions: 1,
      improvements: 1,
    });
    await send(makeShard(2, 1, 'passed'));
    expect(stateOf(await send(makeShard(2, 4, 'passed')))).toMatchObject({
      received: 4,
      carried: 0,
    });
  });

  it('counts carried results as one run of each test', async () => {
    await sendFirst();
    await send(makeShard(2, 2, 'passed'));
    await reviewIn(301);
    await settle(server);
    const { items } = dataOf(await ask(to, { url: '/api/tests' })) as Page<TestSummary>;
    expect(Object.fromEntries(items.map(({ title, runs }) => [title, runs]))).toEqual({
      'test 1': 1,
      'test 2': 2,
      'test 3': 1,
      'test 4': 1,
    });
  });

  it('keeps waiting for a shard that failed before', async () => {
    await sendFirst();
    const second = await send(makeShard(2, 1, 'passed'));
    await reviewIn(301);
    expect(stateOf(await again(second))).toMatchObject({ status: 'running', carried: 0 });
  });

  it('carries results of the first attempt through to the third', async () => {
    const first = await sendFirst();
    const second = await send(makeShard(2, 2, 'failed'));
    await reviewIn(301);
    expect(stateOf(await again(second))).toMatchObject({ status: 'failed', carried: 3 });
    const third = await send(makeShard(3, 2, 'passed'));
    expect(third.previousAttemptId).toBe(second.id);
    await reviewIn(301);
    expect(stateOf(await again(third))).toMatchObject({ status: 'passed', carried: 3 });
    expect(await compared(first, third)).toEqual({ ...NO_CHANGES, improvements: 1 });
    expect(await compared(second, third)).toEqual({ ...NO_CHANGES, improvements: 1 });
  });

  it('carries parts that the attempt before began to carry later', async () => {
    await sendFirst();
    await send(makeShard(2, 2, 'failed'));
    const third = await send(makeShard(3, 2, 'passed'));
    expect(stateOf(third)).toMatchObject({ status: 'running' });
    await reviewIn(301);
    await reviewIn(1);
    expect(stateOf(await again(third))).toMatchObject({ status: 'passed', carried: 3 });
  });

  it('is reviewed again when a part of the attempt before arrives late', async () => {
    const second = await send(makeShard(2, 2, 'passed'));
    expect(second.previousAttemptId).toBeNull();
    await send(makeShard(1, 1, 'passed'), makeShard(1, 2, 'failed'), makeShard(1, 3, 'passed'));
    await reviewIn(301);
    expect(stateOf(await again(second))).toMatchObject({ status: 'running', carried: 0 });
    const first = await send(makeShard(1, 4, 'passed'));
    await reviewIn(1);
    expect(await again(second)).toMatchObject({
      status: 'passed',
      previousAttemptId: first.id,
      shards: { expected: 4, received: 1, carried: 3 },
    });
  });

  it('waits for shards that no attempt has, and never carries a shard with an error of the run', async () => {
    const broken = makePart(1, 'test 3', 'passed', {
      shard: { index: 3, total: 4 },
      errors: [{ message: 'no tear-down' }],
    });
    await send(makeShard(1, 1, 'passed'), makeShard(1, 2, 'failed'), broken);
    const second = await send(makeShard(2, 2, 'passed'), makeShard(2, 3, 'passed'));
    await reviewIn(301);
    expect(stateOf(await again(second))).toMatchObject({ status: 'running' });
    const complete = await send(makeShard(2, 4, 'passed'));
    await reviewIn(301);
    expect(stateOf(await again(complete))).toMatchObject({ status: 'passed', carried: 1 });
  });

  it('is reviewed once by servers that review at the same time', async () => {
    await sendFirst();
    const second = await send(makeShard(2, 2, 'passed'));
    server.setNow(new Date(testClock.now().getTime() + 301_000));
    await Promise.all([1, 2, 3].map(() => reviewDueExecutions(server.deps, rethrow)));
    expect(stateOf(await again(second))).toMatchObject({ status: 'passed', carried: 3 });
  });

  it('stands on its own when the attempt before is deleted', async () => {
    const first = await sendFirst();
    const second = await send(makeShard(2, 2, 'passed'));
    await reviewIn(301);
    await scope.transaction((scope) => deleteExecutions(scope, [first.id]));
    expect(await again(second)).toMatchObject({ status: 'passed', previousAttemptId: null });
  });
});

describe('re-run all jobs', () => {
  it('is complete with the last shard, and carries nothing', async () => {
    await sendFirst();
    const states = [];
    for (const index of [2, 1, 3, 4]) states.push(await send(makeShard(2, index, 'passed')));
    expect(states.map(({ status }) => status)).toEqual(['running', 'running', 'running', 'passed']);
    expect(states.at(-1)?.shards).toEqual({ expected: 4, received: 4, carried: 0 });
  });

  it('may distribute the tests differently', async () => {
    await sendFirst();
    const second = await send(makeShard(2, 1, 'passed', 2), makeShard(2, 2, 'passed', 2));
    expect(stateOf(second)).toEqual({ status: 'passed', expected: 2, received: 2, carried: 0 });
  });

  it('may end with a merged report, which counts as complete', async () => {
    await sendFirst();
    const second = await send(makePart(2, 'test 2', 'passed', { merged: true }));
    expect(stateOf(second)).toEqual({ status: 'passed', expected: 1, received: 1, carried: 0 });
  });
});

describe('jobs without shard numbers', () => {
  it('are carried at once if they passed before, and replaced when they arrive', async () => {
    const first = await send(job(1, 'api', 'failed'), job(1, 'web', 'passed'));
    const second = await send(job(2, 'api', 'passed'));
    expect(stateOf(second)).toEqual({ status: 'passed', expected: 2, received: 1, carried: 1 });
    expect(await compared(first, second)).toEqual({ ...NO_CHANGES, improvements: 1 });
    const whole = await send(job(2, 'web', 'failed'));
    expect(stateOf(whole)).toEqual({ status: 'failed', expected: 2, received: 2, carried: 0 });
    expect(await compared(first, second)).toMatchObject({ regressions: 1, improvements: 1 });
  });

  it('keep the execution running if they did not pass', async () => {
    await send(job(1, 'api', 'failed'), job(1, 'web', 'passed'));
    const second = await send(job(2, 'web', 'passed'));
    expect(stateOf(second)).toEqual({ status: 'running', expected: 2, received: 1, carried: 0 });
    expect(stateOf(await send(job(2, 'api', 'passed')))).toMatchObject({ status: 'passed' });
  });

  it('are distinguished by leg if it is known, otherwise counted', async () => {
    await send(
      ...['a', 'b', 'c'].map((leg) => job(1, 'known', leg === 'b' ? 'failed' : 'passed', leg)),
    );
    expect(stateOf(await send(job(2, 'known', 'passed', 'a')))).toMatchObject({
      status: 'running',
    });
    expect(stateOf(await send(job(2, 'known', 'passed', 'b')))).toEqual({
      status: 'passed',
      expected: 3,
      received: 2,
      carried: 1,
    });
  });

  it('that look alike replace each other', async () => {
    const first = await send(leg(1, 'mysql', 'failed'), leg(1, 'postgres', 'passed'));
    const second = await send(leg(2, 'mysql', 'passed'));
    expect(stateOf(second)).toEqual({ status: 'passed', expected: 2, received: 1, carried: 1 });
    expect(await compared(first, second)).toEqual({ ...NO_CHANGES, improvements: 1 });
  });

  it('that share a name are distinguished by their tests', async () => {
    const first = await send(package_(1, 'a', 'passed'), package_(1, 'b', 'failed'));
    const second = await send(package_(2, 'a', 'passed'));
    expect(stateOf(second)).toEqual({ status: 'running', expected: 2, received: 1, carried: 0 });
    await reviewIn(301);
    expect(stateOf(await again(second))).toMatchObject({ status: 'running', carried: 0 });
    const whole = await send(package_(2, 'b', 'passed'));
    expect(stateOf(whole)).toEqual({ status: 'passed', expected: 2, received: 2, carried: 0 });
    expect(await compared(first, second)).toEqual({ ...NO_CHANGES, improvements: 1 });
  });

  it('that share a name are carried if they passed and only the other ran again', async () => {
    const first = await send(package_(1, 'a', 'passed'), package_(1, 'b', 'failed'));
    const second = await send(package_(2, 'b', 'passed'));
    expect(stateOf(second)).toEqual({ status: 'passed', expected: 2, received: 1, carried: 1 });
    expect(await compared(first, second)).toEqual({ ...NO_CHANGES, improvements: 1 });
  });

  it('on another machine replace the one that failed', async () => {
    await send(makePart(1, 'only', 'failed', { environment: { arch: 'x64' } }));
    const second = await send(makePart(2, 'only', 'passed', { environment: { arch: 'arm64' } }));
    expect(stateOf(second)).toEqual({ status: 'passed', expected: 1, received: 1, carried: 0 });
  });
});

describe('an attempt before', () => {
  it.each([
    ['another name', { name: 'e2e' }],
    ['another project', { project: 'other' }],
    ['another run', { ci: { runId: '78' } }],
    ['another provider', { ci: { provider: 'gitlab' } }],
    ['no run', { ci: { runId: '' } }],
    ['the same attempt', { ci: { runAttempt: 2 }, key: 'its own' }],
  ])('is none with %s', async (_, execution) => {
    await send(part(1, { shard: { index: 1, total: 2 }, ...execution }));
    expect((await send(part(2, {}))).previousAttemptId).toBeNull();
  });

  it('is the newest that reported anything', async () => {
    await send(part(1, {}));
    const third = await send(part(3, {}));
    expect(await send(part(5, {}))).toMatchObject({ attempt: 5, previousAttemptId: third.id });
  });

  it('is the one whose key differs only in the attempt, if there are several', async () => {
    const api = await send(part(1, keyOf(1, 'api')));
    await send(part(1, keyOf(1, 'web')));
    expect((await send(part(2, keyOf(2, 'api')))).previousAttemptId).toBe(api.id);
    expect((await send(part(2, keyOf(2, 'docs')))).previousAttemptId).toBeNull();
  });
});
