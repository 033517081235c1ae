import { randomUUID } from 'node:crypto';
import type { IngestAnswer, IngestExecution } from '@svc/contract/executions/ingest';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { makeOwnApp, type TestApp } from '../../../test/app.ts';
import { testClock } from '../../../test/clock.ts';
import { makeResult, makeUpload, readExecution, rethrow, upload } from '../../../test/make.ts';
import { drainOutbox } from '../../db/outbox/drain-outbox.ts';
import type { DueEvent } from '../../db/outbox/events.queries.ts';
import { interruptWaitingExecutions } from './interrupt-waiting-executions.ts';
import { settleExecutions } from './settle-executions.ts';

let server: TestApp;
let to: Pick<TestApp, 'app' | 'apiKey'>;
beforeAll(async () => {
  server = await makeOwnApp({
    because: 'settles the executions of all organizations',
    env: { SVC_SETTLE_SECONDS: '30' },
  });
});
afterAll(() => server.close());
beforeEach(async () => {
  server.setNow(null);
  await newEvents();
  to = { app: server.app, apiKey: (await server.makeOrganization(randomUUID())).apiKey };
});

const key = 'github-actions:1:1:unit';

function makePart(
  title: string,
  { failed = false, ...execution }: Partial<IngestExecution> & { failed?: boolean } = {},
) {
  const status = failed ? 'failed' : 'passed';
  return makeUpload({
    runId: title,
    results: [makeResult({ titlePath: [title], status })],
    execution: { key, status, ...execution },
  });
}

/** Removes all events from the outbox, and returns their facts. */
async function newEvents(): Promise<object[]> {
  return (await takeEvents()).map(({ type, data }) =>
    'revision' in data
      ? { type, executionId: data.executionId, status: data.status, revision: data.revision }
      : { type },
  );
}

async function takeEvents(): Promise<DueEvent[]> {
  const taken: DueEvent[] = [];
  const consumer = {
    name: 'test',
    take: async (_: unknown, events: readonly DueEvent[]) => () => void taken.push(...events),
  };
  await drainOutbox(server.deps.database, [consumer], rethrow);
  return taken;
}

/** Settles what is due after this time. */
async function settleIn(seconds: number): Promise<object[]> {
  server.setNow(new Date(testClock.now().getTime() + seconds * 1_000));
  await settleExecutions(server.deps);
  const events = await newEvents();
  server.setNow(null);
  return events;
}

const settled = ({ executionId }: IngestAnswer, status: string, revision: number) => ({
  type: 'execution.completed',
  executionId,
  status,
  revision,
});

it('settles a complete execution once, when nothing more came for 30 seconds', async () => {
  const answer = await upload(to, makePart('a'));
  expect(await settleIn(25)).toEqual([]);
  expect(await settleIn(31)).toEqual([settled(answer, 'passed', 1)]);
  expect(await settleIn(100)).toEqual([]);
});

it('reports the facts that the execution has in its answer', async () => {
  const git = { branch: 'fix/cart', commit: 'C'.repeat(40) };
  await upload(to, makePart('a', { name: 'unit', git }));
  const sent = await upload(to, makePart('b', { failed: true, name: 'unit', git }));
  server.setNow(new Date(testClock.now().getTime() + 31_000));
  await settleExecutions(server.deps);
  const { project, number, name, framework, status, totals, durationMs } = await readExecution(
    to,
    sent,
  );
  const facts = { project, number, name, framework, status, totals, durationMs };
  const { executionId } = sent;
  const data = { executionId, ...facts, ...git, revision: 1 };
  const events = await takeEvents();
  expect(events.map((event) => event.data)).toEqual([data, data]);
  expect(totals).toMatchObject({ tests: 2, passed: 1, failed: 1 });
});

it('waits again after each further part', async () => {
  await upload(to, makePart('a'));
  server.setNow(new Date(testClock.now().getTime() + 20_000));
  const answer = await upload(to, makePart('b'));
  // 31 seconds after the first part.
  expect(await settleIn(11)).toEqual([]);
  expect(await settleIn(51)).toEqual([settled(answer, 'passed', 1)]);
});

it('settles again with the next revision when a later part changes it', async () => {
  await upload(to, makePart('a'));
  await settleIn(31);
  const answer = await upload(to, makePart('b', { failed: true }));
  const second = settled(answer, 'failed', 2);
  expect(await settleIn(31)).toEqual([second, { ...second, type: 'execution.failed' }]);
});

it('does not settle again because an upload is repeated', async () => {
  await upload(to, makePart('a'));
  await settleIn(31);
  const { accepted } = await upload(to, makePart('a'));
  expect(accepted).toEqual({ results: 0, duplicates: 1 });
  expect(await settleIn(31)).toEqual([]);
});

it('does not settle while shards are missing, and settles at once when they are given up', async () => {
  const answer = await upload(to, makePart('a', { shard: { index: 1, total: 2 } }));
  expect(answer.status).toBe('running');
  expect(await settleIn(3_600)).toEqual([]);
  const later = new Date(testClock.now().getTime() + 3 * 3_600_000);
  server.setNow(later);
  await interruptWaitingExecutions(server.deps, rethrow);
  expect(await settleIn(0)).toEqual([settled(answer, 'interrupted', 1)]);
});

it('stops settling when a further shard makes it run again', async () => {
  await upload(to, makePart('a', { shard: { index: 1, total: 1 } }));
  await settleIn(31);
  await upload(to, makePart('b', { shard: { index: 1, total: 2 } }));
  expect(await settleIn(60)).toEqual([]);
  const answer = await upload(to, makePart('c', { shard: { index: 2, total: 2 } }));
  expect(answer.status).toBe('passed');
  expect(await settleIn(60)).toEqual([settled(answer, 'passed', 2)]);
});
