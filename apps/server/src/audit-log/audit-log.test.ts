import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { makeApp, type TestApp } from '../../test/app.ts';
import { ask, errorOf, makeUpload, upload } from '../../test/make.ts';
import { call, refusal } from '../../test/procedures.ts';
import { signInAs, type SignedIn } from '../../test/sign-in-as.ts';
import { recordAuditEntry } from './record-audit-entry.ts';
import { createScope } from '../db/scope.ts';

let server: TestApp;
beforeAll(async () => {
  server = await makeApp();
});
afterAll(() => server.close());

let organizationId: string;
let apiKey: string;
let admin: SignedIn;
beforeEach(async () => {
  ({ organizationId, apiKey } = await server.makeOrganization(randomUUID()));
  admin = await signInAs(server, organizationId, 'admin');
});

const csv = (query = '', token = admin.token) =>
  ask({ app: server.app, apiKey: token }, { url: `/api/audit-log.csv${query}` });

/** Adds entries whose targets have these names. */
async function record(names: readonly string[]): Promise<void> {
  await createScope(server.deps.database, organizationId).transaction(async (scope) => {
    for (const name of names) {
      const target = { id: 'id', name };
      await recordAuditEntry(server.deps, scope, { action: 'project.deleted', target });
    }
  });
}

it('lists who changed what, the newest first, page by page', async () => {
  const { executionId } = await upload({ app: server.app, apiKey }, makeUpload());
  const { key } = await call(server, admin.token, 'apiKeys.create', { name: 'CI' });
  await call(server, admin.token, 'executions.delete', { id: executionId });
  await call(server, admin.token, 'projects.delete', { name: 'shop' });
  await call(server, admin.token, 'settings.setRetention', { resultsDays: 30 });
  const first = await call(server, admin.token, 'auditLog.list', { limit: 3 });
  const second = await call(server, admin.token, 'auditLog.list', {
    limit: 3,
    cursor: first.nextCursor ?? '',
  });
  const actor = { kind: 'user', id: admin.userId, name: admin.email };
  const entry = { actor, address: '127.0.0.1', id: expect.any(String), at: expect.any(String) };
  expect([...first.items, ...second.items]).toMatchObject([
    {
      ...entry,
      action: 'settings.retention-changed',
      target: { kind: 'settings', id: 'retention', name: 'retention' },
      details: { before: { resultsDays: null }, after: { resultsDays: 30 } },
    },
    {
      ...entry,
      action: 'project.deleted',
      target: { kind: 'project', name: 'shop' },
      details: { executions: 0 },
    },
    {
      ...entry,
      action: 'execution.deleted',
      target: { kind: 'execution', id: executionId, name: 'shop #1' },
      details: { project: 'shop', number: 1 },
    },
    { ...entry, action: 'apiKey.created', target: { kind: 'apiKey', id: key.id, name: 'CI' } },
    { action: 'apiKey.created', actor: { kind: 'server', id: null, name: 'svc' }, address: null },
  ]);
  expect(second.nextCursor).toBeNull();
});

it('adds no entry for a change that is refused, or that changes nothing', async () => {
  const list = async () => (await call(server, admin.token, 'auditLog.list', {})).items;
  const before = await list();
  await refusal(server, admin.token, 'executions.delete', { id: randomUUID() });
  await refusal(server, admin.token, 'projects.delete', { name: 'none' });
  await refusal(server, admin.token, 'settings.setRetention', { rollUpsDays: 3 });
  await call(server, admin.token, 'settings.setRetention', { resultsDays: null });
  expect(await list()).toEqual(before);
});

it('filters by action, actor and time', async () => {
  await record(['gone']);
  const { key } = await call(server, admin.token, 'apiKeys.create', { name: 'CI' });
  const idsOf = async (filter: object) =>
    (await call(server, admin.token, 'auditLog.list', filter)).items.map(
      ({ target }) => target.name,
    );
  expect(await idsOf({ action: 'project.deleted' })).toEqual(['gone']);
  expect(await idsOf({ actor: admin.email.slice(2, 12).toUpperCase() })).toEqual(['CI']);
  expect(await idsOf({ actor: '%' })).toEqual([]);
  const { createdAt } = key;
  expect(await idsOf({ from: createdAt })).toEqual(['CI']);
  expect(await idsOf({ to: createdAt })).toEqual(['gone', 'test']);
  expect(
    await refusal(server, admin.token, 'auditLog.list', { from: createdAt, to: createdAt }),
  ).toMatchObject({ status: 400, message: 'from: Must lie before `to`.' });
});

it.each(['auditLog.list', 'csv'] as const)('refuses members and API keys: %s', async (surface) => {
  const { token } = await signInAs(server, organizationId, 'member');
  for (const credential of [token, apiKey]) {
    const { status, text } =
      surface === 'csv'
        ? await csv('', credential)
        : await ask(
            { app: server.app, apiKey: credential },
            { url: '/trpc/auditLog.list?input=%7B%7D' },
          );
    expect(status).toBe(403);
    expect(text).toContain("This requires the role 'admin'");
  }
  const { token: owner } = await signInAs(server, organizationId, 'owner');
  expect((await csv('', owner)).status).toBe(200);
});

it('exports RFC 4180, and neutralises what a spreadsheet would run', async () => {
  const hostile = ['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx', 'a,b', 'say "hi"', 'two\nlines'];
  await record(hostile);
  const { text, headers } = await csv('?action=project.deleted');
  expect(headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8; header=present',
    'content-disposition': expect.stringMatching(
      /^attachment; filename="audit-log-\d{4}-\d\d-\d\d\.csv"$/,
    ) as string,
  });
  const [heading, ...lines] = text.split('\r\n');
  expect(heading).toBe(
    'at,actor_kind,actor_id,actor,address,action,target_kind,target_id,target,details',
  );
  const cells = lines
    .join('\r\n')
    .replaceAll(/^[^,\r\n]+,server,,svc,,project\.deleted,project,id,/gm, '');
  expect(cells).toBe(
    [
      '"two\nlines",{}',
      '"say ""hi""",{}',
      '"a,b",{}',
      '"\'\rx",{}',
      "'\tx,{}",
      "'@SUM(A1),{}",
      "'-1,{}",
      "'+1,{}",
      "'=1+1,{}",
      '',
    ].join('\r\n'),
  );
});

it('exports more entries than it reads at once, each once', async () => {
  const names = Array.from({ length: 1_200 }, (_, index) => `project ${index}`);
  await record(names);
  const { text } = await csv('?action=project.deleted');
  const targets = text.split('\r\n').flatMap((line) => line.match(/project \d+/)?.[0] ?? []);
  expect(targets).toEqual(names.toReversed());
});

it.each([
  '?form=2026-01-01',
  '?action=none',
  '?from=2026-02-30',
  '?action=project.deleted&action=x',
  '?from=2026-02-02&to=2026-02-01',
])('refuses the export with %s, and names no file', async (query) => {
  const answer = await csv(query);
  expect(errorOf(answer)).toMatchObject({ status: 400 });
  expect(answer.headers['content-disposition']).toBeUndefined();
});
