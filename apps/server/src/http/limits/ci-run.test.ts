import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { makeApp, untilMinuteHasRoom, type TestApp } from '../../../test/app.ts';
import { ask, errorOf, makeResults, makeUpload, post, type Answer } from '../../../test/make.ts';

let server: TestApp;
let to: Pick<TestApp, 'app' | 'apiKey'>;
beforeAll(async () => {
  server = await makeApp({ SVC_RATE_LIMIT_WRITES: '10' });
});
afterAll(() => server.close());
beforeEach(async () => {
  to = { app: server.app, apiKey: (await server.makeOrganization(randomUUID())).apiKey };
  await untilMinuteHasRoom();
});

const RUN = 'github-actions:4242:1';
const NAMED = { 'svc-run': RUN };
const CI = { provider: 'github-actions', runId: '4242', runAttempt: 1 };

function makeShard(index: number, total: number) {
  return makeUpload({
    runId: `process ${index}`,
    execution: { key: RUN, ci: CI, shard: { index, total } },
    results: makeResults(`test ${index}`),
  });
}

/** A cheap request for counting: the server refuses this upload after reading its body. */
const touch = (headers: Record<string, string>): Promise<Answer> => post(to, '{}', headers);

const countOf = (answers: Answer[], status: number) =>
  answers.filter((answer) => answer.status === status).length;

const remainingOf = ({ headers }: Answer) => Number(headers['x-ratelimit-remaining']);

it('accepts 50 shards at once under one key of ten writes', async () => {
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) => post(to, makeShard(index + 1, 50), NAMED)),
  );
  expect(countOf(answers, 200)).toBe(50);
  expect(new Set(answers.map(remainingOf))).toEqual(new Set([9]));
  const { items } = JSON.parse((await ask(to, { url: '/api/executions' })).text).data as {
    items: object[];
  };
  expect(items).toEqual([
    expect.objectContaining({
      status: 'passed',
      shards: { expected: 50, received: 50, carried: 0 },
      totals: expect.objectContaining({ tests: 50 }) as unknown,
    }),
  ]);
});

it('counts the shards of a run once that no CI names, by the key of their execution', async () => {
  const answers = await Promise.all(
    Array.from({ length: 14 }, (_, index) => {
      const body = makeShard(index + 1, 14);
      const execution = { ...body.execution, key: 'nightly 7', ci: undefined };
      return post(to, { ...body, execution }, { 'svc-run': 'local:nightly 7:1' });
    }),
  );
  expect(countOf(answers, 200)).toBe(14);
  expect(new Set(answers.map(remainingOf))).toEqual(new Set([9]));
});

it('counts a 501st upload of a run, and each that follows', async () => {
  const answers = [];
  for (let sent = 0; sent < 500; sent += 50) {
    answers.push(...(await Promise.all(Array.from({ length: 50 }, () => touch(NAMED)))));
  }
  expect(new Set(answers.map(remainingOf))).toEqual(new Set([9]));
  expect(remainingOf(await touch(NAMED))).toBe(8);
  expect(remainingOf(await touch(NAMED))).toBe(7);
});

it('counts every run and attempt separately, and uploads without a run one by one', async () => {
  const runs = ['a:1:1', 'a:1:2', 'a:2:1', 'b:1:1'].map((run) => ({ 'svc-run': run }));
  for (const headers of [...runs, ...runs]) await touch(headers);
  expect(remainingOf(await touch({}))).toBe(5);
  expect(remainingOf(await touch({}))).toBe(4);
});

it('accepts further uploads of an admitted run when the limit is used up, but no other run', async () => {
  await touch(NAMED);
  await Promise.all(Array.from({ length: 12 }, () => touch({})));
  const statuses = [];
  for (const run of [RUN, 'late:1:1', 'late:1:1', RUN]) {
    statuses.push((await touch({ 'svc-run': run })).status);
  }
  // 400: the body was checked.
  expect(statuses).toEqual([400, 429, 429, 400]);
  expect((await touch({})).status).toBe(429);
});

it('reads the header only for uploads', async () => {
  const url = '/api/nothing-of-the-kind';
  const answers = [];
  for (const _ of [1, 2]) {
    answers.push(await ask(to, { method: 'POST', url, headers: NAMED, payload: {} }));
  }
  expect(answers.map((answer) => [answer.status, remainingOf(answer)])).toEqual([
    [404, 9],
    [404, 8],
  ]);
});

it.each([
  ['another run', RUN.replace('4242', '4243'), CI, 'Names another CI run'],
  ['another attempt', 'github-actions:4242:2', CI, 'Names another CI run'],
  ['another provider', 'gitlab:4242:1', CI, 'Names another CI run'],
  ['a run where the body has none', RUN, undefined, 'names no run'],
  ['half a run', 'github-actions:4242', CI, 'Expected `<provider>:<runId>:<attempt>`'],
])('refuses a header that names %s', async (_, header, ci, message) => {
  const body = makeUpload({ execution: ci === undefined ? {} : { ci } });
  const { status, error } = errorOf(await post(to, body, { 'svc-run': header }));
  expect({ status, code: error.code, path: error.details?.[0]?.path }).toEqual({
    status: 400,
    code: 'BAD_REQUEST',
    path: 'Svc-Run',
  });
  expect(error.message).toContain(message);
});

it('treats a missing attempt in the body as the first', async () => {
  const { runAttempt: _, ...ci } = CI;
  expect((await post(to, makeUpload({ execution: { ci } }), NAMED)).status).toBe(200);
});
