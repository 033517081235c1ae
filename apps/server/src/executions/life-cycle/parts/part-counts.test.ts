import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeApp, type TestApp } from '../../../../test/app.ts';
import { testClock } from '../../../../test/clock.ts';
import { buildPartIdentity } from './part-identity.ts';
import { countOnlyPart, countParts } from './part-counts.queries.ts';

let test: TestApp;

beforeAll(async () => {
  test = await makeApp();
});

afterAll(() => test.close());

it.each([
  ['a job', {}],
  ['a job whose tests still run', { status: 'running' as const, key: 'open' }],
  ['one shard of four', { shard: { index: 2, total: 4 } }],
  ['the only shard', { shard: { index: 1, total: 1 } }],
  ['a merged report', { merged: true }],
])('counts %s without a statement as with one', async (_name, facts) => {
  const body = {
    version: 1 as const,
    idempotencyKey: JSON.stringify(facts),
    execution: {
      framework: 'vitest' as const,
      reporter: { name: 'test', version: '0' },
      status: 'passed' as const,
      startedAt: testClock.now().toISOString(),
      durationMs: 1,
      ...facts,
    },
  };
  const answer = await test.app.inject({
    method: 'POST',
    url: '/api/ingest',
    headers: { authorization: `Bearer ${test.apiKey}` },
    payload: { ...body, results: [] },
  });
  const { executionId } = answer.json().data;
  const counted = await test.scope.transaction((scope) =>
    countParts(scope, executionId, { previousId: null, replaced: [] }),
  );
  const open = body.execution.status !== 'passed';
  expect(countOnlyPart({ ...buildPartIdentity(body, Buffer.alloc(0)), open })).toEqual(counted);
});
