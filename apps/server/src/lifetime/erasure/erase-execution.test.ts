import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { makeOwnApp, type TestApp } from '../../../test/app.ts';
import { testClock } from '../../../test/clock.ts';
import { makeArtifact, makeUploadWith, only, put } from '../../../test/storages/artifacts.ts';
import { uploadRow, type HistoryRow } from '../../../test/history.ts';
import { ask, makeUpload, rethrow, settle, upload } from '../../../test/make.ts';
import { call } from '../../../test/procedures.ts';
import { createScope, type Scope } from '../../db/scope.ts';
import { deleteUnusedContents } from '../../artifacts/delete-unused.ts';
import { settleExecutions } from '../../executions/life-cycle/settle-executions.ts';
import { drainOutbox } from '../../db/outbox/drain-outbox.ts';
import { createFanOut } from '../../webhooks/fan-out/fan-out.ts';
import { TENANT_TABLES } from './tenant-tables.ts';

let server: TestApp;
let base: string;
beforeAll(async () => {
  server = await makeOwnApp({ because: 'deletes all unused contents, and drains the outbox' });
  base = await server.listen();
});
afterAll(() => server.close());

let to: { app: TestApp['app']; apiKey: string };
let scope: Scope;
let session: string;
beforeEach(async () => {
  const { organizationId, apiKey } = await server.makeOrganization(randomUUID());
  to = { app: server.app, apiKey };
  scope = createScope(server.deps.database, organizationId);
  session = (await server.signIn(organizationId)).token;
});

const remove = (executionId: string, token = session) =>
  ask(
    { app: server.app, apiKey: token },
    { method: 'DELETE', url: `/api/executions/${executionId}` },
  );

const ROW: HistoryRow = { at: '2026-11-20T00:00:00Z', commit: 'a'.repeat(40), tests: {} };

/** The rows of the organization by table, without tables that have none. */
async function rows(): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of TENANT_TABLES) {
    const [row] = await scope.query<{ rows: number }>(
      `SELECT count(*)::integer AS rows FROM ${table} WHERE organization_id = $1`,
      [scope.organizationId],
    );
    if ((row?.rows ?? 0) > 0) counts[table] = row?.rows ?? 0;
  }
  return counts;
}

const WINDOW = 'from=2026-11-01&to=2026-11-30';

async function answers(): Promise<string[]> {
  const urls = [
    `/api/executions?${WINDOW}`,
    `/api/tests?${WINDOW}`,
    `/api/flaky-tests?${WINDOW}&minRuns=1`,
    `/api/failures?${WINDOW}`,
    `/api/metrics?${WINDOW}`,
    '/api/attention',
  ];
  const found = await Promise.all(urls.map((url) => ask(to, { url })));
  return found.map(({ text }) => text);
}

it('leaves rows and answers as if the execution had never been', async () => {
  await uploadRow(to, { ...ROW, tests: { a: '.', b: 'f' } });
  await settle(server);
  const before = { rows: await rows(), answers: await answers() };

  const sent = await uploadRow(to, {
    ...ROW,
    at: '2026-11-20T01:00:00Z',
    tests: { a: 'f', b: '.', c: 'r' },
    execution: { key: 'gone', errors: [{ message: 'no tear-down' }] },
  });
  await settle(server);
  expect(await answers()).not.toEqual(before.answers);
  const removed = await remove(sent.executionId);
  expect(JSON.parse(removed.text)).toEqual({
    success: true,
    data: { id: sent.executionId, deleted: true },
  });
  expect(await answers()).toEqual(before.answers);
  await settle(server);
  // The key of the session's owner is no row of a tenant's table; texts and fingerprints of others are kept.
  expect(await rows()).toEqual(before.rows);
  expect((await remove(sent.executionId)).status).toBe(404);
});

/** An upload whose artifacts have these contents. */
async function uploadFiles(contents: string[]) {
  const artifacts = contents.map((content) => makeArtifact(content, content));
  const answer = await upload(to, makeUploadWith(artifacts));
  for (const wanted of answer.uploads) await put(base, wanted, wanted.clientId);
  return answer;
}

it('deletes files that nothing else refers to, and keeps shared ones', async () => {
  await uploadFiles(['shared']);
  const second = await uploadFiles(['shared', 'own']);
  await remove(second.executionId);
  expect(await deleteUnusedContents(server.deps)).toBe(1);
  const [left] = await scope.query<{ files: number }>(
    'SELECT count(*)::integer AS files FROM artifact_contents WHERE organization_id = $1',
    [scope.organizationId],
  );
  expect(left?.files).toBe(1);
});

it('lets the same tests and the same upload come again', async () => {
  const body = makeUpload({ idempotencyKey: 'same', execution: { key: 'same' } });
  const first = await upload(to, body);
  await remove(first.executionId);
  const second = await upload(to, body);
  expect(second.executionId).not.toBe(first.executionId);
  expect(second.accepted).toEqual({ results: 1, duplicates: 0 });
  const { text } = await ask(to, { url: '/api/tests' });
  expect(only((JSON.parse(text) as { data: { items: object[] } }).data.items)).toMatchObject({
    title: 'adds up',
    runs: 1,
  });
});

it('is for owners and admins: no API key, and no other organization', async () => {
  const { executionId } = await upload(to, makeUpload());
  expect((await remove(executionId, to.apiKey)).status).toBe(403);
  const other = await server.makeOrganization(randomUUID());
  const stranger = await server.signIn(other.organizationId);
  const none = await remove('0198a0a0-0000-7000-8000-000000000001', stranger.token);
  const foreign = await remove(executionId, stranger.token);
  expect([none.status, foreign.status]).toEqual([404, 404]);
  expect((await ask(to, { url: `/api/executions/${executionId}` })).status).toBe(200);
});

it('deletes its deliveries to webhooks, and leaves those of others', async () => {
  const { id } = await call(server, session, 'webhooks.create', {
    url: 'https://hooks.svc.test/',
    events: ['*'],
  });
  const [one, other] = [
    await uploadRow(to, { ...ROW, tests: { a: '.' } }),
    await uploadRow(to, { ...ROW, tests: { a: '.' } }),
  ];
  server.setNow(new Date(testClock.now().getTime() + 60_000));
  await settleExecutions(server.deps);
  server.setNow(null);
  await drainOutbox(server.deps.database, [createFanOut(server.deps, () => undefined)], rethrow);
  const delivered = async () => {
    const { items } = await call(server, session, 'webhooks.deliveries', { id });
    return items.map(({ request }) => JSON.parse(request.body).data.executionId as string);
  };
  expect(new Set(await delivered())).toEqual(new Set([one.executionId, other.executionId]));
  await remove(one.executionId);
  expect(await delivered()).toEqual([other.executionId]);
});
