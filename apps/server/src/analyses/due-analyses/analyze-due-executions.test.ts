import { randomUUID } from 'node:crypto';
import { deriveLabelFields } from '@svc/analysis/verdicts/verdict-label';
import type { Analysis } from '@svc/contract/analysis/analyses';
import type { IngestAnswer } from '@svc/contract/executions/ingest';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { analysisOf, analyzeAll, askToAnalyze, correct } from '../../../test/scenes/analysing.ts';
import { makeOwnApp, type TestApp } from '../../../test/app.ts';
import { testClock, timeBefore } from '../../../test/clock.ts';
import { makeRun, uploadRow } from '../../../test/history.ts';
import { ask, dataOf, makeUpload, rethrow, settle, upload } from '../../../test/make.ts';
import { untilLocked } from '../../../test/locks.ts';
import { refuseRows } from '../../../test/scenes/refuse-rows.ts';
import { openDatabases } from '../../db/connections/databases.ts';
import { createScope } from '../../db/scope.ts';
import { eraseExecution } from '../../lifetime/erasure/erase-execution.ts';
import { settleExecutions } from '../../executions/life-cycle/settle-executions.ts';
import { rebuildRollUps } from '../../rollups/rebuild.ts';
import { queueAnalysesAgain } from '../../rollups/analyses-again.queries.ts';
import { analyzeDueExecutions, queueOlderExecutions } from './analyze-due-executions.ts';
import { deleteDueAnalysis, takeDueAnalysis, tryLockAnalysis } from './due-analyses.queries.ts';

let server: TestApp;
let organizationId: string;
let mine: Pick<TestApp, 'app' | 'apiKey'>;
beforeAll(async () => {
  server = await makeOwnApp({ because: 'works off the due analyses of all organizations' });
});
afterAll(() => server.close());
beforeEach(async () => {
  await analyzeAll(server);
  await server.deps.database.query('DELETE FROM outbox');
  const made = await server.makeOrganization(randomUUID());
  ({ organizationId } = made);
  mine = { app: server.app, apiKey: made.apiKey };
});

const failingRow = { tests: { pays: 'f', adds: '.' } } as const;

function news(): Promise<{ data: Record<string, unknown> }[]> {
  return server.deps.database.query(
    `SELECT data FROM outbox WHERE organization_id = $1 AND type = 'analysis.completed' ORDER BY id`,
    [organizationId],
  );
}

async function waiting(): Promise<number> {
  const [row] = await server.deps.database.query<{ count: number }>(
    'SELECT count(*)::integer AS count FROM due_analyses WHERE organization_id = $1',
    [organizationId],
  );
  return row?.count ?? 0;
}

/** Makes every complete execution settle. */
async function settleAll(): Promise<void> {
  server.setNow(new Date(testClock.now().getTime() + 60_000));
  await settleExecutions(server.deps);
  server.setNow(null);
}

it('analyses each settled execution with a failure once, and reports it', async () => {
  const execution = await uploadRow(mine, { at: timeBefore(1), ...failingRow });
  await uploadRow(mine, { at: timeBefore(1), tests: { adds: '.', waits: 'r' } });
  expect(await analyzeAll(server)).toBe(1);
  const analysis = await analysisOf(mine, execution);
  const { id, confidence, needsHuman, summary } = analysis;
  expect(await news()).toEqual([
    {
      data: {
        analysisId: id,
        executionId: execution.executionId,
        number: 1,
        project: 'shop',
        branch: 'main',
        ...deriveLabelFields(analysis),
        confidence,
        needsHuman,
        summary,
        failures: 1,
      },
    },
  ]);
  await settleAll();
  expect(await analyzeAll(server)).toBe(0);
  expect(await news()).toHaveLength(1);
});

it('waits for the roll-up of the execution, because its history is there', async () => {
  await uploadRow(mine, { at: timeBefore(1), ...failingRow });
  await settleAll();
  expect(await analyzeDueExecutions(server.deps, rethrow)).toBe(0);
  await settle(server);
  expect(await analyzeDueExecutions(server.deps, rethrow)).toBe(1);
});

it('analyses the next revision in place of the one before', async () => {
  const part = (runId: string) =>
    upload(
      mine,
      makeUpload({
        runId,
        execution: { key: 'parts', status: 'failed' },
        results: [makeRun(runId, 'f')],
      }),
    );
  const execution = await part('one');
  await analyzeAll(server);
  const first = await analysisOf(mine, execution);
  await part('two');
  expect(await analyzeAll(server)).toBe(1);
  const second = await analysisOf(mine, execution);
  expect([second.id, second.failureCount]).toEqual([first.id, 2]);
  expect(await news()).toMatchObject([{ data: { failures: 1 } }, { data: { failures: 2 } }]);
});

it('analyses every execution once when two servers do it at the same time', async () => {
  for (let at = 1; at <= 6; at++) await uploadRow(mine, { at: timeBefore(at), ...failingRow });
  await settle(server);
  await settleAll();
  const { databases } = server.deps;
  const other = openDatabases(databases.jobQueue.url, 10, { info: () => {}, warn: () => {} });
  const drain = async (database: typeof other.jobs): Promise<number> => {
    let done = 0;
    while ((await waiting()) > 0) {
      done += await analyzeDueExecutions({ ...server.deps, database }, rethrow);
    }
    return done;
  };
  const done = await Promise.all([drain(databases.jobs), drain(other.jobs)]);
  await other.close();
  expect(done[0] + done[1]).toBe(6);
  const found = (await news()).map(({ data }) => data['executionId']);
  expect([found.length, new Set(found).size]).toEqual([6, 6]);
});

it('takes one execution of each organization in turn', async () => {
  const second = await server.makeOrganization(randomUUID());
  for (let at = 1; at <= 3; at++) await uploadRow(mine, { at: timeBefore(at), ...failingRow });
  await uploadRow({ app: server.app, apiKey: second.apiKey }, { at: timeBefore(1), ...failingRow });
  await settle(server);
  await settleAll();
  expect(await analyzeDueExecutions(server.deps, rethrow, { roundMs: 0 })).toBe(2);
  expect(await waiting()).toBe(2);
});

it('repeats an analysis that failed, later and without harm to others', async () => {
  const execution = await uploadRow(mine, { at: timeBefore(2), ...failingRow });
  await uploadRow(mine, { at: timeBefore(1), ...failingRow });
  await settle(server);
  await settleAll();
  const accept = await refuseRows(server, 'analyses', `execution_id = '${execution.executionId}'`);
  const errors: unknown[] = [];
  const report = (error: unknown): void => void errors.push(error);
  try {
    while ((await analyzeDueExecutions(server.deps, report)) > 0);
  } finally {
    await accept();
  }
  expect(errors).toHaveLength(1);
  expect([await waiting(), (await news()).length]).toEqual([1, 1]);
  await server.scope.query('UPDATE due_analyses SET due_at = now()');
  expect(await analyzeDueExecutions(server.deps, rethrow)).toBe(1);
  expect([await waiting(), (await news()).length]).toEqual([0, 2]);
});

it('gives executions without a verdict of this classifier one, without news', async () => {
  const execution = await uploadRow(mine, { at: timeBefore(24), ...failingRow });
  await uploadRow(mine, { at: timeBefore(15 * 24), ...failingRow });
  await settle(server);
  await settleAll();
  await server.scope.query('DELETE FROM due_analyses');
  const queued = async (): Promise<number> => {
    await queueOlderExecutions(server.deps);
    return waiting();
  };
  expect(await queued()).toBe(1);
  expect(await analyzeDueExecutions(server.deps, rethrow)).toBe(1);
  expect([await news(), await queued()]).toEqual([[], 0]);
  expect((await analysisOf(mine, execution)).failureCount).toBe(1);
});

it('keeps verdicts when roll-ups are rebuilt, and sends no news', async () => {
  const execution = await uploadRow(mine, { at: timeBefore(1), ...failingRow });
  await analyzeAll(server);
  const before = await analysisOf(mine, execution);
  await rebuildRollUps(server.deps.database, () => {}, { organizationId });
  expect(await analyzeAll(server)).toBe(0);
  expect(await analysisOf(mine, execution)).toEqual(before);
  expect(await news()).toHaveLength(1);
});

it('sends no news of an analysis that is repeated because of feedback', async () => {
  const execution: IngestAnswer = await uploadRow(mine, { at: timeBefore(1), ...failingRow });
  await analyzeAll(server);
  const { id } = await analysisOf(mine, execution);
  expect((await correct(mine, id, { classification: 'INFRA' })).status).toBe(200);
  expect(await analyzeAll(server)).toBe(1);
  const { items } = dataOf(await ask(mine, { url: '/api/ci/analyses' })) as {
    items: { id: string; classification: string }[];
  };
  expect(items).toMatchObject([{ id, classification: 'INFRA' }]);
  expect(await news()).toHaveLength(1);
});

it('analyses a failure again when a re-run on the same commit passes, without news', async () => {
  const commit = 'a'.repeat(40);
  const failed = await uploadRow(mine, { at: timeBefore(2), commit, ...failingRow });
  await analyzeAll(server);
  const before = await analysisOf(mine, failed);
  const kinds = ({ failures }: typeof before) => failures[0]?.evidence.map(({ kind }) => kind);
  const tests = { pays: '.', adds: '.' } as const;
  const passed = await uploadRow(mine, { at: timeBefore(1), commit, tests });
  expect(await analyzeAll(server)).toBe(1);
  const after = await analysisOf(mine, failed);
  expect(after.id).toBe(before.id);
  expect(kinds(after)).toContain('history.same-commit');
  expect(kinds(before)).not.toContain('history.same-commit');
  expect(await news()).toHaveLength(1);
  const scope = createScope(server.deps.database, organizationId);
  await eraseExecution(scope, passed.executionId);
  expect(await analyzeAll(server)).toBe(1);
  expect(kinds(await analysisOf(mine, failed))).not.toContain('history.same-commit');
});

it('drops an execution that was deleted while it waited', async () => {
  const execution = await uploadRow(mine, { at: timeBefore(1), ...failingRow });
  await settle(server);
  await settleAll();
  const scope = createScope(server.deps.database, organizationId);
  await scope.query('DELETE FROM executions WHERE organization_id = $1 AND id = $2', [
    organizationId,
    execution.executionId,
  ]);
  expect(await waiting()).toBe(0);
});

it('analyses again what people corrected while the analysis ran', async () => {
  const execution = await uploadRow(mine, { at: timeBefore(1), ...failingRow });
  await analyzeAll(server);
  const { id } = await analysisOf(mine, execution);
  const scope = createScope(server.deps.database, organizationId);
  await scope.transaction((scope) => queueAnalysesAgain(scope, [execution.executionId]));
  await scope.transaction(async (scope) => {
    const due = await takeDueAnalysis(scope);
    expect(due?.executionId).toBe(execution.executionId);
    if (due === null) return;
    expect((await correct(mine, id, { classification: 'INFRA' })).status).toBe(200);
    expect(await deleteDueAnalysis(scope, due)).toBe(false);
  });
  expect(await waiting()).toBe(1);
  await analyzeAll(server);
  const [stored] = await scope.query<{ classification: string }>(
    'SELECT classification FROM analyses WHERE organization_id = $1',
    [organizationId],
  );
  expect(stored?.classification).toBe('INFRA');
});

it('is older than a correction that people make while it runs', async () => {
  const execution = await uploadRow(mine, { at: timeBefore(1), ...failingRow });
  await analyzeAll(server);
  const { id } = await analysisOf(mine, execution);
  const scope = createScope(server.deps.database, organizationId);
  await scope.transaction((scope) => queueAnalysesAgain(scope, [execution.executionId]));
  let running: Promise<number> | undefined;
  await scope.transaction(async (transaction) => {
    await transaction.query('LOCK TABLE failing_results');
    running = analyzeDueExecutions(server.deps, rethrow, { roundMs: 0 });
    await untilLocked(server, 'FROM failing_results');
    server.setNow(new Date(testClock.now().getTime() + 60_000));
    expect((await correct(mine, id, { classification: 'INFRA' })).status).toBe(200);
  });
  expect(await running).toBe(1);
  server.setNow(null);
  const { analyzedAt, failures } = dataOf(
    await ask(mine, { url: `/api/ci/analyses/${id}` }),
  ) as Analysis;
  const correctedAt = failures[0]?.correctedBy?.at ?? '';
  expect(new Date(analyzedAt).getTime()).toBeLessThan(new Date(correctedAt).getTime());
});

it('never lets two analyses of one execution run at the same time', async () => {
  const execution = await uploadRow(mine, { at: timeBefore(1), ...failingRow });
  await settle(server);
  await settleAll();
  const scope = createScope(server.deps.database, organizationId);
  await scope.transaction(async (scope) => {
    expect(await tryLockAnalysis(scope, execution.executionId)).toBe(true);
    // A job continues with others, and a request is answered at once.
    expect(await analyzeDueExecutions(server.deps, rethrow)).toBe(0);
    const answer = await askToAnalyze(mine, { executionId: execution.executionId });
    expect([answer.status, answer.headers['retry-after']]).toEqual([503, '5']);
    const rows = await scope.query('SELECT 1 FROM analyses WHERE organization_id = $1', [
      organizationId,
    ]);
    expect(rows).toEqual([]);
  });
  const stored = await analysisOf(mine, execution);
  expect(stored.failureCount).toBe(1);
  expect(await analyzeDueExecutions(server.deps, rethrow)).toBe(1);
  const analysed = await analysisOf(mine, execution);
  await correct(mine, stored.id, { classification: 'INFRA' });
  await scope.transaction(async (scope) => {
    expect(await tryLockAnalysis(scope, execution.executionId)).toBe(true);
    const { executionId } = execution;
    expect((await analysisOf(mine, execution)).analyzedAt).toBe(analysed.analyzedAt);
    // Nothing that was sent gets lost.
    for (const sent of [{ log: 'Error: late\n' }, { context: { changedFiles: ['a.ts'] } }]) {
      expect((await askToAnalyze(mine, { executionId, ...sent })).status).toBe(503);
    }
  });
});
