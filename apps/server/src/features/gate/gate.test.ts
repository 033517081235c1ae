import { randomUUID } from 'node:crypto';
import type { Gate } from '@svc/contract/gate/gate';
import type { QuarantineEntry } from '@svc/contract/gate/quarantine';
import type { IngestAnswer } from '@svc/contract/executions/ingest';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { makeApp, type TestApp } from '../../../test/app.ts';
import { timeBefore } from '../../../test/clock.ts';
import { makeRun } from '../../../test/history.ts';
import { ask, dataOf, makeUpload, readExecution, settle, upload } from '../../../test/make.ts';

let server: TestApp;
beforeAll(async () => {
  server = await makeApp();
});
afterAll(() => server.close());

let to: Pick<TestApp, 'app' | 'apiKey'>;
beforeEach(async () => {
  to = { app: server.app, apiKey: (await server.makeOrganization(randomUUID())).apiKey };
});

async function gateOf({ executionId }: IngestAnswer): Promise<Gate> {
  return dataOf(await ask(to, { url: `/api/executions/${executionId}/gate` })) as Gate;
}

/** Uploads an execution in which tests failed with these messages; null passed. */
async function run(messages: Record<string, string | null>): Promise<IngestAnswer> {
  const results = Object.entries(messages).map(([title, message]) =>
    message === null
      ? makeRun(title, '.')
      : makeRun(title, 'f', {
          attempts: [{ status: 'failed', durationMs: 3, errors: [{ message }] }],
        }),
  );
  const failed = Object.values(messages).some((message) => message !== null);
  const answer = await upload(
    to,
    makeUpload({
      execution: { status: failed ? 'failed' : 'passed', startedAt: timeBefore(1) },
      results,
    }),
  );
  await settle(server);
  return answer;
}

async function quarantine(body: object): Promise<QuarantineEntry> {
  const answer = await ask(to, {
    method: 'POST',
    url: '/api/quarantine',
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify(body),
  });
  return dataOf(answer) as QuarantineEntry;
}

async function failureIn(execution: IngestAnswer) {
  const { results } = await readExecution(to, execution, '?status=failed');
  const [result] = results;
  if (result === undefined) throw new Error('nothing failed');
  return { testId: result.testId, resultId: result.id, fingerprint: result.fingerprint ?? '' };
}

it('passes an execution without a failure', async () => {
  const execution = await run({ 'adds up': null });
  expect(await gateOf(execution)).toEqual({
    executionId: execution.executionId,
    executionNumber: 1,
    project: 'shop',
    url: execution.url,
    verdict: 'pass',
    undecided: null,
    counts: { failures: 0, excused: 0, blocking: 0 },
    excused: [],
    blocking: [],
    expiring: [],
    excusesKnownFlakes: false,
  });
});

it('passes a quarantined failure, which stays failed, and blocks when the test fails in a new way', async () => {
  const before = await run({ 'adds up': 'Error: tax is missing', 'takes away': null });
  const { testId, resultId, fingerprint } = await failureIn(before);
  const facts = {
    testId,
    title: 'adds up',
    titlePath: ['adds up'],
    file: 'src/cart.test.ts',
    line: null,
  };
  expect(await gateOf(before)).toMatchObject({
    verdict: 'fail',
    blocking: [
      {
        kind: 'failure',
        why: 'Nothing excuses this failure.',
        ...facts,
        resultId,
        fingerprint,
        quarantineId: null,
      },
    ],
  });

  const entry = await quarantine({ testId, fingerprints: [fingerprint], reason: 'SHOP-12' });
  const excused = await run({ 'adds up': 'Error: tax is missing', 'takes away': null });
  expect(await gateOf(excused)).toMatchObject({
    verdict: 'pass',
    counts: { failures: 1, excused: 1, blocking: 0 },
    excused: [
      {
        ...facts,
        resultId: (await failureIn(excused)).resultId,
        fingerprint,
        by: 'quarantine',
        quarantineId: entry.id,
        reason: 'SHOP-12',
        owner: null,
        expiresAt: entry.expiresAt,
      },
    ],
    blocking: [],
    expiring: [],
  });
  expect((await readExecution(to, excused)).status).toBe('failed');

  const otherwise = await run({ 'adds up': 'TypeError: cart is undefined', 'takes away': null });
  const other = await failureIn(otherwise);
  expect(other.fingerprint).not.toBe(fingerprint);
  expect(await gateOf(otherwise)).toMatchObject({
    verdict: 'fail',
    counts: { failures: 1, excused: 0, blocking: 1 },
    excused: [],
    blocking: [
      {
        kind: 'failure',
        why: 'The test is quarantined, but not for this failure: it has another fingerprint.',
        ...facts,
        resultId: other.resultId,
        fingerprint: other.fingerprint,
        quarantineId: entry.id,
      },
    ],
  });
});
