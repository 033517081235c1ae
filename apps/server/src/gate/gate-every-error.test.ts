import { randomUUID } from 'node:crypto';
import type { IngestAttempt } from '@svc/contract/executions/ingest';
import type { TestError } from '@svc/contract/executions/test-errors';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { makeApp, type TestApp } from '../../test/app.ts';
import { makeRun } from '../../test/history.ts';
import { dataOf, makeUpload, readExecution, settle, upload } from '../../test/make.ts';
import {
  failureIn,
  gateOf,
  quarantine,
  readEntry,
  send,
  settleExcusals,
  uploadFailures,
} from '../../test/scenes/gating.ts';
import { rebuildRollUps } from '../rollups/rebuild.ts';

let server: TestApp;
beforeAll(async () => {
  server = await makeApp({ SVC_SETTLE_SECONDS: '30' });
});
afterAll(() => server.close());

let organizationId: string;
let to: Pick<TestApp, 'app' | 'apiKey'>;
beforeEach(async () => {
  const made = await server.makeOrganization(randomUUID());
  organizationId = made.organizationId;
  to = { app: server.app, apiKey: made.apiKey };
});

const FLAKE: TestError = { message: 'TimeoutError: locator.click: Timeout 5000ms exceeded' };
const BUG: TestError = { message: 'TypeError: cart.total is not a function' };
const OTHER: TestError = { message: 'Error: the database is locked' };

/** An execution in which one test failed, with these errors in each attempt. */
function failing(title: string, ...tries: TestError[][]) {
  const attempts = tries.map((errors): IngestAttempt => ({
    status: 'failed',
    durationMs: 3,
    errors,
  }));
  return uploadFailures(
    server,
    to,
    makeUpload({ execution: { status: 'failed' }, results: [makeRun(title, 'f', { attempts })] }),
  );
}

const with_ = (error: TestError, cause: TestError): TestError => ({ ...error, cause });

it.each<[string, TestError[][]]>([
  ['as a second error', [[FLAKE, BUG]]],
  ['as the first error', [[BUG, FLAKE]]],
  ['in the first attempt', [[BUG], [FLAKE]]],
  ['in the last attempt', [[FLAKE], [BUG]]],
  ['in a middle attempt', [[FLAKE], [FLAKE, BUG], [FLAKE]]],
  ['as the cause', [[with_(FLAKE, BUG)]]],
  ['as the cause of a cause', [[with_(FLAKE, with_(FLAKE, BUG))]]],
  ['around the known error', [[with_(BUG, FLAKE)]]],
  ['without words', [[FLAKE], []]],
  ['with an empty message', [[FLAKE, { message: ' ' }]]],
  ['after a hundred others', [[...Array(100).keys()].map(() => FLAKE).concat(BUG)]],
])('blocks an unknown error %s', async (_, tries) => {
  const known = await failing('pays', [FLAKE], [FLAKE]);
  const { testId, fingerprint } = await failureIn(to, known);
  await quarantine(to, { testId, fingerprints: [fingerprint], reason: 'SHOP-12' });
  expect((await gateOf(to, known)).verdict).toBe('pass');
  const both = await failing('pays', ...tries);
  expect(await gateOf(to, both)).toMatchObject({
    verdict: 'fail',
    blocking: [{ why: expect.stringMatching(/^The test is quarantined, but not for /) }],
  });
  await rebuildRollUps(server.deps.database, () => {}, { organizationId });
  expect((await gateOf(to, both)).verdict).toBe('fail');
});

it('excuses a failure whose errors are all covered, in any order', async () => {
  const one = await failureIn(to, await failing('pays', [FLAKE]));
  const two = await failureIn(to, await failing('pays', [OTHER]));
  const entry = await quarantine(to, {
    testId: one.testId,
    fingerprints: [one.fingerprint, two.fingerprint],
    reason: 'SHOP-12',
  });
  for (const tries of [[[FLAKE, OTHER]], [[OTHER], [FLAKE]], [[with_(OTHER, FLAKE)]]]) {
    expect((await gateOf(to, await failing('pays', ...tries))).verdict).toBe('pass');
  }
  await failing('pays', [FLAKE, BUG]);
  await settleExcusals(server);
  // There are six executions. The gate excuses all but the newest.
  expect((await readEntry(to, entry.id)).excusedCount).toBe(5);
});

it('gives a failure without an error a fingerprint of its test', async () => {
  const silent = await Promise.all([
    failureIn(to, await failing('pays', [])),
    failureIn(to, await failing('pays', [{ message: '' }])),
    failureIn(to, await failing('ships', [])),
  ]);
  const [first, again, other] = silent.map((one) => one.fingerprint);
  expect([first === again, first === other]).toEqual([true, false]);
});

it.each<[string, TestError[]]>([
  ['after the known one', [FLAKE, OTHER]],
  ['before the known one', [OTHER, FLAKE]],
])('names an error %s that is not excused, so that it can be', async (_, errors) => {
  const known = await failureIn(to, await failing('pays', [FLAKE]));
  const { id } = await quarantine(to, {
    testId: known.testId,
    fingerprints: [known.fingerprint],
    reason: 'SHOP-12',
  });
  const both = await failing('pays', errors);
  const [item] = (await gateOf(to, both)).blocking;
  const [named = ''] = /fp\d+:[0-9a-f]{32}/.exec(item?.why ?? '') ?? [];
  expect(named).not.toBe(known.fingerprint);
  const fingerprints = [known.fingerprint, named];
  dataOf(await send(to, 'PATCH', `/api/quarantine/${id}`, { fingerprints }));
  expect((await gateOf(to, both)).verdict).toBe('pass');
});

it.each(['failed', 'flaky'])('an execution names every error of a %s result', async (outcome) => {
  const attempts: IngestAttempt[] = [[FLAKE, BUG], [OTHER]].map((errors) => ({
    status: 'failed',
    durationMs: 3,
    errors,
  }));
  const passed: IngestAttempt = { status: 'passed', durationMs: 3, errors: [] };
  const result =
    outcome === 'failed'
      ? makeRun('pays', 'f', { attempts })
      : makeRun('pays', 'r', { attempts: [...attempts, passed] });
  const answer = await upload(to, makeUpload({ results: [result, makeRun('ships', '.')] }));
  await settle(server);
  const fingerprints = await Promise.all(
    [OTHER, FLAKE, BUG].map(
      async (error) => (await failureIn(to, await failing('pays', [error]))).fingerprint,
    ),
  );
  const { results } = await readExecution(to, answer);
  const [first, ...further] = results.map(({ fingerprint, furtherFingerprints }) => [
    fingerprint,
    new Set(furtherFingerprints),
  ]);
  expect(first).toEqual([fingerprints[0], new Set(fingerprints.slice(1))]);
  expect(further).toEqual([[null, new Set()]]);
});

it('counts the further errors that are not excused', async () => {
  const { testId, fingerprint } = await failureIn(to, await failing('pays', [FLAKE]));
  await quarantine(to, { testId, fingerprints: [fingerprint], reason: 'SHOP-12' });
  const [item] = (await gateOf(to, await failing('pays', [BUG, FLAKE, OTHER]))).blocking;
  expect(item?.why).toMatch(/every error of this failure: fp\d+:[0-9a-f]{32} and 1 more are not/);
  const [other] = (await gateOf(to, await failing('pays', [BUG, OTHER]))).blocking;
  expect(other?.why).toMatch(/not for this failure: it has another fingerprint\.$/);
});
