import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { makeOwnApp, type TestApp } from '../../test/app.ts';
import { testClock } from '../../test/clock.ts';
import {
  failureIn,
  gateOf,
  makeFailures,
  quarantine,
  uploadFailures,
  type Failures,
} from '../../test/scenes/gating.ts';
import { readExecution, rethrow, settle } from '../../test/make.ts';
import { makePartitions } from '../db/partitions/partitions.ts';
import { createScope } from '../db/scope.ts';
import { interruptWaitingExecutions } from '../executions/life-cycle/interrupt-waiting-executions.ts';
import { reviewDueExecutions } from '../executions/life-cycle/review-due-executions.ts';
import { writeRetention } from '../lifetime/retention/retention-settings.ts';
import { applyRetention } from '../lifetime/retention/retention.ts';

let server: TestApp;
beforeAll(async () => {
  server = await makeOwnApp({
    because: 'reviews the executions of all organizations, and applies retention to them',
    env: { SVC_RERUN_GRACE_SECONDS: '300', SVC_SHARD_TIMEOUT_MINUTES: '120' },
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

const passing = (count: number): Failures =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`passes ${index}`, null]));
const failing = (count: number): Failures =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`fails ${index}`, TAX]));

/** Uploads one of two shards of an attempt. */
function shard(attempt: number, index: number, messages: Failures) {
  return uploadFailures(
    server,
    to,
    makeFailures(messages, {
      runId: randomUUID(),
      execution: {
        key: `github-actions:77:${attempt}:unit`,
        ci: { provider: 'github-actions', runId: '77', runAttempt: attempt },
        shard: { index, total: 2 },
      },
    }),
  );
}

function later(minutes: number): void {
  server.setNow(new Date(testClock.now().getTime() + minutes * 60_000));
}

async function quarantineAll(execution: { executionId: string }): Promise<void> {
  const { results } = await readExecution(to, execution, '?status=failed');
  for (const { testId } of results) {
    await quarantine(to, { testId, reason: 'SHOP-12', fingerprints: 'any' });
  }
}

it('counts the tests of carried shards as run', async () => {
  await shard(1, 1, passing(20));
  await quarantineAll(await shard(1, 2, { ...failing(5), ...passing(15) }));
  const again = await shard(2, 2, { ...failing(5), ...passing(15) });
  expect(await gateOf(to, again)).toMatchObject({
    verdict: 'undecided',
    undecided: {
      reason: 'missing-shards',
      why: '1 of 2 parts has not arrived yet. Parts that passed in the previous attempt are carried over some minutes later.',
    },
  });
  later(6);
  await reviewDueExecutions(server.deps, rethrow);
  await settle(server);
  // 5 of 20 would be a mass failure, 5 of 40 are not.
  expect(await gateOf(to, again)).toMatchObject({
    verdict: 'pass',
    counts: { failures: 5, excused: 5, blocking: 0, blockingOnBase: 0 },
  });
});

it('never excuses shards that did not arrive in time', async () => {
  const execution = await shard(1, 2, { 'adds up': TAX });
  await quarantineAll(execution);
  later(121);
  await interruptWaitingExecutions(server.deps, rethrow);
  await settle(server);
  const { verdict, counts, blocking } = await gateOf(to, execution);
  expect([verdict, counts, blocking.map(({ kind, why }) => [kind, why])]).toEqual([
    'fail',
    { failures: 1, excused: 1, blocking: 1, blockingOnBase: 0 },
    [['missing-shards', '1 of 2 parts never arrived.']],
  ]);
});

it('keeps its answer when retention has deleted the results', async () => {
  const OLD = new Date('2026-09-15T10:00:00Z');
  await makePartitions(server.deps.database, OLD, testClock.now());
  server.setNow(OLD);
  const file = { file: 'src/tax.test.ts', durationMs: 1, errors: [{ message: 'Error: no tax' }] };
  const body = makeFailures({ 'adds up': TAX, 'takes away': TAX }, { files: [file] });
  const execution = await uploadFailures(server, to, body);
  server.setNow(null);
  const { testId } = await failureIn(to, execution);
  await quarantine(to, { testId, reason: 'SHOP-12', fingerprints: 'any' });
  const before = await gateOf(to, execution);
  expect(before).toMatchObject({ verdict: 'fail', counts: { excused: 1, blocking: 2 } });
  const retention = { resultsDays: 7, artifactsDays: null, rollUpsDays: null };
  await writeRetention(createScope(server.deps.database, organizationId), retention);
  await applyRetention(server.deps);
  expect((await readExecution(to, execution)).results).toEqual([]);
  expect(await gateOf(to, execution)).toEqual({
    ...before,
    blocking: before.blocking.map((item) =>
      item.kind === 'file-error'
        ? { ...item, file: null, why: 'Test files failed outside of their tests.' }
        : item,
    ),
  });
});
