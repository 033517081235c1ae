import { randomUUID } from 'node:crypto';
import type { Execution } from '@svc/contract/executions/executions';
import type { SourcedPage } from '@svc/contract/pages';
import type { ApiKeyInput } from '@svc/contract/people/api-keys';
import type { Whoami } from '@svc/contract/people/whoami';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { makeApp, type TestApp } from '../../../test/app.ts';
import { timeBefore } from '../../../test/clock.ts';
import { ask, dataOf, makeUpload, post, upload } from '../../../test/make.ts';
import { call, refusal } from '../../../test/procedures.ts';
import { signInAs } from '../../../test/sign-in-as.ts';

let server: TestApp;
beforeAll(async () => {
  server = await makeApp();
});
afterAll(() => server.close());

let organizationId: string;
let admin: string;
beforeEach(async () => {
  ({ organizationId } = await server.makeOrganization(randomUUID()));
  ({ token: admin } = await signInAs(server, organizationId, 'admin'));
});

const create = (facts: Partial<ApiKeyInput>) =>
  call(server, admin, 'apiKeys.create', { name: 'PR', scope: 'ingest', ...facts });

const boundsOf = async (apiKey: string) => {
  const answer = await ask({ app: server.app, apiKey }, { url: '/api/whoami' });
  return (dataOf(answer) as Whoami).credential.bounds;
};

it('shows the bounds of a key in the list, to the key, and in the audit log', async () => {
  const bounds = { projects: ['web', 'api'], branches: ['feature/*', '!x'], mayClaimBase: false };
  const { key, text } = await create(bounds);
  expect(key).toMatchObject(bounds);
  expect((await call(server, admin, 'apiKeys.list', {})).items[0]).toMatchObject(bounds);
  expect(await boundsOf(text)).toEqual(bounds);
  expect((await call(server, admin, 'auditLog.list', {})).items[0]?.details).toMatchObject(bounds);
});

it('has no bounds unless somebody sets them', async () => {
  const { key, text } = await create({});
  expect(key).toMatchObject({ projects: null, branches: null, mayClaimBase: true });
  expect(await boundsOf(text)).toBeNull();
});

it('stores each name once', async () => {
  const { key } = await create({ projects: ['web', 'web'], branches: ['a\0', 'a\uFFFD'] });
  expect(key).toMatchObject({ projects: ['web'], branches: ['a\uFFFD'] });
});

it('applies edited bounds from the next request on, and takes them off again', async () => {
  const { key, text } = await create({ projects: ['web'] });
  const from = { app: server.app, apiKey: text };
  const git = { branch: 'fix', baseBranch: 'main' };
  const send = async (project: string) =>
    (await post(from, makeUpload({ execution: { project, git } }))).status;
  expect([await send('web'), await send('api')]).toEqual([200, 403]);
  const { id } = key;
  await call(server, admin, 'apiKeys.edit', { id, projects: ['api'] });
  expect([await send('web'), await send('api')]).toEqual([403, 200]);
  await call(server, admin, 'apiKeys.edit', { id, projects: null, branches: ['!fix'] });
  expect([await send('web'), await send('api')]).toEqual([403, 403]);
  const freed = await call(server, admin, 'apiKeys.edit', { id, branches: null });
  expect(freed).toMatchObject({ projects: null, branches: null, mayClaimBase: true });
  expect([await send('web'), await send('api')]).toEqual([200, 200]);
  const entries = (await call(server, admin, 'auditLog.list', {})).items;
  expect(entries.slice(0, 3).map(({ details }) => details)).toEqual([
    { before: { branches: ['!fix'] }, after: { branches: null } },
    {
      before: { projects: ['api'], branches: null },
      after: { projects: null, branches: ['!fix'] },
    },
    { before: { projects: ['web'] }, after: { projects: ['api'] } },
  ]);
  // Setting equal bounds again changes nothing.
  await call(server, admin, 'apiKeys.edit', { id, branches: null, mayClaimBase: true });
  expect((await call(server, admin, 'auditLog.list', {})).items).toHaveLength(entries.length);
});

it('refuses bounds of a key with the scope full, when it is created and later', async () => {
  const refused = {
    status: 400,
    message:
      "Only a key with the scope 'ingest' can be bound to projects or branches: a key with the scope 'full' reads everything in the organization. Create a key with the scope 'ingest'.",
  };
  const inputs = [{ projects: ['web'] }, { branches: ['!main'] }, { mayClaimBase: false }];
  const { key } = await create({ scope: 'full', name: 'full', mayClaimBase: true });
  for (const bounds of inputs) {
    for (const scope of [undefined, 'full' as const]) {
      const input = { name: 'PR', scope, ...bounds };
      expect(await refusal(server, admin, 'apiKeys.create', input)).toEqual(refused);
    }
    const change = { id: key.id, ...bounds };
    expect(await refusal(server, admin, 'apiKeys.edit', change)).toEqual(refused);
  }
});

it.each([
  { projects: [] },
  { projects: [''] },
  { branches: [] },
  { branches: ['!'] },
  { branches: ['!!a'] },
])('refuses %j, with which nobody means anything', async (bounds) => {
  const input = { name: 'PR', scope: 'ingest' as const, ...bounds };
  expect(await refusal(server, admin, 'apiKeys.create', input)).toMatchObject({ status: 400 });
});

const url = (id: string) => `/api/executions/${id}`;

it('shows a key no project outside its bounds', async () => {
  const { key, text } = await create({});
  const from = { app: server.app, apiKey: text };
  const git = { commit: 'c0ffee'.padEnd(40, '1') };
  const sendTo = (project: string) => upload(from, makeUpload({ execution: { project, git } }));
  const [web, api] = [await sendTo('web'), await sendTo('api')];
  await call(server, admin, 'apiKeys.edit', { id: key.id, projects: ['web'] });

  const answer = async (url: string) => {
    const { status, text: body } = await ask(from, { url });
    return { status, text: body };
  };
  const refused = await answer(url(api.executionId));
  expect(refused.status).toBe(403);
  expect(refused.text).toContain("alone or with keys of this scope, in the project 'web'.");
  // The answer equals that for an execution that does not exist.
  expect(await answer(url(randomUUID()))).toEqual(refused);
  expect(await answer(`${url(api.executionId)}/gate`)).toEqual(refused);
  expect((await answer(url(web.executionId))).status).toBe(200);
  expect((await answer(`${url(web.executionId)}/gate`)).status).toBe(200);

  const listed = dataOf(
    await answer(`/api/executions?commit=${git.commit}`),
  ) as SourcedPage<Execution>;
  expect(listed.items.map(({ id }) => id)).toEqual([web.executionId]);
  const before = encodeURIComponent(timeBefore(0));
  for (const named of [
    (project: string) => `/api/executions?commit=${git.commit}&project=${project}`,
    (project: string) => `/api/file-durations?project=${project}&before=${before}`,
  ]) {
    expect((await answer(named('web'))).status).toBe(200);
    for (const other of ['api', 'none']) {
      const { status, text: body } = await answer(named(other));
      expect([status, body]).toEqual([
        403,
        expect.stringContaining(
          `may only read from the project 'web', and this request names '${other}'.`,
        ) as string,
      ]);
    }
  }
});
