import { randomUUID } from 'node:crypto';
import type { AnalysisItem } from '@svc/contract/analysis/analyses';
import type { IngestAnswer } from '@svc/contract/executions/ingest';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { analysisOf, analyzed, analyzeAll, correct } from '../../../test/scenes/analysing.ts';
import { makeOwnApp, type TestApp } from '../../../test/app.ts';
import { testClock, timeBefore } from '../../../test/clock.ts';
import { untilLocked } from '../../../test/locks.ts';
import { makeFailure } from '../../../test/scenes/attending.ts';
import { ask, dataOf, makeUpload, settle, upload } from '../../../test/make.ts';
import { signInAs } from '../../../test/sign-in-as.ts';
import { createScope } from '../../db/scope.ts';
import { deleteProject } from '../../lifetime/erasure/delete-project.ts';
import { eraseExecution } from '../../lifetime/erasure/erase-execution.ts';
import { listCorrectedFailures } from '../input/corrections.queries.ts';
import { applyRetention } from '../../lifetime/retention/retention.ts';
import { rebuildRollUps } from '../../rollups/rebuild.ts';

let server: TestApp;
let organizationId: string;
let mine: Pick<TestApp, 'app' | 'apiKey'>;
beforeAll(async () => {
  server = await makeOwnApp({ because: 'applies retention to all organizations' });
});
afterAll(() => server.close());
beforeEach(async () => {
  const made = await server.makeOrganization(randomUUID());
  ({ organizationId } = made);
  mine = { app: server.app, apiKey: made.apiKey };
});

function fail(hoursAgo: number, causes: Record<string, string>): Promise<IngestAnswer> {
  const results = Object.entries(causes).map(([title, cause]) => makeFailure(title, cause));
  const execution = { status: 'failed' as const, startedAt: timeBefore(hoursAgo) };
  return upload(mine, makeUpload({ execution, results }));
}

async function feedbackRows(): Promise<{ classification: string }[]> {
  return server.deps.database.query(
    'SELECT classification, actor_kind FROM verdict_feedback WHERE organization_id = $1 ORDER BY id',
    [organizationId],
  );
}

it('lets later failures with the fingerprint follow a correction', async () => {
  const execution = await fail(2, { pays: 'the till is closed', ships: 'no truck' });
  const analysis = await analysisOf(mine, execution);
  const pays = analysis.failures.find(({ title }) => title === 'pays');
  expect(pays?.classification).not.toBe('HEALABLE');
  const answer = await correct(mine, analysis.id, {
    classification: 'HEALABLE',
    testId: pays?.testId,
  });
  const { at, ...given } = dataOf(answer) as { at: string };
  expect(given).toEqual({
    classification: 'HEALABLE',
    fingerprints: [pays?.fingerprint],
    by: 'test',
  });
  const later = await analysisOf(
    mine,
    await fail(1, { buys: 'the till is closed', ships: 'no truck' }),
  );
  const classes = Object.fromEntries(
    later.failures.map(({ title, classification, correctedBy }) => [
      title,
      [classification, correctedBy?.classification],
    ]),
  );
  expect(classes['buys']).toEqual(['HEALABLE', 'HEALABLE']);
  expect(later.failures.flatMap(({ correctedBy }) => correctedBy?.at ?? [])).toEqual([at]);
  expect(classes['ships']?.[1]).toBeUndefined();
});

it('shows who corrected a verdict at once, in the analysis and in lists', async () => {
  const execution = await fail(1, { pays: 'the till is closed' });
  await analyzeAll(server);
  const { id } = await analysisOf(mine, execution);
  const { token } = await signInAs(server, organizationId, 'member');
  const answer = await correct({ app: server.app, apiKey: token }, id, {
    classification: 'INFRA',
  });
  expect(answer.status).toBe(200);
  const read = dataOf(await ask(mine, { url: `/api/ci/analyses/${id}` })) as {
    failures: { correctedBy: { classification: string; by: string; at: string } | null }[];
  };
  expect(read.failures[0]?.correctedBy).toEqual({
    classification: 'INFRA',
    by: expect.any(String) as string,
    at: expect.any(String) as string,
  });
  const [shown] = await server.deps.database.query<{ classification: string }>(
    'SELECT classification FROM fingerprint_verdicts WHERE organization_id = $1',
    [organizationId],
  );
  expect(shown?.classification).toBe('INFRA');
  const [entry] = await server.deps.database.query(
    `SELECT action, target_id AS "targetId", target, actor_kind AS "actorKind", details
     FROM audit_log
     WHERE organization_id = $1 AND action = 'analysis.corrected'`,
    [organizationId],
  );
  expect(entry).toMatchObject({
    targetId: id,
    target: 'shop #1',
    actorKind: 'user',
    details: { classification: 'INFRA', count: 1 },
  });
});

it('keeps a correction without the name of a person whose account is deleted', async () => {
  const { id } = await analysisOf(mine, await fail(1, { pays: 'the till is closed' }));
  const { token, userId } = await signInAs(server, organizationId, 'member');
  await correct({ app: server.app, apiKey: token }, id, { classification: 'INFRA' });
  await server.deps.database.query('DELETE FROM users WHERE id = $1', [userId]);
  const read = dataOf(await ask(mine, { url: `/api/ci/analyses/${id}` }));
  expect(read).toMatchObject({
    failures: [{ correctedBy: { classification: 'INFRA', by: null } }],
  });
});

/** Lets the member of a new account correct an analysis. */
async function correctAsOther(id: string, classification: string): Promise<void> {
  const { token } = await signInAs(server, organizationId, 'member');
  expect((await correct({ app: server.app, apiKey: token }, id, { classification })).status).toBe(
    200,
  );
}

it('lets the newest correction win in the verdict and in all lists, also against two older ones', async () => {
  const older = await fail(2, { pays: 'the till is closed' });
  const { id: olderId } = await analysisOf(mine, older);
  const execution = await fail(1, { pays: 'the till is closed' });
  const { id, failures } = await analysisOf(mine, execution);
  await analyzeAll(server);
  await correctAsOther(id, 'INFRA');
  await correctAsOther(id, 'INFRA');
  await correctAsOther(id, 'HEALABLE');
  const listed = async (): Promise<AnalysisItem[]> => {
    const url = `/api/ci/analyses?testId=${failures[0]?.testId ?? ''}`;
    return (dataOf(await ask(mine, { url })) as { items: AnalysisItem[] }).items;
  };
  const followed = { resultId: expect.any(String) as string, classification: 'HEALABLE' };
  const atOnce = await listed();
  expect(atOnce.map((item) => item.testVerdict)).toMatchObject([
    { ...followed, confidence: 1 },
    { ...followed, confidence: 1 },
  ]);
  expect(atOnce.map((item) => item.testVerdict?.resultId)).toContain(failures[0]?.resultId);
  // The other execution with the fingerprint is analysed again, too.
  expect(await analyzeAll(server)).toBe(2);
  const after = await listed();
  expect(after.map((item) => [item.id, item.classification])).toEqual(
    expect.arrayContaining([
      [id, 'HEALABLE'],
      [olderId, 'HEALABLE'],
    ]),
  );
  expect(after.map((item) => item.testVerdict)).toMatchObject([followed, followed]);
  const [row] = await server.deps.database.query(
    'SELECT classification FROM fingerprint_verdicts WHERE organization_id = $1',
    [organizationId],
  );
  expect(row).toEqual({ classification: 'HEALABLE' });
});

it('learns from few failures of a correction of many', async () => {
  const one = await analysisOf(mine, await fail(2, { pays: 'the till is closed' }));
  await correct(mine, one.id, { classification: 'HEALABLE' });
  const words = 'abcdefghijklmnopqrstuvwxyz'.split('');
  const outage = await analyzed(mine, {
    failures: words.map((word) => ({ title: word, error: { message: `Error: no ${word} here` } })),
  });
  await correct(mine, outage.id, { classification: 'INFRA' });
  const corrected = await listCorrectedFailures(createScope(server.deps.database, organizationId));
  const classes = corrected.map(({ classification }) => classification);
  expect(classes).toEqual([...Array.from({ length: 20 }, () => 'INFRA'), 'HEALABLE']);
});

it('refuses to call different failures known flakes at once', async () => {
  const causes = { pays: 'the till is closed', ships: 'no truck' };
  const { id, failures } = await analysisOf(mine, await fail(1, causes));
  const classification = 'KNOWN_FLAKE';
  expect((await correct(mine, id, { classification })).status).toBe(400);
  const [{ fingerprint, testId } = { fingerprint: '', testId: '' }] = failures;
  expect((await correct(mine, id, { classification, fingerprint })).status).toBe(200);
  expect((await correct(mine, id, { classification, testId })).status).toBe(200);
});

it('counts the newest correction of each person', async () => {
  const execution = await fail(1, { pays: 'the till is closed' });
  const { id } = await analysisOf(mine, execution);
  await correct(mine, id, { classification: 'INFRA' });
  await correct(mine, id, { classification: 'REAL_BUG' });
  const { failures } = await analysisOf(mine, execution);
  expect(failures[0]).toMatchObject({
    classification: 'REAL_BUG',
    correctedBy: { classification: 'REAL_BUG', by: 'test' },
  });
});

it('refuses feedback on failures that the analysis does not have', async () => {
  const { id } = await analysisOf(mine, await fail(1, { pays: 'the till is closed' }));
  const classification = 'INFRA';
  const bad = [
    { classification, testId: '0'.repeat(32) },
    { classification, fingerprint: `fp2:${'0'.repeat(32)}` },
    { classification, fingerprint: 'none' },
    { classification: 'SOMETHING' },
    {},
  ];
  for (const body of bad) expect((await correct(mine, id, body)).status).toBe(400);
  expect((await correct(mine, randomUUID(), { classification })).status).toBe(404);
  const { apiKey } = await server.makeOrganization(randomUUID());
  const foreign = await correct({ app: server.app, apiKey }, id, { classification });
  expect(foreign.status).toBe(404);
  expect(await feedbackRows()).toEqual([]);
});

it('keeps feedback without its texts when roll-ups are rebuilt and executions go', async () => {
  const execution = await fail(1, { pays: 'the till is closed' });
  const { id } = await analysisOf(mine, execution);
  await correct(mine, id, { classification: 'HEALABLE' });
  const scope = createScope(server.deps.database, organizationId);
  await rebuildRollUps(server.deps.database, () => {}, { organizationId });
  expect(await feedbackRows()).toHaveLength(1);
  expect(await eraseExecution(scope, execution.executionId)).not.toBeNull();
  expect((await ask(mine, { url: `/api/ci/analyses/${id}` })).status).toBe(404);
  expect(await feedbackRows()).toHaveLength(1);
  // Its texts are erased: no other verdict quotes them.
  expect(await scope.query('SELECT pattern FROM verdict_feedback')).toContainEqual({ pattern: '' });
  expect(await listCorrectedFailures(scope)).toEqual([]);
  const later = await analysisOf(mine, await fail(0.5, { buys: 'the till is closed' }));
  expect(later.failures[0]?.classification).toBe('HEALABLE');
});

it('stores no feedback on what is erased meanwhile', async () => {
  const execution = await fail(1, { pays: 'the till is closed' });
  const { id } = await analysisOf(mine, execution);
  await settle(server);
  const scope = createScope(server.deps.database, organizationId);
  let answer: ReturnType<typeof correct> | undefined;
  await eraseExecution(scope, execution.executionId, async () => {
    answer = correct(mine, id, { classification: 'HEALABLE' });
    await untilLocked(server, 'FOR KEY SHARE');
  });
  expect((await answer)?.status).toBe(404);
  expect(await feedbackRows()).toEqual([]);
});

it('analyses the newest 200 executions with a corrected fingerprint again', async () => {
  const executions: string[] = [];
  let newest: IngestAnswer | undefined;
  for (let at = 200; at >= 0; at--) {
    newest = await fail(1 + at / 10, { pays: 'the till is closed' });
    executions.push(newest.executionId);
  }
  const { id } = await analysisOf(mine, newest as IngestAnswer);
  const scope = createScope(server.deps.database, organizationId);
  await scope.query(
    `WITH copied AS (
       INSERT INTO analyses
       SELECT (jsonb_populate_record(analyses, jsonb_build_object(
                'id', '00000000-0000-7000-8000-' || lpad(executions.number::text, 12, '0'),
                'execution_id', executions.id))).*
       FROM analyses
       JOIN executions ON executions.organization_id = $1 AND executions.id <> analyses.execution_id
       WHERE analyses.organization_id = $1 AND analyses.id = $2
       RETURNING id)
     INSERT INTO verdict_fingerprints
     SELECT (jsonb_populate_record(stored, jsonb_build_object('analysis_id', copied.id))).*
     FROM copied
     JOIN verdict_fingerprints AS stored ON stored.organization_id = $1 AND stored.analysis_id = $2`,
    [organizationId, id],
  );
  expect((await correct(mine, id, { classification: 'INFRA' })).status).toBe(200);
  const queued = await scope.query<{ id: string }>(
    'SELECT execution_id AS id FROM due_analyses WHERE organization_id = $1',
    [organizationId],
  );
  expect(queued.map((row) => row.id).toSorted()).toEqual(executions.slice(1).toSorted());
  await scope.query('DELETE FROM due_analyses WHERE organization_id = $1', [organizationId]);
});

const later = (days: number) => new Date(testClock.now().getTime() + days * 24 * 3_600_000);

it('deletes analyses with the roll-ups of their executions, and no feedback', async () => {
  const execution = await fail(1, { pays: 'the till is closed' });
  const inline = await analyzed(mine, {
    failures: [{ title: 'pays', error: { message: 'Error: no money' } }],
  });
  const { id } = await analysisOf(mine, execution);
  await correct(mine, id, { classification: 'HEALABLE' });
  await settle(server);
  await server.scope.query(
    `INSERT INTO retention (organization_id, results_days, roll_ups_days) VALUES ($1, 7, 30)`,
    [organizationId],
  );
  const statuses = async () => [
    (await ask(mine, { url: `/api/ci/analyses/${id}` })).status,
    (await ask(mine, { url: `/api/ci/analyses/${inline.id}` })).status,
  ];
  server.setNow(later(20));
  await applyRetention(server.deps);
  server.setNow(null);
  expect(await statuses()).toEqual([200, 200]);
  server.setNow(later(50));
  await applyRetention(server.deps);
  server.setNow(null);
  expect(await statuses()).toEqual([404, 404]);
  expect(await feedbackRows()).toHaveLength(1);
});

it('deletes analyses and feedback with their project', async () => {
  const execution = await fail(1, { pays: 'the till is closed' });
  const { id } = await analysisOf(mine, execution);
  await correct(mine, id, { classification: 'HEALABLE' });
  const scope = createScope(server.deps.database, organizationId);
  const [project] = await scope.query<{ id: string; name: string }>(
    'SELECT id, name FROM projects WHERE organization_id = $1',
    [organizationId],
  );
  await deleteProject(server.deps, scope, project ?? { id: '', name: '' });
  expect((await ask(mine, { url: `/api/ci/analyses/${id}` })).status).toBe(404);
  expect(await feedbackRows()).toEqual([]);
});

it('shows the class of the newest remaining execution after a deletion', async () => {
  const scope = createScope(server.deps.database, organizationId);
  const classOf = async () => {
    const [row] = await scope.query<{ classification: string }>(
      'SELECT classification FROM fingerprint_verdicts WHERE organization_id = $1',
      [organizationId],
    );
    return row?.classification;
  };
  const first = await analysisOf(mine, await fail(2, { pays: 'the till is closed' }));
  const newer = await fail(1, { pays: 'the till is closed' });
  const { id } = await analysisOf(mine, newer);
  expect(await classOf()).toBeDefined();
  await eraseExecution(scope, newer.executionId);
  expect(await classOf()).toBe(first.classification);
  await correct(mine, first.id, { classification: 'INFRA' });
  const newest = await fail(0.5, { pays: 'the till is closed' });
  await analysisOf(mine, newest);
  await eraseExecution(scope, newest.executionId);
  expect(await classOf()).toBe('INFRA');
  expect((await ask(mine, { url: `/api/ci/analyses/${id}` })).status).toBe(404);
});
