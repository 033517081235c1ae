import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase, type Database } from '../../src/db/connections/database.ts';
import { detachWeek } from '../../src/db/partitions/detach-week.ts';
import {
  listPartitionWeeks,
  makeComingPartitions,
  makePartitions,
  PARTITIONED_TABLES,
} from '../../src/db/partitions/partitions.ts';
import { applyRetention } from '../../src/lifetime/retention/retention.ts';
import type { Transaction } from '../../src/db/statements.ts';
import { makeOwnApp, type TestApp } from '../app.ts';
import { testClock } from '../clock.ts';
import { makeUpload } from '../make.ts';

const WEEK_MS = 7 * 24 * 60 * 60 * 1000;

let server: TestApp;
let reader: Database;
beforeAll(async () => {
  server = await makeOwnApp({ because: 'drops the partitions of a week' });
  reader = openDatabase(server.deps.config.databaseUrl ?? '', 2);
});
afterAll(async () => {
  await reader.close();
  await server.close();
});

/** Does what pg_dump does: one transaction that has read every table stays open. */
function whileDumping<Answer>(work: (dump: Transaction) => Promise<Answer>): Promise<Answer> {
  return reader.transaction(async (transaction) => {
    await transaction.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ');
    for (const table of [...PARTITIONED_TABLES, 'executions', 'tests', 'organizations']) {
      await transaction.query(`SELECT FROM ${table} LIMIT 1`);
    }
    return work(transaction);
  });
}

const upload = (execution: object = {}) =>
  server.app.inject({
    method: 'POST',
    url: '/api/ingest',
    headers: { authorization: `Bearer ${server.apiKey}` },
    payload: makeUpload({ execution }),
  });

const read = (url: string) =>
  server.app.inject({ url, headers: { authorization: `Bearer ${server.apiKey}` } });

it('creates partitions during a dump without blocking uploads and reads', async () => {
  const { jobs } = server.deps.databases;
  const soon = new Date(testClock.now().getTime() + 20 * WEEK_MS);
  await whileDumping(async () => {
    const [made, uploaded, executions, tests] = await Promise.all([
      makeComingPartitions(jobs, soon),
      upload(),
      read('/api/executions'),
      read('/api/tests'),
    ]);
    expect(made).toBe(undefined);
    expect([uploaded, executions, tests].map((answer) => answer.statusCode)).toEqual([
      200, 200, 200,
    ]);
  });
  expect(await listPartitionWeeks(jobs)).toContain(
    (await listPartitionWeeks(jobs)).find((week) => Date.parse(week) > soon.getTime()),
  );
});

it('has the same indexes and columns in an attached partition as in its parent', async () => {
  const rows = await reader.query<{ parent: string; missing: string }>(
    `SELECT parent.relname AS parent, child.relname AS missing
     FROM pg_index AS of_parent
     JOIN pg_class AS parent ON parent.oid = of_parent.indrelid AND parent.relkind = 'p'
     JOIN pg_inherits ON pg_inherits.inhparent = parent.oid
     JOIN pg_class AS child ON child.oid = pg_inherits.inhrelid
     WHERE NOT EXISTS (
       SELECT FROM pg_inherits AS of_index
       JOIN pg_index ON pg_index.indexrelid = of_index.inhrelid
       WHERE of_index.inhparent = of_parent.indexrelid AND pg_index.indrelid = child.oid)`,
  );
  expect(rows).toEqual([]);
});

it('accepts an upload with a clock ahead of every partition, also during a dump', async () => {
  server.setNow(new Date(testClock.now().getTime() + 60 * WEEK_MS));
  await whileDumping(async () => {
    const answers = await Promise.all([upload(), upload(), upload()]);
    expect(answers.map((answer) => answer.statusCode)).toEqual([200, 200, 200]);
  });
  server.setNow(null);
});

/** An expired week with one execution. */
async function makeOldWeek(weeksAgo: number): Promise<string> {
  const { jobs } = server.deps.databases;
  const old = new Date(testClock.now().getTime() - weeksAgo * WEEK_MS);
  await makePartitions(jobs, old, old);
  server.setNow(old);
  expect((await upload({ startedAt: old.toISOString() })).statusCode).toBe(200);
  server.setNow(null);
  await server.scope.query(
    `INSERT INTO retention (organization_id, results_days) VALUES ($1, 30)
     ON CONFLICT (organization_id) DO UPDATE SET results_days = 30`,
    [server.organizationId],
  );
  return (await listPartitionWeeks(jobs))[0] ?? '';
}

it('leaves an expired week alone during a dump, blocks nobody, and drops it afterwards', async () => {
  const week = await makeOldWeek(20);
  await whileDumping(async () => {
    const applying = applyRetention(server.deps);
    const startedAt = performance.now();
    const answers = await Promise.all([upload(), read('/api/tests'), read('/api/failures')]);
    expect(answers.map((answer) => answer.statusCode)).toEqual([200, 200, 200]);
    expect(performance.now() - startedAt).toBeLessThan(2_000);
    expect((await applying).busyWeeks).toEqual([week]);
  });
  expect((await applyRetention(server.deps)).droppedWeeks).toEqual([week]);
  expect(await listPartitionWeeks(server.deps.databases.jobs)).not.toContain(week);
});

it('finishes detaching a week after a crash', async () => {
  const week = await makeOldWeek(18);
  await detachWeek(server.deps.databases.ddl, week);
  expect((await applyRetention(server.deps)).droppedWeeks).toEqual([week]);
  expect(
    await reader.query('SELECT FROM test_days WHERE organization_id = $1', [server.organizationId]),
  ).not.toEqual([]);
});
