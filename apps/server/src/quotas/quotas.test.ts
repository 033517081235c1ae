import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { makeOwnApp, type TestApp } from '../../test/app.ts';
import { inDays } from '../../test/clock.ts';
import { makeRun } from '../../test/history.ts';
import { dataOf, errorOf, makeResults, makeUpload, post, settle, upload } from '../../test/make.ts';
import { call, refusal } from '../../test/procedures.ts';
import { signInAs } from '../../test/sign-in-as.ts';
import { refuseRows } from '../../test/scenes/refuse-rows.ts';
import { makeArtifact, makeUploadWith, only, put, send } from '../../test/storages/artifacts.ts';
import { setQuota } from '../admin/commands/quota.ts';
import { deleteUnusedContents } from '../artifacts/delete-unused.ts';
import { makePartitions } from '../db/partitions/partitions.ts';
import { createScope, type Scope } from '../db/scope.ts';
import { eraseAllDeletedExecutions } from '../lifetime/erasure/erase-deleted-executions.ts';
import { keepUsage } from '../background/usage.ts';
import { applyRetention } from '../lifetime/retention/retention.ts';
import { correctUsage, readUsage } from './usage.queries.ts';

let server: TestApp;
let base: string;
beforeAll(async () => {
  server = await makeOwnApp({
    because: 'counts the usage of all organizations, and applies retention to them',
    env: { SVC_QUOTA_RESULTS: '1000' },
  });
  base = await server.listen();
});
afterAll(() => server.close());

let to: Pick<TestApp, 'app' | 'apiKey'>;
let scope: Scope;
let admin: string;
beforeEach(async () => {
  const { organizationId, apiKey } = await server.makeOrganization(randomUUID());
  to = { app: server.app, apiKey };
  scope = createScope(server.deps.database, organizationId);
  admin = (await signInAs(server, organizationId, 'admin')).token;
});

/** Counts the stored rows one by one. */
async function recount() {
  const [row] = await scope.query<{ results: number; artifactBytes: number }>(
    `SELECT (SELECT count(*) FROM results WHERE organization_id = $1)::float8 AS results,
            (SELECT coalesce(sum(size_bytes), 0)
             FROM artifact_contents
             WHERE organization_id = $1 AND doomed_at IS NULL)::float8 AS "artifactBytes"`,
    [scope.organizationId],
  );
  return row;
}

async function usage() {
  const { results, artifactBytes } = await readUsage(scope);
  return { results, artifactBytes };
}

/** Uploads an execution with results, and an unshared and a shared file. */
async function fill(project: string, own: string, titles: string[] = ['a', 'b', 'c']) {
  const artifacts = [makeArtifact('own', own), makeArtifact('shared', 'shared')];
  const [first, ...others] = makeResults(...titles);
  const answer = await upload(
    to,
    makeUpload({ execution: { project }, results: [{ ...first, artifacts } as never, ...others] }),
  );
  for (const wanted of answer.uploads) {
    const content = wanted.clientId === 'own' ? own : 'shared';
    expect((await put(base, wanted, content)).status).toBe(200);
  }
  return answer;
}

it('equals a recount after uploads, repeats, merged reports, deletions and the erasing jobs', async () => {
  const first = await fill('shop', 'one');
  await fill('shop', 'three', ['a', 'b']);
  await fill('web', 'seven');
  const body = makeUpload({
    idempotencyKey: 'once',
    runId: randomUUID(),
    execution: { project: 'web', key: 'parts' },
    results: [makeRun('x', '.'), makeRun('y', 'f')],
  });
  await upload(to, body);
  await upload(to, body);
  await upload(to, { ...body, idempotencyKey: 'again' });
  await upload(
    to,
    makeUpload({
      execution: { project: 'web', key: 'parts', merged: true },
      results: [makeRun('x', '.'), makeRun('y', 'f'), makeRun('z', '.')],
    }),
  );
  await settle(server);
  expect(await usage()).toEqual(await recount());
  expect(await usage()).toEqual({ results: 11, artifactBytes: 'oneshared'.length + 10 });

  await call(server, admin, 'executions.delete', { id: first.executionId });
  expect(await usage()).toEqual(await recount());
  await call(server, admin, 'projects.delete', { name: 'web' });
  await eraseAllDeletedExecutions(server.deps.database);
  await deleteUnusedContents(server.deps);
  expect(await usage()).toEqual(await recount());
  expect(await usage()).toEqual({ results: 2, artifactBytes: 'threeshared'.length });
});

it('equals a recount after uploads at the same time', async () => {
  const bodies = Array.from({ length: 12 }, (_, index) =>
    makeUpload({ results: makeResults('a', 'b', `c ${index}`) }),
  );
  await Promise.all(bodies.map((body) => upload(to, body)));
  expect(await usage()).toEqual({ results: 36, artifactBytes: 0 });
  expect(await recount()).toEqual(await usage());
});

it('equals a recount after retention, also beside an organization that keeps the week', async () => {
  const OLD = new Date('2026-09-15T10:00:00Z');
  await makePartitions(server.deps.database, OLD, inDays(0));
  server.setNow(OLD);
  const other = await server.makeOrganization(randomUUID());
  await upload({ app: server.app, apiKey: other.apiKey }, makeUpload());
  await fill('shop', 'old');
  server.setNow(null);
  await fill('shop', 'young');
  const { token } = await signInAs(server, scope.organizationId, 'admin');
  await call(server, token, 'settings.setRetention', { resultsDays: 14, artifactsDays: 14 });
  await applyRetention(server.deps);
  await deleteUnusedContents(server.deps);
  expect(await usage()).toEqual({ results: 3, artifactBytes: 'youngshared'.length });
  expect(await recount()).toEqual(await usage());
});

it('is corrected by the job, and then stays', async () => {
  await fill('shop', 'one');
  const before = await usage();
  await scope.query('UPDATE organization_usage SET results = 9, artifact_bytes = -5');
  const lines: string[] = [];
  const job = keepUsage(server.deps, { info: (line) => lines.push(line), error: () => {} });
  await job();
  expect(await usage()).toEqual(before);
  expect(lines).toEqual([expect.stringMatching(/^usage: corrected that of \d+ organizations$/)]);
  expect(await correctUsage(scope)).toBe(false);
});

it('is corrected for every organization, also if one cannot be counted', async () => {
  const made = [];
  for (const name of ['before', 'broken', 'after']) {
    const one = await server.makeOrganization(name);
    await upload({ app: server.app, apiKey: one.apiKey }, makeUpload());
    made.push(createScope(server.deps.database, one.organizationId));
  }
  await scope.query('UPDATE organization_usage SET results = 9 WHERE results > 0');
  const broken = `organization_id = '${made[1]?.organizationId}'`;
  const accept = await refuseRows(server, 'organization_usage', broken);
  const job = keepUsage(server.deps, { info: () => {}, error: () => {} });
  await expect(job()).rejects.toThrow('refused');
  await accept();
  const results = made.map(async (one) => (await readUsage(one)).results);
  expect(await Promise.all(results)).toEqual([1, 9, 1]);
});

it('refuses uploads once the results are used up, and takes them again after a deletion', async () => {
  await setQuota(server.deps, scope.organizationId, { results: 3 });
  const body = makeUpload({ idempotencyKey: 'first', results: makeResults('a', 'b', 'c', 'd') });
  // Begins below the limit.
  const stored = await upload(to, body);
  const refused = errorOf(await post(to, makeUpload()));
  expect(refused).toEqual({
    status: 403,
    error: {
      code: 'FORBIDDEN',
      message:
        'The organization stores 4 results, and its quota is 3. An admin can delete executions or projects, or keep them for fewer days; the operator of the server can raise the quota.',
    },
  });
  // A repeated upload of stored results gets the same answer.
  expect(dataOf(await post(to, body))).toMatchObject({ executionId: stored.executionId });
  expect(await call(server, admin, 'settings.usage', {})).toEqual({
    results: { used: 4, limit: 3 },
    artifactBytes: { used: 0, limit: null },
  });
  await call(server, admin, 'executions.delete', { id: stored.executionId });
  await upload(to, makeUpload());
  expect((await call(server, admin, 'settings.usage', {})).results).toEqual({ used: 1, limit: 3 });
});

it('refuses the artifacts that do not fit, and stores the results and the others', async () => {
  await setQuota(server.deps, scope.organizationId, { bytes: 10 });
  const contents = ['1234567', '12345', '123'];
  const artifacts = contents.map((content) => makeArtifact(content, content));
  const answer = await upload(to, makeUploadWith(artifacts));
  const message =
    'The organization stores 0 B of artifacts, and its quota is 10 B. An admin can delete executions or projects, or keep them for fewer days; the operator of the server can raise the quota.';
  expect(answer.refusedUploads).toEqual([{ clientId: '12345', code: 'FORBIDDEN', message }]);
  expect(answer.uploads.map(({ clientId }) => clientId)).toEqual(['1234567', '123']);
  for (const wanted of answer.uploads) {
    expect((await put(base, wanted, wanted.clientId)).status).toBe(200);
  }
  expect(await usage()).toEqual({ results: 1, artifactBytes: 10 });
});

it('refuses an artifact whose address was given before the quota was used up', async () => {
  const { uploads } = await upload(to, makeUploadWith([makeArtifact('a', '12345')]));
  await setQuota(server.deps, scope.organizationId, { bytes: 4 });
  const refused = await put(base, only(uploads), '12345');
  expect(errorOf(refused)).toMatchObject({ status: 403, error: { code: 'FORBIDDEN' } });
  await setQuota(server.deps, scope.organizationId, { bytes: 0 });
  expect((await put(base, only(uploads), '12345')).status).toBe(200);
});

it('refuses artifacts that arrive at the same time and exceed the quota together', async () => {
  await setQuota(server.deps, scope.organizationId, { bytes: 7 });
  const one = only((await upload(to, makeUploadWith([makeArtifact('a', '12345')]))).uploads);
  const two = only((await upload(to, makeUploadWith([makeArtifact('b', '67890')]))).uploads);
  const bodies = [new PassThrough(), new PassThrough()] as const;
  const puts = [one, two].map((wanted, index) => {
    const body = bodies[index];
    return send(base, wanted.url, { method: 'PUT', headers: { 'Content-Length': 5 }, body });
  });
  // Both were let in when both have sent a byte.
  bodies[0].write('1');
  bodies[1].write('6');
  const isReceiving = async () => {
    const { storage } = server.deps.config;
    const folder = storage.kind === 'disk' ? storage.folder : '';
    const files = await readdir(join(folder, 'incoming')).catch(() => []);
    return files.length;
  };
  await expect.poll(isReceiving).toBe(2);
  bodies[0].end('2345');
  expect((await puts[0])?.status).toBe(200);
  bodies[1].end('7890');
  expect((await puts[1])?.status).toBe(403);
  expect(await usage()).toEqual({ results: 2, artifactBytes: 5 });
});

it("has the server's default, an own quota or none, and records the change", async () => {
  const limit = async () => (await call(server, admin, 'settings.usage', {})).results.limit;
  const { organizationId } = scope;
  expect(await limit()).toBe(1_000);
  expect(await setQuota(server.deps, organizationId, { results: 2_500 })).toEqual([
    'results    0 of 2,500',
    'artifacts  0 B, without limit',
  ]);
  expect(await limit()).toBe(2_500);
  await setQuota(server.deps, organizationId, { results: 0 });
  expect(await limit()).toBeNull();
  await setQuota(server.deps, organizationId, { results: null });
  expect(await limit()).toBe(1_000);
  const { items } = await call(server, admin, 'auditLog.list', {
    action: 'settings.quota-changed',
  });
  expect(items).toHaveLength(3);
  expect(items[0]).toMatchObject({
    actor: { kind: 'server', name: 'svc-admin' },
    details: { before: { results: 0 }, after: { results: null } },
  });
});

it('tells every member of a quota that is nearly or fully used up', async () => {
  const { token: member } = await signInAs(server, scope.organizationId, 'member');
  const notices = async () => (await call(server, member, 'notices.list', {})).items;
  await upload(
    to,
    makeUpload({ results: makeResults('1', '2', '3', '4', '5', '6', '7', '8', '9') }),
  );
  expect(await notices()).toEqual([]);
  await setQuota(server.deps, scope.organizationId, { results: 10 });
  expect(await notices()).toEqual([
    {
      kind: 'results-quota',
      severity: 'warning',
      message: 'The organization stores 9 results, and its quota is 10.',
    },
  ]);
  await setQuota(server.deps, scope.organizationId, { results: 9 });
  expect(await notices()).toEqual([
    {
      kind: 'results-quota',
      severity: 'error',
      message: 'The organization stores 9 results, and its quota is 9. Uploads are refused.',
    },
  ]);
  expect((await refusal(server, to.apiKey, 'auditLog.list', {})).status).toBe(403);
});
