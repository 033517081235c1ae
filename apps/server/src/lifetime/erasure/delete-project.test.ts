import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { analysisOf, analyzed, correct } from '../../../test/scenes/analysing.ts';
import { makeOwnApp, type TestApp } from '../../../test/app.ts';
import { makeArtifact, makeUploadWith, only, put } from '../../../test/storages/artifacts.ts';
import { uploadRow, type HistoryRow } from '../../../test/history.ts';
import { ask, makeResult, makeUpload, post, settle, upload } from '../../../test/make.ts';
import { deleteUnusedContents } from '../../artifacts/delete-unused.ts';
import { createScope } from '../../db/scope.ts';
import { Project } from '../../db/models/project.ts';
import { recordsOf } from '../../db/models/records.ts';
import { deleteSomeAnalyses } from './analyses-and-deliveries.queries.ts';
import { deleteProject } from './delete-project.ts';
import { eraseAllDeletedExecutions } from './erase-deleted-executions.ts';
import { TENANT_TABLES } from './tenant-tables.ts';

let server: TestApp;
let base: string;
beforeAll(async () => {
  server = await makeOwnApp({ because: 'erases all deleted executions and unused contents' });
  base = await server.listen();
});
afterAll(() => server.close());

interface Organization {
  app: TestApp['app'];
  apiKey: string;
  organizationId: string;
  /** The token of its owner. */
  session: string;
}

async function makeOrganization(): Promise<Organization> {
  const { organizationId, apiKey } = await server.makeOrganization(randomUUID());
  const session = (await server.signIn(organizationId)).token;
  return { app: server.app, organizationId, apiKey, session };
}

let mine: Organization;
beforeEach(async () => {
  mine = await makeOrganization();
});

const remove = (name: string, token = mine.session) =>
  ask(
    { app: server.app, apiKey: token },
    { method: 'DELETE', url: `/api/projects/${encodeURIComponent(name)}` },
  );

/** The number of rows of the organization in each table that has any. */
async function rowsOf({ organizationId }: Organization): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of TENANT_TABLES) {
    const [row] = await server.deps.database.query<{ rows: number }>(
      `SELECT count(*)::integer AS rows FROM ${table} WHERE organization_id = $1`,
      [organizationId],
    );
    if ((row?.rows ?? 0) > 0) counts[table] = row?.rows ?? 0;
  }
  return counts;
}

const WINDOW = 'from=2026-11-01&to=2026-11-30';

async function answersOf(to: Organization): Promise<string[]> {
  const urls = [
    `/api/executions?${WINDOW}`,
    `/api/tests?${WINDOW}`,
    `/api/flaky-tests?${WINDOW}&minRuns=1`,
    `/api/failures?${WINDOW}`,
    `/api/metrics?${WINDOW}`,
    `/api/trends?${WINDOW}`,
    '/api/compare?base=latest&head=branch:main',
    '/api/attention',
  ];
  const found = await Promise.all(urls.map((url) => ask(to, { url })));
  return found.map(({ text }) => text);
}

const ROW: HistoryRow = { at: '2026-11-20T00:00:00Z', commit: 'a'.repeat(40), tests: {} };

/** Failures, a flaky test, and errors of a run. */
async function fill(to: Organization, project: string): Promise<void> {
  for (const letter of ['.', 'f', 'r'] as const) {
    const execution = await uploadRow(to, {
      ...ROW,
      project,
      tests: { a: letter, b: '.' },
      execution: { errors: [{ message: 'no tear-down' }], ci: { provider: 'x', runId: letter } },
    });
    const { id } = await analysisOf(to, execution);
    await correct(to, id, { classification: 'INFRA' });
  }
  const failures = [{ title: 'a', error: { message: 'it broke' } }];
  await analyzed(to, { failures, context: { project } });
}

it('removes the project from answers at once, and its rows from all tables by the job', async () => {
  const theirs = await makeOrganization();
  await fill(mine, 'other');
  await fill(theirs, 'gone');
  await settle(server);
  const before = {
    mine: { rows: await rowsOf(mine), answers: await answersOf(mine) },
    theirs: { rows: await rowsOf(theirs), answers: await answersOf(theirs) },
  };
  await fill(mine, 'gone');
  await settle(server);
  expect(await answersOf(mine)).not.toEqual(before.mine.answers);

  const removed = await remove('gone');
  expect([removed.status, JSON.parse(removed.text)]).toEqual([
    200,
    { success: true, data: { name: 'gone', deleted: true } },
  ]);
  expect(await answersOf(mine)).toEqual(before.mine.answers);
  await settle(server);
  expect(await answersOf(mine)).toEqual(before.mine.answers);
  expect(await eraseAllDeletedExecutions(server.deps.database)).toBe(3);
  expect(await rowsOf(mine)).toEqual(before.mine.rows);
  expect(await rowsOf(theirs)).toEqual(before.theirs.rows);
  expect(await answersOf(theirs)).toEqual(before.theirs.answers);
  expect(await eraseAllDeletedExecutions(server.deps.database)).toBe(0);
});

it('deletes the analyses of an outage in several transactions', async () => {
  await upload(mine, makeUpload({ execution: { project: 'gone' } }));
  for (let at = 0; at < 7; at++) {
    await analyzed(mine, {
      failures: [{ title: 'pays', error: { message: 'Error: no money' } }],
      context: { project: 'gone' },
    });
  }
  const scope = createScope(server.deps.database, mine.organizationId);
  // More failed than is judged.
  const analyses = await scope.query<{ projectId: string }>(
    `UPDATE analyses SET failures = 1000000 WHERE organization_id = $1
     RETURNING project_id AS "projectId"`,
    [mine.organizationId],
  );
  const projectId = analyses[0]?.projectId ?? '';
  const deleteSome = () =>
    scope.transaction(async (scope) => {
      const remains = await deleteSomeAnalyses(scope, { projectId });
      const left = await scope.query('SELECT 1 FROM analyses WHERE organization_id = $1', [
        mine.organizationId,
      ]);
      return [remains, left.length];
    });
  expect([await deleteSome(), await deleteSome()]).toEqual([
    [true, 2],
    [false, 0],
  ]);
});

it('answers 404 for executions and tests of a deleted project', async () => {
  const { executionId } = await uploadRow(mine, { ...ROW, project: 'gone', tests: { a: 'f' } });
  await settle(server);
  const tests = await ask(mine, { url: `/api/tests?${WINDOW}` });
  const { testId } = only(
    (JSON.parse(tests.text) as { data: { items: { testId: string }[] } }).data.items,
  );
  const urls = [`/api/executions/${executionId}`, `/api/tests/${testId}`];
  const statuses = async () =>
    (await Promise.all(urls.map((url) => ask(mine, { url })))).map(({ status }) => status);
  expect(await statuses()).toEqual([200, 200]);
  await remove('gone');
  expect(await statuses()).toEqual([404, 404]);
});

it('refuses an API key and users of another organization', async () => {
  await upload(mine, makeUpload({ execution: { project: 'shop' } }));
  const refused = await remove('shop', mine.apiKey);
  expect(refused.status).toBe(403);
  const theirs = await makeOrganization();
  const foreign = await remove('shop', theirs.session);
  expect([foreign.status, JSON.parse(foreign.text)]).toEqual([
    404,
    { success: false, error: { code: 'NOT_FOUND', message: "There is no project 'shop'." } },
  ]);
  const { text } = await ask(mine, { url: '/api/executions?project=shop' });
  expect((JSON.parse(text) as { data: { items: object[] } }).data.items).toHaveLength(1);
});

it('answers 404 to a second deletion and to one of two concurrent deletions', async () => {
  await upload(mine, makeUpload({ execution: { project: 'shop' } }));
  const both = await Promise.all([remove('shop'), remove('shop')]);
  expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 404]));
  expect((await remove('shop')).status).toBe(404);
});

it.each(['a/b', 'a b', 'übung 🎉', '100%', '...', '?x=1#y', 'a+b', '%2F', 'api', '__proto__'])(
  'deletes the project %j',
  async (project) => {
    await upload(mine, makeUpload({ execution: { project } }));
    const { status, text } = await remove(project);
    expect([status, JSON.parse(text)]).toEqual([
      200,
      { success: true, data: { name: project, deleted: true } },
    ]);
    expect(await rowsOf(mine)).toMatchObject({ deleted_executions: 1 });
    expect(await rowsOf(mine)).not.toHaveProperty('projects');
  },
);

it.each(['shop?force=true', 'shop?name=shop', '%E0%A4%A'])('refuses %s', async (path) => {
  await upload(mine, makeUpload({ execution: { project: 'shop' } }));
  const { status } = await ask(
    { app: server.app, apiKey: mine.session },
    { method: 'DELETE', url: `/api/projects/${path}` },
  );
  expect(status).toBe(400);
});

const artifactsOf = (project: string, contents: string[]) =>
  makeUploadWith(
    contents.map((content) => makeArtifact(content, content)),
    { execution: { ...makeUpload().execution, project } },
  );

it('keeps texts and files that other projects use, and deletes the others', async () => {
  await fill(mine, 'other');
  for (const [project, contents] of [
    ['other', ['shared']],
    ['gone', ['shared', 'own']],
  ] as const) {
    const { uploads } = await upload(mine, artifactsOf(project, [...contents]));
    for (const wanted of uploads) await put(base, wanted, wanted.clientId);
  }
  await upload(mine, {
    ...makeUpload({ execution: { project: 'gone' } }),
    results: [
      makeResult({
        status: 'failed',
        attempts: [
          { status: 'failed', durationMs: 1, errors: [{ message: 'Error: a broke' }] },
          { status: 'failed', durationMs: 1, errors: [{ message: 'Error: only here' }] },
        ],
      }),
    ],
  });
  const texts = async () => (await rowsOf(mine))['texts'] ?? 0;
  const textsBefore = await texts();
  await remove('gone');
  await eraseAllDeletedExecutions(server.deps.database);
  expect(await texts()).toBe(textsBefore - 1);
  expect(await deleteUnusedContents(server.deps)).toBe(1);
});

it('lets an upload create the project again, before and after the job', async () => {
  const body = makeUpload({
    idempotencyKey: 'same',
    execution: { project: 'shop', key: 'same' },
    results: [makeResult({ status: 'failed', attempts: [{ status: 'failed', durationMs: 1 }] })],
  });
  const first = await upload(mine, body);
  for (const isErased of [false, true]) {
    await remove('shop');
    if (isErased) await eraseAllDeletedExecutions(server.deps.database);
    const again = await upload(mine, body);
    expect(again).toMatchObject({ number: 1, accepted: { results: 1, duplicates: 0 } });
    expect(again.executionId).not.toBe(first.executionId);
    await settle(server);
    const { text } = await ask(mine, { url: '/api/tests' });
    expect(only((JSON.parse(text) as { data: { items: object[] } }).data.items)).toMatchObject({
      runs: 1,
      failures: 1,
    });
  }
  await eraseAllDeletedExecutions(server.deps.database);
  const { text } = await ask(mine, { url: '/api/tests' });
  expect(only((JSON.parse(text) as { data: { items: object[] } }).data.items)).toMatchObject({
    runs: 1,
  });
});

it('deletes a project during uploads to it, and nothing of another project', async () => {
  await fill(mine, 'other');
  await settle(server);
  const before = { rows: await rowsOf(mine), answers: await answersOf(mine) };
  const statuses: number[] = [];
  const stopping = new AbortController();
  const uploader = async (title: string): Promise<void> => {
    for (let number = 1; !stopping.signal.aborted; number++) {
      const body = makeUpload({
        execution: { project: 'gone', startedAt: '2026-11-20T00:00:00Z' },
        results: [
          makeResult({ titlePath: [title] }),
          makeResult({ titlePath: [`${title} ${number}`], status: 'failed' }),
        ],
      });
      statuses.push((await post(mine, body)).status);
    }
  };
  const uploaders = ['a', 'b', 'c'].map(uploader);
  try {
    await expect.poll(() => statuses.length, { timeout: 10_000 }).toBeGreaterThan(10);
    expect((await remove('gone')).status).toBe(200);
  } finally {
    stopping.abort();
    await Promise.all(uploaders);
  }
  expect(new Set(statuses)).toEqual(new Set([200]));
  await settle(server);
  // Uploads after the deletion may have created the project again.
  expect([200, 404]).toContain((await remove('gone')).status);
  await eraseAllDeletedExecutions(server.deps.database);
  expect(await rowsOf(mine)).toEqual(before.rows);
  expect(await answersOf(mine)).toEqual(before.answers);
});

it('deletes a project with more executions than fit into one transaction, also in two calls', async () => {
  await upload(mine, makeUpload({ execution: { project: 'shop' } }));
  // The columns of one execution, with other ids.
  await server.scope.query(
    `INSERT INTO executions (
       organization_id, id, project_id, key, number, week, framework, reporter, status, failed_reported,
       interrupted_reported, has_file_errors, started_at, ended_at, received_at, updated_at, merged, shards_expected,
       shards_received, passed, failed, timed_out, skipped, interrupted, flaky, git, ci, environment, tags, partial,
       errors)
     SELECT organization_id, gen_random_uuid(), project_id, 'copy ' || copy, 1 + copy, week, framework, reporter,
            status, failed_reported, interrupted_reported, has_file_errors, started_at, ended_at, received_at,
            updated_at, merged, shards_expected, shards_received, passed, failed, timed_out, skipped, interrupted,
            flaky, git, ci, environment, tags, partial, errors
     FROM executions CROSS JOIN generate_series(1, 250) AS copy
     WHERE organization_id = $1`,
    [mine.organizationId],
  );
  const scope = createScope(server.deps.database, mine.organizationId);
  const project = await recordsOf(scope, Project).findOne({ name: 'shop' });
  const interrupted = deleteProject(server.deps, scope, {
    id: project?.id ?? '',
    name: 'shop',
    onDeleted: () => {
      throw new Error('the server stops');
    },
  });
  await expect(interrupted).rejects.toThrow('the server stops');
  expect(await rowsOf(mine)).toMatchObject({ executions: 51, deleted_executions: 200 });
  expect((await remove('shop')).status).toBe(200);
  expect(await eraseAllDeletedExecutions(server.deps.database)).toBe(251);
  expect(await rowsOf(mine)).toEqual({ api_keys: 1 });
});

it('deletes a project with more tests and daily counts than fit into one transaction', async () => {
  const scope = createScope(server.deps.database, mine.organizationId);
  await upload(mine, makeUpload({ execution: { project: 'shop' } }));
  await scope.query(
    `INSERT INTO tests (organization_id, id, project_id, file, title_path, first_seen_at)
     SELECT organization_id, gen_random_uuid(), project_id, file, jsonb_build_array(copy), first_seen_at
     FROM tests, generate_series(2, 600) AS copy
     WHERE organization_id = $1`,
    [mine.organizationId],
  );
  await scope.query(
    `INSERT INTO test_days (
       organization_id, test_id, day, slice_id, framework, from_ci, runs, failures, duration_ms, durations)
     SELECT organization_id, id, '2026-11-01'::date - back, gen_random_uuid(), 'vitest', true, 1, 0, 1, 1
     FROM tests, generate_series(1, 75) AS back
     WHERE organization_id = $1`,
    [mine.organizationId],
  );
  const project = await recordsOf(scope, Project).findOne({ name: 'shop' });
  const interrupted = deleteProject(server.deps, scope, {
    id: project?.id ?? '',
    name: 'shop',
    onDeleted: () => {
      throw new Error('the server stops');
    },
  });
  await expect(interrupted).rejects.toThrow('the server stops');
  expect(await rowsOf(mine)).toMatchObject({ tests: 600, test_days: 25_000 });
  expect((await remove('shop')).status).toBe(200);
  await eraseAllDeletedExecutions(server.deps.database);
  expect(await rowsOf(mine)).toEqual({ api_keys: 1 });
});
