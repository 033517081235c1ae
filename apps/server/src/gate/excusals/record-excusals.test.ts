import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { makeOwnApp, type TestApp } from '../../../test/app.ts';
import { inDays } from '../../../test/clock.ts';
import {
  failureIn,
  gateOf,
  makeFailures,
  quarantine,
  readEntry,
  send,
  settleExcusals,
  uploadFailures,
} from '../../../test/scenes/gating.ts';
import { makeRun } from '../../../test/history.ts';
import { listExecutions, readExecution, settle, upload } from '../../../test/make.ts';
import { call } from '../../../test/procedures.ts';
import { refuseRows } from '../../../test/scenes/refuse-rows.ts';
import { signInAs } from '../../../test/sign-in-as.ts';
import { settleExecutions } from '../../executions/life-cycle/settle-executions.ts';
import { recordExcusals } from './record-excusals.ts';

let server: TestApp;
beforeAll(async () => {
  server = await makeOwnApp({
    because: 'settles the executions of all organizations',
    env: { SVC_SETTLE_SECONDS: '30' },
  });
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
const CART = 'TypeError: cart is undefined';

/** An entry for a test that failed before, in an execution that has settled. */
async function quarantinedTest(facts: object = {}) {
  const before = await uploadFailures(server, to, makeFailures({ 'adds up': TAX }));
  const failure = await failureIn(to, before);
  await settleExcusals(server);
  const { testId, fingerprint } = failure;
  const entry = await quarantine(to, {
    testId,
    fingerprints: [fingerprint],
    reason: 'SHOP-12',
    ...facts,
  });
  return { ...failure, entryId: entry.id };
}

/** The number of failures that the entry excused in each execution, newest first. */
async function excusedBy(entryId: string): Promise<number[]> {
  const { excusals, excusedCount, lastExcusedAt } = await readEntry(to, entryId);
  const counts = excusals.items.map(({ results }) => results);
  expect(excusedCount).toBe(counts.reduce((sum, count) => sum + count, 0));
  expect(lastExcusedAt).toBe(excusals.items[0]?.at ?? null);
  return counts;
}

it('records the others if one fails, and that one as soon as it can', async () => {
  const { entryId } = await quarantinedTest();
  const failing = await uploadFailures(server, to, makeFailures({ 'adds up': TAX }));
  await uploadFailures(server, to, makeFailures({ 'adds up': TAX }));
  const accept = await refuseRows(server, 'excusals', `execution_id = '${failing.executionId}'`);
  try {
    await expect(settleExcusals(server)).rejects.toThrow('refused');
    expect(await excusedBy(entryId)).toEqual([1]);
  } finally {
    await accept();
  }
  expect(await settleExcusals(server)).toBe(1);
  expect(await excusedBy(entryId)).toEqual([1, 1]);
});

it('records what an entry excused when the execution has settled, and nothing of before', async () => {
  const { entryId, fingerprint } = await quarantinedTest();
  const git = { branch: 'main', commit: 'a'.repeat(40) };
  const body = makeFailures({ 'adds up': TAX, 'takes away': CART }, { execution: { git } });
  const execution = await uploadFailures(server, to, body);
  expect(await recordExcusals(server.deps)).toBe(0);
  expect(await excusedBy(entryId)).toEqual([]);
  expect(await settleExcusals(server)).toBe(1);
  expect((await readEntry(to, entryId)).excusals).toEqual({
    items: [
      {
        executionId: execution.executionId,
        executionNumber: 2,
        ...git,
        at: (await readExecution(to, execution)).startedAt,
        results: 1,
        fingerprints: [fingerprint],
      },
    ],
    nextCursor: null,
  });
  expect(await excusedBy(entryId)).toEqual([1]);
  expect(await settleExcusals(server)).toBe(0);
});

it('records nothing for an entry that had expired, beside one that had not', async () => {
  const { entryId } = await quarantinedTest({ expiresAt: inDays(1).toISOString() });
  const { testId } = await failureIn(
    to,
    await uploadFailures(server, to, makeFailures({ 'takes away': CART })),
  );
  const active = await quarantine(to, { testId, fingerprints: 'any', reason: 'SHOP-13' });
  server.setNow(inDays(2));
  await uploadFailures(server, to, makeFailures({ 'adds up': TAX, 'takes away': CART }));
  await settleExcusals(server);
  expect(await excusedBy(active.id)).toContain(1);
  expect(await excusedBy(entryId)).toEqual([]);
});

it('pages the executions, newest first', async () => {
  const { entryId } = await quarantinedTest();
  for (const days of [-2, -3, -1]) {
    const startedAt = inDays(days).toISOString();
    await upload(to, makeFailures({ 'adds up': TAX }, { execution: { startedAt } }));
  }
  expect(await settleExcusals(server)).toBe(3);
  const first = await readEntry(to, entryId, '?limit=2');
  const { nextCursor } = first.excusals;
  const second = await readEntry(to, entryId, `?limit=2&cursor=${nextCursor}`);
  const pages = [first, second].map(({ excusals }) =>
    excusals.items.map(({ executionNumber }) => executionNumber),
  );
  expect(pages).toEqual([[4, 2], [3]]);
  expect(second.excusals.nextCursor).toBeNull();
});

it('counts each failed result, and not those with another fingerprint', async () => {
  const { entryId } = await quarantinedTest();
  const key = 'github-actions:1:1:unit';
  for (const [leg, message] of [
    ['mysql', TAX],
    ['postgres', TAX],
    ['sqlite', CART],
  ] as const) {
    const part = { runId: randomUUID(), execution: { key, leg } };
    await upload(to, makeFailures({ 'adds up': message }, part));
  }
  expect(await settleExcusals(server)).toBe(1);
  expect(await excusedBy(entryId)).toEqual([2]);
  const { items } = await listExecutions(to, '?limit=1');
  expect(items).toMatchObject([{ totals: { failed: 3 }, excused: 2 }]);
});

it('corrects them when a later part arrives', async () => {
  const { entryId } = await quarantinedTest();
  const key = 'github-actions:1:1:unit';
  const part = (leg: string) => ({ runId: randomUUID(), execution: { key, leg } });
  await upload(to, makeFailures({ 'adds up': TAX }, part('mysql')));
  await settleExcusals(server);
  expect(await excusedBy(entryId)).toEqual([1]);
  await upload(to, makeFailures({ 'adds up': TAX }, part('postgres')));
  expect(await settleExcusals(server)).toBe(1);
  expect(await excusedBy(entryId)).toEqual([2]);
});

it('records each execution once on several servers', async () => {
  const { entryId } = await quarantinedTest();
  for (let number = 0; number < 3; number++) await upload(to, makeFailures({ 'adds up': TAX }));
  await settle(server);
  server.setNow(inDays(1));
  await settleExecutions(server.deps);
  const recorded = await Promise.all([1, 2, 3, 4].map(() => recordExcusals(server.deps)));
  expect(recorded.reduce((sum, count) => sum + count, 0)).toBe(3);
  expect(await excusedBy(entryId)).toEqual([1, 1, 1]);
});

it('forgets them when the execution is deleted', async () => {
  const { entryId } = await quarantinedTest();
  const execution = await upload(to, makeFailures({ 'adds up': TAX }));
  await settleExcusals(server);
  expect(await excusedBy(entryId)).toEqual([1]);
  const { token } = await signInAs(server, organizationId, 'admin');
  await call(server, token, 'executions.delete', { id: execution.executionId });
  expect(await excusedBy(entryId)).toEqual([]);
});

it('waits until a roll-up has seen the execution', async () => {
  const { entryId } = await quarantinedTest();
  await upload(to, makeFailures({ 'adds up': TAX }));
  await server.scope.query(
    `UPDATE execution_changes SET changed_at = now() + interval '10 minutes' WHERE organization_id = $1`,
    [organizationId],
  );
  expect(await settleExcusals(server)).toBe(0);
  expect(await excusedBy(entryId)).toEqual([]);
  server.setNow(inDays(20 / 24 / 60));
  expect(await recordExcusals(server.deps)).toBe(1);
  expect(await excusedBy(entryId)).toEqual([1]);
});

it('records nothing for an entry that has expired or was lifted', async () => {
  const { entryId, testId } = await quarantinedTest();
  await send(to, 'DELETE', `/api/quarantine/${entryId}`);
  await upload(to, makeFailures({ 'adds up': TAX }));
  await settleExcusals(server);
  const expiresAt = inDays(30 / 86_400).toISOString();
  const body = { testId, reason: 'SHOP-12', fingerprints: 'any', expiresAt };
  const { id } = await quarantine(to, body);
  await upload(to, makeFailures({ 'adds up': TAX }));
  // Settles a minute from now.
  await settleExcusals(server);
  expect([await excusedBy(entryId), await excusedBy(id)]).toEqual([[], []]);
});

it('records nothing for a test that only passed on retry', async () => {
  const { entryId } = await quarantinedTest({ fingerprints: 'any' });
  await upload(to, makeFailures({}, { results: [makeRun('adds up', 'r')] }));
  await settleExcusals(server);
  expect(await excusedBy(entryId)).toEqual([]);
});

it('agrees with the gate on every execution', async () => {
  const { entryId } = await quarantinedTest();
  const executions = [];
  for (const message of [TAX, CART, null, TAX]) {
    executions.push(await upload(to, makeFailures({ 'adds up': message, 'takes away': CART })));
  }
  await settleExcusals(server);
  const excused = [];
  for (const execution of executions) {
    const gate = await gateOf(to, execution);
    const ids = gate.excused.map(({ quarantineId }) => quarantineId);
    excused.push(ids.filter((id) => id === entryId).length);
  }
  expect(excused).toEqual([1, 0, 0, 1]);
  expect(await excusedBy(entryId)).toEqual([1, 1]);
});
