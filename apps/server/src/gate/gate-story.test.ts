import { randomUUID } from 'node:crypto';
import type { Comparison } from '@svc/contract/executions/compare';
import type { IngestAnswer } from '@svc/contract/executions/ingest';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeApp, type TestApp } from '../../test/app.ts';
import { timeBefore } from '../../test/clock.ts';
import {
  failureIn,
  gateOf,
  makeFailures,
  quarantine,
  readEntry,
  settleExcusals,
  uploadFailures,
  type Failures,
} from '../../test/scenes/gating.ts';
import { ask, dataOf, listExecutions } from '../../test/make.ts';

let server: TestApp;
let to: Pick<TestApp, 'app' | 'apiKey'>;
beforeAll(async () => {
  server = await makeApp({ SVC_SETTLE_SECONDS: '30' });
  to = { app: server.app, apiKey: (await server.makeOrganization(randomUUID())).apiKey };
});
afterAll(() => server.close());

/** A run of CI so many hours ago. */
function ciRun(branch: string, hours: number, messages: Failures): Promise<IngestAnswer> {
  const ci = { provider: 'github-actions', runId: String(hours) };
  const commit = String(hours).repeat(40);
  const execution = { git: { branch, commit }, ci, startedAt: timeBefore(hours) };
  return uploadFailures(server, to, makeFailures(messages, { execution }));
}

const verdictOf = async (execution: IngestAnswer) => (await gateOf(to, execution)).verdict;

it('lets a quarantined regression pass, and stops it when it fails differently', async () => {
  const TAX = 'Error: tax is missing';
  const green = await ciRun('main', 5, { 'adds up': null, 'takes away': null });
  expect(await verdictOf(green)).toBe('pass');

  const regressed = await ciRun('fix/tax', 4, { 'adds up': TAX, 'takes away': null });
  const url = `/api/compare?base=${green.executionId}&head=${regressed.executionId}`;
  const { summary } = dataOf(await ask(to, { url })) as Comparison;
  expect(summary.regressions).toBe(1);
  expect(await verdictOf(regressed)).toBe('fail');

  const { testId, fingerprint } = await failureIn(to, regressed);
  await settleExcusals(server);
  const facts = { testId, fingerprints: [fingerprint], reason: 'SHOP-12' };
  const entry = await quarantine(to, facts);
  // The gate answers as of now.
  expect(await verdictOf(regressed)).toBe('pass');
  const again = await ciRun('fix/tax', 3, { 'adds up': TAX, 'takes away': null });
  expect(await verdictOf(again)).toBe('pass');

  const different = await ciRun('fix/tax', 2, {
    'adds up': 'TypeError: cart is undefined',
    'takes away': null,
  });
  expect(await verdictOf(different)).toBe('fail');

  // Execution 2 had settled before the entry was added, and 4 failed differently.
  await settleExcusals(server);
  const { excusedCount, excusals } = await readEntry(to, entry.id);
  expect([excusedCount, excusals.items.map(({ executionNumber }) => executionNumber)]).toEqual([
    1,
    [3],
  ]);

  // Statuses never change: an excused failure is one of the failures.
  const { items } = await listExecutions(to);
  expect(
    items.map(({ number, status, totals, excused }) => [number, status, totals.failed, excused]),
  ).toEqual([
    [4, 'failed', 1, 0],
    [3, 'failed', 1, 1],
    [2, 'failed', 1, 0],
    [1, 'passed', 0, 0],
  ]);
});
