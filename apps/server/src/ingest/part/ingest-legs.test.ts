import type { ExecutionDetail } from '@svc/contract/executions/executions';
import type { FlakyTest } from '@svc/contract/history/flaky-tests';
import type { IngestBody, IngestResult } from '@svc/contract/executions/ingest';
import type { Page } from '@svc/contract/pages';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeApp, type TestApp } from '../../../test/app.ts';
import { timeBefore } from '../../../test/clock.ts';
import {
  ask,
  dataOf,
  makeResult,
  makeUpload,
  readExecution,
  settle,
  upload,
} from '../../../test/make.ts';

let server: TestApp;
beforeAll(async () => {
  server = await makeApp();
});
afterAll(() => server.close());

const COMMIT = '77e0a1c9f2b34d5566778899aabbccddeeff0011';
const ENVIRONMENT = { name: 'ci', os: 'linux', arch: 'x64', runtime: 'node 24.21.0' };

/** One job of a GitHub matrix over databases: everything but the results is the same in all of them. */
function makeLeg(
  facts: Pick<IngestBody, 'results'> & Partial<IngestBody>,
  execution: Partial<IngestBody['execution']> = {},
): IngestBody {
  return makeUpload({
    ...facts,
    execution: {
      key: 'github-actions:4242:1:unit',
      ci: { provider: 'github-actions', runId: '4242', runAttempt: 1, job: 'test' },
      git: { branch: 'main', commit: COMMIT },
      environment: ENVIRONMENT,
      startedAt: timeBefore(1),
      ...execution,
    },
  });
}

/** A result as read from JUnit files: without a start time per test. */
const resultOf = (status: IngestResult['status']) =>
  makeResult({ titlePath: ['pays'], file: 'pay.test.ts', status });

const began = (hours: number) => ({ ...resultOf('passed'), startedAt: timeBefore(hours) });

async function flakyTests(): Promise<FlakyTest[]> {
  const url = '/api/flaky-tests?minRuns=1&source=all';
  return (dataOf(await ask(server, { url })) as Page<FlakyTest>).items;
}

const statusesOf = ({ results }: ExecutionDetail) =>
  results.map(({ status, part }) => ({ status, part }));

describe('two legs of a matrix with the same job and environment', () => {
  it.each([
    ['by runId, as reporters send', { runId: 'r1' }, { runId: 'r2' }],
    ['by idempotency key', { idempotencyKey: 'k1' }, { idempotencyKey: 'k2' }],
    ['by the hash of the body', {}, {}],
    ['by both', { runId: 'r3', idempotencyKey: 'k3' }, { runId: 'r4', idempotencyKey: 'k4' }],
  ])('are both stored when distinguished %s', async (how, one, other) => {
    const key = `legs ${how}`;
    const postgres = makeLeg({ ...one, results: [resultOf('passed')] }, { key });
    const mysql = makeLeg({ ...other, results: [resultOf('failed')] }, { key });
    const answers = [await upload(server, postgres), await upload(server, mysql)];
    expect(answers.map(({ accepted, status }) => ({ ...accepted, status }))).toEqual([
      { results: 1, duplicates: 0, status: 'passed' },
      { results: 1, duplicates: 0, status: 'failed' },
    ]);
    const detail = await readExecution(server, answers[0] ?? { executionId: '' });
    expect(detail.totals).toMatchObject({ tests: 2, passed: 1, failed: 1 });
    expect(detail.shards).toEqual({ expected: 2, received: 2, carried: 0 });
    expect(detail.legs).toEqual([]);
    expect(statusesOf(detail)).toEqual([
      { status: 'passed', part: null },
      { status: 'failed', part: null },
    ]);
  });

  it('make no test flaky, even with a second push of the commit', async () => {
    await settle(server);
    expect(await flakyTests()).toEqual([]);
  });

  it('are both stored when they have the same shards, and complete when each shard arrived twice', async () => {
    const parts = ['pg', 'my'].flatMap((leg) =>
      [1, 2].map((index) =>
        makeLeg(
          { runId: `${leg} ${index}`, results: [resultOf('passed')] },
          { key: 'sharded legs', shard: { index, total: 2 } },
        ),
      ),
    );
    const answers = [];
    for (const body of parts) answers.push(await upload(server, body));
    expect(answers.map(({ status }) => status)).toEqual(['running', 'passed', 'running', 'passed']);
    const detail = await readExecution(server, answers[0] ?? { executionId: '' });
    expect(detail.shards).toEqual({ expected: 4, received: 4, carried: 0 });
    expect(statusesOf(detail).map(({ part }) => part)).toEqual([
      { shard: { index: 1, total: 2 }, leg: null },
      { shard: { index: 2, total: 2 }, leg: null },
      { shard: { index: 1, total: 2 }, leg: null },
      { shard: { index: 2, total: 2 }, leg: null },
    ]);
  });
});

describe('a leg that is known', () => {
  it('labels its results and the execution', async () => {
    const bodies = ['mysql', 'postgres\0', 'mysql'].map((leg) =>
      makeLeg({ runId: leg, results: [resultOf('passed')] }, { key: 'labelled', leg }),
    );
    const answers = [];
    for (const body of bodies) answers.push(await upload(server, body));
    const detail = await readExecution(server, answers[0] ?? { executionId: '' });
    expect(detail.legs).toEqual(['mysql', 'postgres\uFFFD']);
    expect(statusesOf(detail).map(({ part }) => part)).toEqual([
      { shard: null, leg: 'mysql' },
      { shard: null, leg: 'postgres\uFFFD' },
    ]);
    expect(answers[2]?.accepted).toEqual({ results: 0, duplicates: 1 });
  });

  it('does not contradict another leg of the same commit in another execution', async () => {
    const git = { branch: 'main', commit: COMMIT.replaceAll('7', '8') };
    const file = 'legs.test.ts';
    const runIn = (leg: string | undefined, status: IngestResult['status'], key: string) =>
      upload(
        server,
        makeLeg(
          { results: [makeResult({ titlePath: [key.slice(0, 2)], file, status })] },
          { key, git, ci: {}, ...(leg === undefined ? {} : { leg }) },
        ),
      );
    await runIn('mysql', 'failed', 'a 1');
    await runIn('postgres', 'passed', 'a 2');
    await runIn(undefined, 'failed', 'b 1');
    await runIn(undefined, 'passed', 'b 2');
    await settle(server);
    const found = (await flakyTests()).filter((test) => test.file === file);
    expect(found.map(({ title, flakyRuns }) => ({ title, flakyRuns }))).toEqual([
      { title: 'b ', flakyRuns: 1 },
    ]);
  });
});

const results = [resultOf('passed'), resultOf('passed'), resultOf('failed')];

function partAs(idempotencyKey: string): IngestBody {
  return makeLeg({ runId: 'again', idempotencyKey, results }, { key: 'again' });
}

/** The requests of a split part, with keys numbered as reporters do. */
function requestsOf(key: string): IngestBody[] {
  return [key, `${key}/2`, `${key}/3`].map((idempotencyKey) =>
    makeLeg({ runId: 'split', idempotencyKey, results }, { key: 'split' }),
  );
}

/** A request of a shard, without a run id. */
function requestOf(index: number, request: string): IngestBody {
  return makeLeg(
    { idempotencyKey: `${index}${request}`, results },
    { key: 'split shards', shard: { index, total: 2 } },
  );
}

function shardFrom(index: number, runId: string): IngestBody {
  return makeLeg(
    { runId, results: [resultOf('passed')] },
    { key: 'rerun in place', shard: { index, total: 2 } },
  );
}

describe('a part that is sent again', () => {
  it('counts once under another idempotency key', async () => {
    const first = await upload(server, partAs('one'));
    const again = await upload(server, partAs('two'));
    expect(again).toEqual({ ...first, accepted: { results: 0, duplicates: 3 } });
    expect((await readExecution(server, first)).shards).toMatchObject({ received: 1 });
  });

  it('was split into requests with equal results, and counts each result once', async () => {
    const answers = [];
    for (const body of [...requestsOf('x'), ...requestsOf('y')]) {
      answers.push(await upload(server, body));
    }
    expect(answers.map(({ accepted }) => accepted.results)).toEqual([3, 3, 3, 0, 0, 0]);
    const detail = await readExecution(server, answers[0] ?? { executionId: '' });
    expect(detail.shards).toEqual({ expected: 1, received: 1, carried: 0 });
  });

  it('was split by a client that names no run', async () => {
    const answers = [];
    for (const body of [requestOf(1, ''), requestOf(1, '/2'), requestOf(2, '')]) {
      answers.push(await upload(server, body));
    }
    expect(answers.map(({ accepted }) => accepted.results)).toEqual([3, 3, 3]);
    expect(answers.map(({ status }) => status)).toEqual(['running', 'running', 'failed']);
  });
});

it('waits for the other shards after a shard arrived from two processes', async () => {
  const answers = [];
  for (const body of [shardFrom(1, 'a'), shardFrom(1, 'b'), shardFrom(2, 'c'), shardFrom(2, 'd')]) {
    answers.push(await upload(server, body));
  }
  expect(answers.map(({ status }) => status)).toEqual(['running', 'running', 'running', 'passed']);
  expect(answers.every(({ accepted }) => accepted.results === 1)).toBe(true);
});

it('stores 50 simultaneous shards of one key as one complete execution', async () => {
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      upload(
        server,
        makeLeg(
          { runId: `shard ${index}`, results: [resultOf('passed')] },
          { key: 'fifty', shard: { index: index + 1, total: 50 } },
        ),
      ),
    ),
  );
  expect(new Set(answers.map(({ executionId }) => executionId)).size).toBe(1);
  const detail = await readExecution(server, answers[0] ?? { executionId: '' });
  expect(detail).toMatchObject({
    status: 'passed',
    totals: { tests: 50 },
    shards: { expected: 50, received: 50, carried: 0 },
  });
});

it("keeps a late shard's results that a merged report lacks, and its own results beside other shards", async () => {
  const shard = (index: number, some: IngestResult[]) =>
    makeLeg({ runId: `s${index}`, results: some }, { key: 'late', shard: { index, total: 2 } });
  const [one, two] = [began(3), began(2)];
  await upload(server, shard(1, [one]));
  const merged = makeLeg({ runId: 'm', results: [one, two] }, { key: 'late', merged: true });
  const answers = [await upload(server, merged), await upload(server, shard(2, [two, one]))];
  expect(answers.map(({ accepted }) => accepted)).toEqual([
    { results: 1, duplicates: 1 },
    // The merged report has no row for `one`, because the first shard had brought it. So it is another result here.
    { results: 1, duplicates: 1 },
  ]);
});

describe('a merged report with legs', () => {
  it('stores the results of each leg, even at the same time, and repeats the parts of that leg', async () => {
    const shard = makeLeg(
      { runId: 'on linux', results: [resultOf('passed')] },
      { key: 'merged legs', leg: 'linux' },
    );
    const answers = [];
    for (const body of [
      shard,
      mergedLeg('linux', 'passed'),
      mergedLeg('macos', 'failed'),
      mergedLeg(undefined, 'passed'),
      makeLeg(
        { runId: 'late', results: [resultOf('failed')] },
        { key: 'merged legs', leg: 'macos' },
      ),
    ])
      answers.push(await upload(server, body));
    expect(answers.map(({ accepted }) => accepted)).toEqual([
      { results: 1, duplicates: 0 },
      { results: 0, duplicates: 1 },
      { results: 1, duplicates: 0 },
      // A report without a leg may have been merged from shards of any leg.
      { results: 0, duplicates: 1 },
      { results: 0, duplicates: 1 },
    ]);
    const detail = await readExecution(server, answers[0] ?? { executionId: '' });
    expect(statusesOf(detail)).toEqual([
      { status: 'passed', part: { shard: null, leg: 'linux' } },
      { status: 'failed', part: { shard: null, leg: 'macos' } },
    ]);
  });
});

function mergedLeg(leg: string | undefined, status: IngestResult['status']): IngestBody {
  return makeLeg(
    { runId: 'the merge', idempotencyKey: `merge of ${leg}`, results: [resultOf(status)] },
    { key: 'merged legs', merged: true, ...(leg !== undefined && { leg }) },
  );
}
