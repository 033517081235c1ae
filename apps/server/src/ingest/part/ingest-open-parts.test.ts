import type { IngestAnswer, IngestBody, IngestExecution } from '@svc/contract/executions/ingest';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { makeOwnApp, type TestApp } from '../../../test/app.ts';
import { testClock } from '../../../test/clock.ts';
import {
  ask,
  dataOf,
  makeResult,
  makeUpload,
  readExecution,
  refusalOf,
  settle,
  upload,
  rethrow,
} from '../../../test/make.ts';
import { interruptWaitingExecutions } from '../../executions/life-cycle/interrupt-waiting-executions.ts';

let server: TestApp;
beforeAll(async () => {
  server = await makeOwnApp({ because: 'interrupts the waiting executions of all organizations' });
});
beforeEach(() => server.setNow(null));
afterAll(() => server.close());

/** Request `number` of a reporter's run, with one test named after it. */
function request(
  run: string,
  number: number,
  {
    outcome = 'passed',
    ...execution
  }: Partial<IngestExecution> & { outcome?: 'passed' | 'failed' },
): IngestBody {
  return makeUpload({
    idempotencyKey: number === 1 ? run : `${run}/${number}`,
    runId: run,
    execution: { key: 'open', project: run, ...execution },
    results: [makeResult({ titlePath: [`test ${number}`], status: outcome })],
  });
}

async function stateOf(answer: IngestAnswer) {
  const { status, shards, totals } = await readExecution(server, answer);
  return { answered: answer.status, status, ...shards, tests: totals.tests };
}

it('reports an execution as running until the last request of its part', async () => {
  const open = { expected: 1, received: 0, carried: 0 };
  const first = await upload(server, request('a', 1, { status: 'running' }));
  expect(await stateOf(first)).toEqual({
    answered: 'running',
    status: 'running',
    ...open,
    tests: 1,
  });
  const secondRequest = request('a', 2, { status: 'running' });
  const second = await upload(server, secondRequest);
  expect(await stateOf(second)).toMatchObject({ status: 'running', ...open, tests: 2 });
  const last = await upload(server, request('a', 3, { status: 'passed' }));
  expect(last.executionId).toBe(first.executionId);
  expect(await stateOf(last)).toMatchObject({ status: 'passed', received: 1, tests: 3 });
  const repeated = await upload(server, secondRequest);
  expect(repeated).toEqual(second);
  expect(await stateOf(last)).toMatchObject({ status: 'passed', received: 1, tests: 3 });
});

it('keeps the failure of a request before the last', async () => {
  await upload(server, request('b', 1, { status: 'running', outcome: 'failed' }));
  const last = await upload(server, request('b', 2, { status: 'failed' }));
  expect(await stateOf(last)).toMatchObject({ status: 'failed', tests: 2 });
});

it('accepts the last request before the others, as a spool may send them', async () => {
  await upload(server, request('c', 2, { status: 'passed' }));
  const late = await upload(server, request('c', 1, { status: 'running' }));
  expect(await stateOf(late)).toMatchObject({ status: 'passed', received: 1, tests: 2 });
});

it('rolls up a failure that arrives after the last request of its part', async () => {
  await upload(server, request('g', 2, { status: 'passed' }));
  await settle(server);
  await upload(server, request('g', 1, { status: 'running', outcome: 'failed' }));
  await settle(server);
  const page = dataOf(await ask(server, { url: '/api/tests?project=g&search=test 1' }));
  expect(page).toMatchObject({ items: [{ failures: 1 }] });
});

const shard = (index: number) => ({ project: 'd', shard: { index, total: 2 } });

it('counts an open shard as missing', async () => {
  await upload(server, request('d1', 1, { status: 'running', ...shard(1) }));
  const other = await upload(server, request('d2', 1, { status: 'passed', ...shard(2) }));
  expect(await stateOf(other)).toMatchObject({ status: 'running', expected: 2, received: 1 });
  const last = await upload(server, request('d1', 2, { status: 'passed', ...shard(1) }));
  expect(await stateOf(last)).toMatchObject({ status: 'passed', expected: 2, received: 2 });
});

it('interrupts an execution whose last request is missing, and accepts that request later', async () => {
  const first = await upload(server, request('e', 1, { status: 'running' }));
  server.setNow(new Date(testClock.now().getTime() + server.deps.config.shardTimeoutMs + 1_000));
  await interruptWaitingExecutions(server.deps, rethrow);
  expect(await stateOf(first)).toMatchObject({ status: 'interrupted', received: 0 });
  const last = await upload(server, request('e', 2, { status: 'passed' }));
  expect(await stateOf(last)).toMatchObject({ status: 'passed', received: 1, tests: 2 });
});

it('refuses a running part without a key, which no other request could join', async () => {
  const { key: _, ...execution } = request('f', 1, { status: 'running' }).execution;
  const refusal = await refusalOf(server, { ...request('f', 1, {}), execution });
  expect(refusal).toMatchObject({ status: 400, error: { details: [{ path: 'execution.key' }] } });
});
