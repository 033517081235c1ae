import type { IngestBody } from '@svc/contract/executions/ingest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeApp, type TestApp } from '../../../test/app.ts';
import { timeBefore } from '../../../test/clock.ts';
import {
  makeResult,
  makeResults,
  makeUpload,
  listExecutions,
  readExecution,
  upload,
} from '../../../test/make.ts';

let server: TestApp;
beforeAll(async () => {
  server = await makeApp();
});
afterAll(() => server.close());

const AT = Date.parse(timeBefore(1));
const time = (ms: number) => new Date(AT + ms).toISOString();

type ShardFacts = { key: string; index: number; total: number; titles: string[] };

function makeShard(
  { key, index, total, titles }: ShardFacts,
  execution: Partial<IngestBody['execution']> = {},
): IngestBody {
  return makeUpload({
    execution: { key, shard: { index, total }, startedAt: time(0), ...execution },
    results: makeResults(...titles),
  });
}

const titlesOf = async (executionId: string) =>
  (await readExecution(server, { executionId })).results.map(({ title }) => title);

it('runs until every shard has arrived, then spans their times and adds up their totals', async () => {
  const one = makeShard(
    { key: 'spans', index: 1, total: 3, titles: ['a', 'b'] },
    { startedAt: time(5_000), durationMs: 1_000, tags: ['x'], git: { branch: 'main' } },
  );
  const two = makeShard(
    { key: 'spans', index: 2, total: 3, titles: ['c'] },
    {
      startedAt: time(0),
      durationMs: 2_000,
      tags: ['x', 'y'],
      git: { branch: 'late', dirty: false },
    },
  );
  const three = makeShard(
    { key: 'spans', index: 3, total: 3, titles: [] },
    { startedAt: time(1_000), durationMs: 9_000, partial: ['filter'] },
  );
  const answers = [await upload(server, three), await upload(server, one)];
  const executionId = answers[0]?.executionId ?? '';
  expect(await readExecution(server, { executionId })).toMatchObject({
    status: 'running',
    finishedAt: null,
    shards: { expected: 3, received: 2, carried: 0 },
  });
  answers.push(await upload(server, two));
  expect(answers.map(({ status }) => status)).toEqual(['running', 'running', 'passed']);
  expect(new Set(answers.map(({ number }) => number)).size).toBe(1);
  expect(await readExecution(server, { executionId })).toMatchObject({
    status: 'passed',
    startedAt: time(0),
    finishedAt: time(10_000),
    durationMs: 10_000,
    totals: { tests: 3, passed: 3, failed: 0, skipped: 0, flaky: 0, timedOut: 0, interrupted: 0 },
    tags: ['x', 'y'],
    partial: ['filter'],
    git: { branch: 'main', dirty: false },
    shards: { expected: 3, received: 3, carried: 0 },
  });
});

it('counts a part that is sent again as duplicates, and keeps files and errors once', async () => {
  const part = makeUpload({
    execution: {
      key: 'twice',
      shard: { index: 1, total: 1 },
      status: 'failed',
      errors: [
        { message: 'set-up', location: { line: 1, file: 'a.ts' }, cause: { message: 'why' } },
      ],
    },
    files: [{ file: 'a.test.ts', durationMs: 5, errors: [{ message: 'hook' }] }],
    results: [makeResult(), makeResult(), makeResult({ titlePath: ['other'] })],
  });
  const first = await upload(server, part);
  const detail = await readExecution(server, first);
  const again = await upload(server, part);
  expect(again).toEqual({ ...first, accepted: { results: 0, duplicates: 3 } });
  expect(await readExecution(server, first)).toEqual(detail);
});

it('stores new results in a second upload of the same part', async () => {
  const first = await upload(
    server,
    makeUpload({ runId: 'one process', execution: { key: 'more' }, results: makeResults('a') }),
  );
  const second = await upload(
    server,
    makeUpload({
      runId: 'one process',
      execution: { key: 'more', status: 'failed', errors: [{ message: 'broke' }] },
      files: [{ file: 'b.test.ts', durationMs: 1 }],
      results: makeResults('a', 'b'),
    }),
  );
  expect(second.accepted).toEqual({ results: 1, duplicates: 1 });
  const detail = await readExecution(server, first);
  expect(detail).toMatchObject({ status: 'failed', errors: [{ message: 'broke' }] });
  expect(detail.files.map(({ file }) => file)).toEqual(['b.test.ts']);
});

function makeJob(job: string, os: string) {
  return makeUpload({
    execution: { key: 'matrix', ci: { job }, environment: { os } },
    results: makeResults('same'),
  });
}

it('keeps the same tests of a matrix apart by job and by environment', async () => {
  const uploads = [makeJob('test', 'linux'), makeJob('test', 'windows'), makeJob('e2e', 'linux')];
  const answers = [];
  for (const one of uploads) answers.push(await upload(server, one));
  expect(answers.map(({ accepted }) => accepted)).toEqual([
    { results: 1, duplicates: 0 },
    { results: 1, duplicates: 0 },
    { results: 1, duplicates: 0 },
  ]);
  expect(await readExecution(server, { executionId: answers[0]?.executionId ?? '' })).toMatchObject(
    {
      totals: { tests: 3, passed: 3 },
      shards: { expected: 3, received: 3, carried: 0 },
    },
  );
});

it('reopens a finished execution for an unannounced shard', async () => {
  const passed = await upload(
    server,
    makeShard({ key: 'late', index: 1, total: 1, titles: ['a'] }),
  );
  expect(passed.status).toBe('passed');
  const late = await upload(server, makeShard({ key: 'late', index: 2, total: 3, titles: ['b'] }));
  expect(late).toMatchObject({ executionId: passed.executionId, status: 'running' });
  expect(await titlesOf(passed.executionId)).toEqual(['a', 'b']);
});

function entries(prefix: string) {
  return Object.fromEntries(Array.from({ length: 90 }, (_, index) => [`${prefix}${index}`, 'x']));
}

it('unites the environments of two shards, also beyond the limit of one upload', async () => {
  const shard = { key: 'environment', total: 2, titles: [] };
  await upload(server, makeShard({ ...shard, index: 1 }, { environment: entries('a') }));
  await upload(server, makeShard({ ...shard, index: 2 }, { environment: entries('b') }));
  const { items } = await listExecutions(server, '?limit=100');
  const environment = items.find(({ key }) => key === 'environment')?.environment;
  expect(environment).toEqual({ ...entries('a'), ...entries('b') });
});

function shardOf(key: string, index: number) {
  return makeUpload({
    execution: { key, shard: { index, total: 2 } },
    files: [{ file: `${index}.test.ts`, durationMs: 1 }],
    results: makeResults(`of ${index}`, `also of ${index}`),
  });
}

function mergedOf(key: string) {
  return makeUpload({
    execution: { key, merged: true },
    files: [
      { file: '1.test.ts', durationMs: 1 },
      { file: '2.test.ts', durationMs: 1 },
    ],
    results: [1, 2].flatMap((index) => makeResults(`of ${index}`, `also of ${index}`)),
  });
}

describe('a merged report', () => {
  it.each([
    ['before its shards', 2, (key: string) => [mergedOf(key), shardOf(key, 1), shardOf(key, 2)]],
    ['between its shards', 2, (key: string) => [shardOf(key, 2), mergedOf(key), shardOf(key, 1)]],
    ['after its shards', 2, (key: string) => [shardOf(key, 1), shardOf(key, 2), mergedOf(key)]],
    ['after one of two shards', 2, (key: string) => [shardOf(key, 1), mergedOf(key)]],
    ['twice and without shards', 1, (key: string) => [mergedOf(key), mergedOf(key)]],
  ])('that comes %s leaves every result, file and shard once', async (when, shards, make) => {
    const answers = [];
    for (const body of make(`merged ${when}`)) answers.push(await upload(server, body));
    const accepted = answers.reduce((sum, answer) => sum + answer.accepted.results, 0);
    const detail = await readExecution(server, { executionId: answers[0]?.executionId ?? '' });
    expect({ accepted, status: detail.status, shards: detail.shards }).toEqual({
      accepted: 4,
      status: 'passed',
      shards: { expected: shards, received: shards, carried: 0 },
    });
    expect(detail.results.map(({ title }) => title).toSorted()).toEqual([
      'also of 1',
      'also of 2',
      'of 1',
      'of 2',
    ]);
    expect(detail.files.map(({ file }) => file).toSorted()).toEqual(['1.test.ts', '2.test.ts']);
  });

  it('ends the waiting for missing shards', async () => {
    expect((await upload(server, shardOf('never', 1))).status).toBe('running');
    expect((await upload(server, mergedOf('never'))).status).toBe('passed');
  });
});
