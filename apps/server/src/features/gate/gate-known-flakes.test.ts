import { randomUUID } from 'node:crypto';
import type { IngestAnswer } from '@svc/contract/executions/ingest';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { analysisOf, analyzeAll, correct } from '../../../test/scenes/analysing.ts';
import { makeApp, type TestApp } from '../../../test/app.ts';
import { failureIn, gateOf, makeFailures, uploadFailures } from '../../../test/scenes/gating.ts';
import { dataOf } from '../../../test/make.ts';
import { call } from '../../../test/procedures.ts';

let server: TestApp;
beforeAll(async () => {
  server = await makeApp({ SVC_SETTLE_SECONDS: '30' });
});
afterAll(() => server.close());

let organizationId: string;
let to: Pick<TestApp, 'app' | 'apiKey'>;
beforeEach(async () => {
  server.setNow(null);
  const made = await server.makeOrganization(randomUUID());
  organizationId = made.organizationId;
  to = { app: server.app, apiKey: made.apiKey };
});

const TAX = 'Error: tax is missing';

async function excuseKnownFlakes(excuseKnownFlakes = true): Promise<void> {
  const { token } = await server.signIn(organizationId);
  await call(server, token, 'settings.setGate', { excuseKnownFlakes });
}

const run = (facts: Parameters<typeof makeFailures>[1] = {}) =>
  uploadFailures(server, to, makeFailures({ 'adds up': TAX }, facts));

/** Gives every verdict of the organization this class. */
async function judge(classification: string, confidence: number): Promise<void> {
  await server.deps.database.query(
    'UPDATE verdicts SET classification = $2::classification, confidence = $3 WHERE organization_id = $1',
    [organizationId, classification, confidence],
  );
}

async function decision(execution: IngestAnswer) {
  const { verdict, undecided, counts } = await gateOf(to, execution);
  return { verdict, reason: undecided?.reason ?? null, excused: counts.excused };
}

const FAIL = { verdict: 'fail', reason: null, excused: 0 };
const PASS = { verdict: 'pass', reason: null, excused: 1 };
const WAIT = { verdict: 'undecided', reason: 'analysis', excused: 0 };

it('excuses verdicts of KNOWN_FLAKE from a confidence of 0.9, if the organization wants that', async () => {
  const execution = await run();
  await analyzeAll(server);
  await judge('KNOWN_FLAKE', 0.9);
  expect(await decision(execution)).toEqual(FAIL);
  await excuseKnownFlakes();
  expect(await decision(execution)).toEqual(PASS);
  expect(await gateOf(to, execution)).toMatchObject({
    excused: [
      {
        ...(await failureIn(to, execution)),
        by: 'known-flake',
        quarantineId: null,
        reason: 'Known flake, with a confidence of 90 %.',
        owner: null,
        expiresAt: null,
      },
    ],
    expiring: [],
    excusesKnownFlakes: true,
  });
  await judge('KNOWN_FLAKE', 0.899);
  expect(await decision(execution)).toEqual(FAIL);
  await judge('INFRA', 1);
  expect(await decision(execution)).toEqual(FAIL);
});

it('follows a person who corrects the verdict', async () => {
  await excuseKnownFlakes();
  const execution = await run();
  await analyzeAll(server);
  const { id } = await analysisOf(to, execution);
  dataOf(await correct(to, id, { classification: 'KNOWN_FLAKE' }));
  expect((await decision(execution)).excused).toBe(1);
  await analyzeAll(server);
  expect(await decision(execution)).toEqual(PASS);
});

it('is undecided until the analysis is complete, unless something else blocks', async () => {
  await excuseKnownFlakes();
  const execution = await run();
  const broken = await run({ execution: { errors: [{ message: 'Error: no database' }] } });
  expect([await decision(execution), await decision(broken)]).toEqual([WAIT, FAIL]);
  await analyzeAll(server);
  expect(await decision(execution)).toEqual(FAIL);
  await excuseKnownFlakes(false);
  expect(await decision(await run())).toEqual(FAIL);
});

it('does not wait for an analysis that failed', async () => {
  await excuseKnownFlakes();
  const execution = await run();
  await analyzeAll(server);
  await server.deps.database.query(
    `INSERT INTO due_analyses (organization_id, execution_id, queued_at, due_at, is_news)
     VALUES ($1, $2, now(), now(), true)`,
    [organizationId, execution.executionId],
  );
  expect(await decision(execution)).toEqual(WAIT);
  await server.deps.database.query(
    'UPDATE due_analyses SET failures = 1 WHERE organization_id = $1',
    [organizationId],
  );
  expect(await decision(execution)).toEqual(FAIL);
});
