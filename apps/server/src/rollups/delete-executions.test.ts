import { testId } from '@svc/contract/zod-free/test-identity';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeOwnApp, type TestApp } from '../../test/app.ts';
import { makeRun, uploadRow, type Letter } from '../../test/history.ts';
import { makeUpload, settle, upload } from '../../test/make.ts';
import { analysisEvent, makeWebhook, publish } from '../../test/webhooks/make-webhook.ts';
import { untilWaiting } from '../../test/locks.ts';
import { refuseRollUps } from '../../test/scenes/refuse-roll-ups.ts';
import { writeEvents } from '../db/outbox/events.queries.ts';
import { makePartitions } from '../db/partitions/partitions.ts';
import { eraseExecution } from '../lifetime/erasure/erase-execution.ts';
import { writeRetention, type Retention } from '../lifetime/retention/retention-settings.ts';
import { applyRetention } from '../lifetime/retention/retention.ts';
import { rebuildRollUps } from './rebuild.ts';

let server: TestApp;
beforeEach(async () => {
  server = await makeOwnApp({ because: 'applies retention to all organizations' });
  await makePartitions(server.deps.database, OLD, NOW);
});
afterEach(() => server.close());

// A Tuesday nine weeks before NOW, which is a Monday.
const OLD = new Date('2026-09-15T10:00:00Z');
const NOW = new Date('2026-11-16T12:00:00Z');
const COMMIT = 'c'.repeat(40);

/** A part with these outcomes by title, of the execution with this key; the leg of a matrix if there is one. */
interface Part {
  key: string;
  tests: Record<string, Letter>;
  leg?: string;
  /** The number of one of two shards. */
  shard?: number;
  /** The branch; main by default, null if unknown. */
  branch?: string | null;
}

/** Uploads a part at this time. All parts ran the same commit. Returns the execution's id. */
async function uploadAt(
  at: Date,
  { key, tests, leg, shard, branch = 'main' }: Part,
): Promise<string> {
  server.setNow(at);
  const execution = {
    key,
    startedAt: at.toISOString(),
    git: { commit: COMMIT, ...(branch === null ? {} : { branch }) },
    ...(leg === undefined ? {} : { leg }),
    ...(shard === undefined ? {} : { shard: { index: shard, total: 2 } }),
  };
  const results = Object.entries(tests).map(([title, letter]) => makeRun(title, letter));
  const body = makeUpload({ runId: `${key} ${leg} ${shard}`, execution, results });
  return (await upload(server, body)).executionId;
}

/** Applies retention with these settings at NOW, after all roll-ups. */
async function expire(days: Partial<Retention>): Promise<void> {
  await settle(server);
  await applyRetentionOf(days);
}

async function applyRetentionOf(days: Partial<Retention>): Promise<void> {
  server.setNow(NOW);
  const none = { resultsDays: null, artifactsDays: null, rollUpsDays: null };
  await writeRetention(server.scope, { ...none, ...days });
  await applyRetention(server.deps);
}

/** The failures as `key test`, with what marks the flaky ones. */
async function failures(): Promise<string[]> {
  const rows = await server.deps.database.query<{ failure: string }>(
    `SELECT executions.key || ' ' || (tests.title_path ->> 0) ||
              CASE WHEN contradicted THEN ' contradicted' ELSE '' END ||
              CASE WHEN flaky_run_wasted_ms IS NULL THEN '' ELSE ' flaky' END AS failure
     FROM failing_results
     JOIN executions
       ON executions.organization_id = failing_results.organization_id
       AND executions.id = failing_results.execution_id
     JOIN tests
       ON tests.organization_id = failing_results.organization_id AND tests.id = failing_results.test_id
     ORDER BY 1`,
  );
  return rows.map((row) => row.failure);
}

it('marks no run as flaky whose contradiction was taken back on another leg of a related execution', async () => {
  await uploadAt(OLD, { key: 'passed', leg: 'two', tests: { a: '.' } });
  await uploadAt(NOW, { key: 'failed', leg: 'two', tests: { a: 'f' } });
  for (const leg of ['one', 'two']) {
    await uploadAt(NOW, { key: 'related', leg, tests: { other: '.' } });
  }
  const deleted = await uploadAt(NOW, { key: 'deleted', leg: 'one', tests: { other: '.' } });
  await expire({ rollUpsDays: 30 });
  expect(await failures()).toEqual(['failed a contradicted flaky']);
  await eraseExecution(server.scope, deleted);
  expect(await failures()).toEqual(['failed a']);
});

it('leaves no failure of an execution that was deleted or has expired', async () => {
  await uploadAt(OLD, { key: 'expired', tests: { a: 'f' } });
  const deleted = await uploadAt(NOW, { key: 'deleted', tests: { a: 'f' } });
  await uploadAt(NOW, { key: 'kept', tests: { a: 'f' } });
  await expire({ rollUpsDays: 30 });
  await eraseExecution(server.scope, deleted);
  const [count] = await server.deps.database.query(
    `SELECT (SELECT count(*)::integer FROM failing_results) AS "failingResults",
            (SELECT count(*)::integer FROM execution_failures) AS "executionFailures"`,
  );
  expect(count).toEqual({ failingResults: 1, executionFailures: 1 });
});

it.each<{ why: string; resultsDays: number | null; isKept: boolean }>([
  { why: 'an execution of the same code has expired', resultsDays: 7, isKept: true },
  { why: 'no execution has expired', resultsDays: null, isKept: false },
])(
  'keeps a contradiction after the only known pass is deleted, or not: $why',
  async ({ resultsDays, isKept }) => {
    await uploadAt(OLD, { key: '1', tests: { b: '.' } });
    await uploadAt(NOW, { key: 'failed', tests: { a: 'f' } });
    const passed = await uploadAt(NOW, { key: 'passed', tests: { a: '.' } });
    await expire({ resultsDays });
    expect(await failures()).toContain('failed a contradicted flaky');
    await eraseExecution(server.scope, passed);
    const after = await failures();
    expect(after).toContain(isKept ? 'failed a contradicted flaky' : 'failed a');
    await rebuildRollUps(server.deps.database, () => undefined);
    expect(await failures()).toEqual(after);
  },
);

it('takes no late part of an expired execution that failed a test for a pass', async () => {
  await uploadAt(OLD, { key: 'failed', shard: 1, tests: { a: 'f' } });
  await uploadAt(OLD, { key: 'other', tests: { b: '.' } });
  await expire({ resultsDays: 7 });
  await uploadAt(NOW, { key: 'failed', shard: 2, tests: { a: '.' } });
  await settle(server);
  expect(await failures()).toEqual(['failed a']);
});

const flakyNews = () =>
  server.deps.database.query(
    `SELECT title_path ->> -1 AS title
     FROM test_news
     JOIN tests ON tests.organization_id = test_news.organization_id AND tests.id = test_id
     WHERE type = 'test.flaky'`,
  );

/** A run that passed on retry, and then a failure of COMMIT. The pass that contradicts it would be the second evidence. */
async function uploadSuspect(): Promise<void> {
  server.setNow(NOW);
  const earlier = ['.', '.', '.', '.', 'r'] as const;
  for (const [index, a] of earlier.entries()) {
    await uploadRow(server, {
      at: `2026-11-0${index + 1}T10:00:00Z`,
      commit: `${index}`.repeat(40),
      tests: { a },
    });
  }
  await uploadAt(new Date('2026-11-08T10:00:00Z'), { key: 'failed', tests: { a: 'f' } });
}

it('writes the event of an upload that is not rolled up yet when another execution is erased', async () => {
  await uploadSuspect();
  const erased = await uploadAt(NOW, { key: 'erased', tests: { b: '.' } });
  await settle(server);
  expect(await flakyNews()).toEqual([]);
  await uploadAt(NOW, { key: 'passed', tests: { a: '.' } });
  await eraseExecution(server.scope, erased);
  await settle(server);
  expect(await flakyNews()).toEqual([{ title: 'a' }]);
});

it('writes the event of an upload that ends while the deletion waits for it', async () => {
  await uploadSuspect();
  const erased = await uploadAt(NOW, { key: 'erased', tests: { b: '.' } });
  await settle(server);
  const { uploaded, erasing } = await server.scope.transaction(async (transaction) => {
    // An upload with the same new test waits until this transaction ends.
    await transaction.query(
      `INSERT INTO tests (organization_id, id, project_id, file, title_path, first_seen_at)
       SELECT organization_id, $1, project_id, file, '["c"]', now()
       FROM tests
       LIMIT 1`,
      [testId({ project: 'shop', file: 'src/cart.test.ts', titlePath: ['c'] })],
    );
    const uploaded = uploadAt(NOW, { key: 'passed', tests: { a: '.', c: '.' } });
    await untilWaiting(server, 'transactionid');
    const erasing = eraseExecution(server.scope, erased);
    await untilWaiting(server, 'advisory');
    return { uploaded, erasing };
  });
  await uploaded;
  expect(await erasing).not.toBeNull();
  await settle(server);
  expect(await flakyNews()).toEqual([{ title: 'a' }]);
});

it('writes the event of an upload that is not rolled up yet when retention deletes another execution', async () => {
  server.setNow(OLD);
  await uploadRow(server, { at: OLD.toISOString(), tests: { a: 'f' } });
  await uploadSuspect();
  await settle(server);
  expect(await flakyNews()).toEqual([]);
  server.setNow(NOW);
  await uploadRow(server, { at: NOW.toISOString(), commit: 'd'.repeat(40), tests: { a: 'r' } });
  await applyRetentionOf({ rollUpsDays: 30 });
  await settle(server);
  expect(await flakyNews()).toEqual([{ title: 'a' }]);
});

it('erases an execution beside one that cannot be rolled up', async () => {
  const poisoned = await uploadAt(NOW, { key: 'poisoned', tests: { a: 'f' } });
  const erased = await uploadAt(NOW, { key: 'erased', tests: { a: '.' } });
  const accept = await refuseRollUps(server, poisoned);
  expect(await eraseExecution(server.scope, erased)).not.toBeNull();
  expect(await eraseExecution(server.scope, poisoned)).not.toBeNull();
  await accept();
});

it('deletes events about expired executions and their deliveries to webhooks, and no others', async () => {
  const old = await uploadAt(OLD, { key: 'old', tests: { a: 'f' } });
  const kept = await uploadAt(NOW, { key: 'kept', tests: { a: 'f' } });
  await settle(server);
  const { organizationId } = server.scope;
  await makeWebhook(server.deps, organizationId, { url: 'https://hooks.acme.test/' });
  const events = [old, kept].map((executionId) => analysisEvent(server.deps, { executionId }));
  await publish(server.deps, organizationId, events);
  await server.scope.transaction((scope) => writeEvents(scope, events));
  await applyRetentionOf({ resultsDays: 7, rollUpsDays: 7 });
  const left = await server.deps.database.query<{ about: string }>(
    `SELECT DISTINCT execution_id::text AS about
     FROM webhook_deliveries
     WHERE event_type = 'analysis.completed'
     UNION ALL
     SELECT data ->> 'executionId' FROM outbox WHERE type = 'analysis.completed'`,
  );
  expect(left).toEqual([{ about: kept }, { about: kept }]);
});
