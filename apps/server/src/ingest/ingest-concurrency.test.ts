import type { IngestAnswer, IngestResult } from '@svc/contract/executions/ingest';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeApp, type TestApp } from '../../test/app.ts';
import {
  countRows,
  dataOf,
  makeResult,
  makeUpload,
  post,
  listExecutions,
  readExecution,
  upload,
} from '../../test/make.ts';

let server: TestApp;
beforeAll(async () => {
  server = await makeApp();
});
afterAll(() => server.close());

/** Failures with the same tests and texts in every list, in a different order. */
function makeFailures(count: number, first: number, stride = 7): IngestResult[] {
  return Array.from({ length: count }, (_, index) => {
    const which = (first + index * stride) % count;
    const errors = [{ message: `expected ${which}` }];
    return makeResult({
      titlePath: [`test ${which}`],
      status: 'failed',
      attempts: [{ status: 'failed', durationMs: 1, errors }],
    });
  });
}

it('accepts twenty shards of one execution at once, twice each, with the same new tests', async () => {
  const opening = makeUpload({ execution: { project: 'at once', key: 'k' }, results: [] });
  const shards = Array.from({ length: 20 }, (_, index) =>
    makeUpload({
      execution: {
        project: 'at once',
        key: 'k',
        shard: { index: index + 1, total: 20 },
        ci: { job: 'test' },
      },
      results: makeFailures(50, index),
    }),
  );
  const { executionId } = await upload(server, opening);
  const answers = await Promise.all([...shards, ...shards].map((body) => post(server, body)));
  const accepted = answers.map((answer) => (dataOf(answer) as IngestAnswer).accepted);
  expect(accepted.reduce((sum, { results }) => sum + results, 0)).toBe(1_000);
  const detail = await readExecution(server, { executionId });
  expect(detail).toMatchObject({
    status: 'failed',
    shards: { expected: 21, received: 21, carried: 0 },
    totals: { tests: 1_000, failed: 1_000 },
  });
  expect(new Set(detail.results.map(({ testId }) => testId)).size).toBe(50);
});

it('numbers simultaneous executions without a gap, also after failed uploads', async () => {
  const bodies = Array.from({ length: 30 }, (_, index) =>
    makeUpload({
      execution: { project: 'numbers', key: `k${index % 20}`, ci: { job: `job ${index}` } },
      results: [makeResult({ durationMs: index % 5 === 4 ? -1 : 1 })],
    }),
  );
  const answers = await Promise.all(bodies.map((body) => post(server, body)));
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status === 400)).toHaveLength(6);
  expect(statuses.filter((status) => status === 200)).toHaveLength(24);
  const { items } = await listExecutions(server, '?project=numbers&limit=100');
  const numbers = items.map(({ number }) => number).toSorted((a, b) => a - b);
  expect(numbers).toEqual(Array.from({ length: items.length }, (_, index) => index + 1));
});

it('stores large uploads that deadlock over the same new tests', async () => {
  const padding = 'x'.repeat(1_500);
  const project = 'deadlock';
  // Uploads wait for the one that creates their project. With an existing project they run concurrently.
  await upload(server, makeUpload({ execution: { project }, results: [] }));
  const large = [1, 1_510, 7, 1_400, 2, 1_509, 11, 900].map((stride) =>
    makeUpload({
      execution: { project },
      // Over 2 MB, so that the tests are inserted in several chunks. 1,511 is a prime, so that every stride gives
      // another order.
      results: makeFailures(1_511, stride * 190, stride).map((result) => ({
        ...result,
        titlePath: [padding, ...result.titlePath],
      })),
    }),
  );
  const before = await countRows(server);
  const answers = await Promise.all(large.map((body) => post(server, body)));
  expect(answers.map(({ status }) => status)).toEqual(large.map(() => 200));
  const after = await countRows(server);
  expect((after['results'] ?? 0) - (before['results'] ?? 0)).toBe(large.length * 1_511);
  expect((after['tests'] ?? 0) - (before['tests'] ?? 0)).toBe(1_511);
});
