import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { createScope } from '../../src/db/scope.ts';
import type { Replica, ReplicaState } from '../../src/db/replica/replica.ts';
import type { PostgresPair } from '../../src/db/embedded/postgres-pair.ts';
import { createApiKey } from '../../src/people/api-keys/api-keys.service.ts';
import { setNow, testClock } from '../clock.ts';
import { startPostgresProxy } from '../failures/postgres-proxy.ts';
import {
  ask,
  listExecutions,
  makeResult,
  makeUpload,
  post,
  readExecution,
  settle,
  upload,
} from '../make.ts';
import { startApp, type RunningApp } from '../running-app.ts';
import { startReplicaPair } from './replica-pair.ts';

let pair: PostgresPair;
/** A server with the replica, and one without. */
let server: RunningApp;
let plain: RunningApp;
let replica: Replica;
beforeAll(async () => {
  pair = await startReplicaPair();
  // The tests count where answers are read, and a cached one is read nowhere.
  const env = { DATABASE_READ_URL: pair.replicaUrl, SVC_ANSWER_CACHE_MB: '0' };
  server = await startApp(pair.primaryUrl, env);
  plain = await startApp(pair.primaryUrl, {});
  const opened = server.deps.databases.replica;
  if (opened === undefined) throw new Error('the server has no replica');
  replica = opened;
});
afterAll(async () => {
  await server.close();
  await plain.close();
  await pair.close();
});
afterEach(() => pair.resume());

/** A new organization, as its key asks it of a server. */
async function makeOrganization(of: RunningApp = server) {
  const { deps } = server;
  const organizationId = deps.random.id();
  await deps.database.query(
    'INSERT INTO organizations (organization_id, name, created_at) VALUES ($1, $2, now())',
    [organizationId, 'Default'],
  );
  const scope = createScope(deps.database, organizationId);
  const { text } = await createApiKey(deps, scope, { name: 'test', createdBy: null });
  await pair.caughtUp();
  return { app: of.app, deps, apiKey: text };
}

/** What an action adds to the counts of answers. */
async function countAnswers(action: () => Promise<unknown>): Promise<ReplicaState['answers']> {
  const before = { ...replica.getState().answers };
  await action();
  const after = replica.getState().answers;
  return {
    replica: after.replica - before.replica,
    primary: after.primary - before.primary,
    unfinished: after.unfinished - before.unfinished,
  };
}

const QUESTIONS = [
  '/api/attention',
  '/api/ci/analyses',
  '/api/executions',
  '/api/failures',
  '/api/flaky-tests',
  '/api/metrics',
  '/api/quarantine',
  '/api/settings/gate',
  '/api/tests',
  '/api/trends',
];

it('reads answers from the replica, and the rest from the primary', async () => {
  const organization = await makeOrganization();
  const { executionId } = await upload(organization, makeUpload());
  await settle(organization);
  await pair.caughtUp();
  const answers = await countAnswers(async () => {
    for (const url of QUESTIONS) {
      expect(await ask(organization, { url })).toMatchObject({ status: 200 });
    }
    await readExecution(organization, { executionId });
  });
  expect(answers).toEqual({ replica: QUESTIONS.length + 1, primary: 0, unfinished: 0 });
  const others = await countAnswers(async () => {
    for (const url of ['/api/whoami', '/api/ci/webhooks']) {
      expect(await ask(organization, { url })).toMatchObject({ status: 200 });
    }
    expect(await post(organization, makeUpload())).toMatchObject({ status: 200 });
  });
  expect(others).toEqual({ replica: 0, primary: 0, unfinished: 0 });
});

it('finishes every other question on the replica, without a statement that it refuses', async () => {
  const organization = await makeOrganization();
  const base = await upload(organization, makeUpload());
  const result = makeResult({ status: 'failed' });
  const head = await upload(
    organization,
    makeUpload({
      execution: {
        status: 'failed',
        git: { branch: 'topic' },
        ci: { provider: 'github-actions', runId: '1', runAttempt: 1, pullRequest: 1 },
      },
      results: [result],
    }),
  );
  await settle(organization);
  await pair.caughtUp();
  const { results } = await readExecution(organization, head);
  const testId = results[0]?.testId;
  const urls = [
    `/api/compare?base=${base.executionId}&head=${head.executionId}`,
    `/api/executions/${head.executionId}/gate`,
    `/api/tests/${testId}`,
    `/api/tests/${testId}/known-failures`,
    `/api/file-durations?project=shop&before=${testClock.now().toISOString()}`,
    '/api/pull-requests/1?project=shop',
    `/trpc/executions.summary?input=${toInput({ id: head.executionId })}`,
    `/trpc/executions.branches?input=${toInput({})}`,
    `/trpc/overview.get?input=${toInput({ timezone: 'UTC' })}`,
    `/trpc/filters.options?input=${toInput({})}`,
  ];
  const statuses: Record<string, number> = {};
  const answers = await countAnswers(async () => {
    for (const url of urls) {
      const [name = ''] = url.replaceAll(/[0-9a-f-]{32,36}/g, 'ID').split('?');
      statuses[name] = (await ask(organization, { url })).status;
    }
  });
  expect(statuses).toMatchInlineSnapshot(`
    {
      "/api/compare": 200,
      "/api/executions/ID/gate": 200,
      "/api/file-durations": 200,
      "/api/pull-requests/1": 200,
      "/api/tests/ID": 200,
      "/api/tests/ID/known-failures": 200,
      "/trpc/executions.branches": 200,
      "/trpc/executions.summary": 200,
      "/trpc/filters.options": 200,
      "/trpc/overview.get": 200,
    }
  `);
  expect(answers).toEqual({ replica: urls.length, primary: 0, unfinished: 0 });
});

function toInput(input: object): string {
  return encodeURIComponent(JSON.stringify(input));
}

it('reads own writes at once while the replica stands still, and those of others too', async () => {
  const organization = await makeOrganization();
  const still = await makeOrganization();
  await upload(organization, makeUpload());
  await pair.caughtUp();
  await pair.pause();
  for (let count = 2; count <= 4; count++) {
    const { executionId } = await upload(organization, makeUpload());
    expect((await listExecutions(organization)).items).toHaveLength(count);
    expect(await readExecution(organization, { executionId })).toMatchObject({ id: executionId });
  }
  // The replica has all of an organization that did not change.
  expect(await countAnswers(() => listExecutions(still))).toMatchObject({ replica: 1, primary: 0 });
  expect(await countAnswers(() => listExecutions(organization))).toMatchObject({
    replica: 0,
    primary: 1,
  });
  await pair.resume();
  await pair.caughtUp();
  const caughtUp = await countAnswers(async () => {
    expect((await listExecutions(organization)).items).toHaveLength(4);
  });
  expect(caughtUp).toMatchObject({ replica: 1, primary: 0 });
});

it('answers as a server without a replica does, at every step of a history', async () => {
  // Windows end now.
  setNow(testClock.now());
  onTestFinished(() => setNow(null));
  const organization = await makeOrganization();
  const differences: string[] = [];
  const compare = async (step: string): Promise<void> => {
    for (const url of QUESTIONS) {
      const [one, other] = await Promise.all([
        ask(organization, { url }),
        ask({ ...organization, app: plain.app }, { url }),
      ]);
      if (one.text !== other.text) differences.push(`${step}: ${url}`);
    }
  };
  for (const status of ['passed', 'failed', 'passed', 'failed'] as const) {
    const body = makeUpload({ execution: { status } });
    await pair.pause();
    await upload(organization, {
      ...body,
      results: body.results.map((result) => ({ ...result, status })),
    });
    await compare(`uploaded ${status}`);
    await settle(organization);
    await compare(`rolled up ${status}`);
    await pair.resume();
    await compare(`resumed ${status}`);
  }
  expect(differences).toEqual([]);
});

/** Asks all questions eight at a time until the returned function is called, which returns what went wrong. */
function keepAsking(organization: Awaited<ReturnType<typeof makeOrganization>>) {
  const refused: string[] = [];
  let slowestMs = 0;
  const over = new AbortController();
  const askInTurn = async (first: number): Promise<void> => {
    for (let count = first; !over.signal.aborted; count++) {
      const startedAt = performance.now();
      const { status, text } = await ask(organization, {
        url: QUESTIONS[count % QUESTIONS.length] ?? '',
      });
      slowestMs = Math.max(slowestMs, performance.now() - startedAt);
      if (status !== 200) refused.push(text);
    }
  };
  const load = Promise.all(Array.from({ length: 8 }, (_, index) => askInTurn(index)));
  return async () => {
    over.abort();
    await load;
    return { refused, slowestMs };
  };
}

it('answers every question while the replica stops and starts under load', async () => {
  const organization = await makeOrganization();
  await upload(organization, makeUpload());
  const stopAsking = keepAsking(organization);
  for (let round = 0; round < 2; round++) {
    await vi.waitFor(() => expect(replica.getState().isServing).toBe(true), { timeout: 10_000 });
    await pair.stopReplica();
    await vi.waitFor(() => expect(replica.getState().isServing).toBe(false), { timeout: 10_000 });
    await upload(organization, makeUpload());
    await pair.startReplica();
  }
  await vi.waitFor(() => expect(replica.getState().isServing).toBe(true), { timeout: 10_000 });
  const { refused, slowestMs } = await stopAsking();
  expect(refused).toEqual([]);
  expect(slowestMs).toBeLessThan(3_000);
}, 60_000);

it('waits a few seconds at most for a replica that hangs, once', async () => {
  const proxy = await startPostgresProxy(pair.replicaUrl);
  const behind = await startApp(pair.primaryUrl, {
    DATABASE_READ_URL: proxy.databaseUrl,
    SVC_ANSWER_CACHE_MB: '0',
  });
  onTestFinished(async () => {
    proxy.cut();
    await behind.close();
    await proxy.close();
  });
  const hanging = behind.deps.databases.replica;
  const organization = await makeOrganization(behind);
  const stopAsking = keepAsking(organization);
  await vi.waitFor(() => expect(hanging?.getState().answers.replica).toBeGreaterThan(20), 10_000);
  proxy.freeze(true);
  await vi.waitFor(() => expect(hanging?.getState().isServing).toBe(false), 10_000);
  const { refused, slowestMs } = await stopAsking();
  expect(refused).toEqual([]);
  // A second until the next probe, and 1.5 s until it counts as unanswered.
  expect(slowestMs).toBeLessThan(4_500);
  const afterwards = keepAsking(organization);
  await sleep(1_000);
  expect((await afterwards()).slowestMs).toBeLessThan(1_000);
}, 60_000);

it('shows the replica in /metrics', async () => {
  const { payload } = await server.app.inject({ url: '/metrics' });
  expect(payload).toMatch(/^svc_replica_serving 1$/m);
  expect(payload).toMatch(/^svc_replica_lag_seconds 0$/m);
  expect(payload).toMatch(/^svc_replica_answers_total\{source="replica"\} \d+$/m);
  const { payload: without } = await plain.app.inject({ url: '/metrics' });
  expect(without).not.toContain('svc_replica');
});
