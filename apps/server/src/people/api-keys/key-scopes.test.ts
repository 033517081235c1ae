import { randomUUID } from 'node:crypto';
import type { IngestResult } from '@svc/contract/executions/ingest';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Execution } from '@svc/contract/executions/executions';
import type { SourcedPage } from '@svc/contract/pages';
import type { Whoami } from '@svc/contract/people/whoami';
import { makeApp, type TestApp } from '../../../test/app.ts';
import {
  ask,
  dataOf,
  makeResult,
  makeUpload,
  post as send,
  readExecution,
  upload,
} from '../../../test/make.ts';
import { createApiKey } from './api-keys.service.ts';

let server: TestApp;
let to: Pick<TestApp, 'app' | 'apiKey'>;
beforeAll(async () => {
  server = await makeApp();
  const key = { name: 'CI', scope: 'ingest' as const, createdBy: null };
  const { text } = await createApiKey(server.deps, server.scope, key);
  to = { app: server.app, apiKey: text };
});
afterAll(() => server.close());

const answer = async (url: string) => {
  const { status, text } = await ask(to, { url });
  return { status, text };
};

it('lets a key for uploads upload, and read back what it uploaded', async () => {
  const sent = await upload(to, makeUpload());
  expect((await readExecution(to, sent)).results).toHaveLength(1);
  const { credential } = dataOf(await ask(to, { url: '/api/whoami' })) as Whoami;
  expect(credential).toMatchObject({ name: 'CI', role: 'apiKey', scope: 'ingest' });
  const pages = await answer(
    `/trpc/executions.results?input=${encodeURIComponent(JSON.stringify({ id: sent.executionId }))}`,
  );
  expect(pages.status).toBe(200);
});

const shared = (number: number) =>
  makeUpload({ runId: `run ${number}`, execution: { key: 'shared' }, results: [makeResult()] });

it('lets it read what it uploaded alone, and no other', async () => {
  const others = await upload(server, shared(1));
  const url = `/api/executions/${others.executionId}`;
  const refusal = await answer(url);
  expect(refusal).toEqual({
    status: 403,
    text: expect.stringContaining(
      "The API key 'CI' has the scope 'ingest': it may only read executions that it uploaded to, alone or with keys of this scope.",
    ) as string,
  });
  // An execution that does not exist gets the same answer.
  const none = await answer('/api/executions/0198a0a0-0000-7000-8000-000000000001');
  expect(none).toEqual(refusal);
  const added = await send(to, shared(2));
  expect([added.status, added.text]).toEqual([
    403,
    expect.stringContaining('this execution has parts of a key with more rights.'),
  ]);
  expect(await answer(url)).toEqual(refusal);
});

const part = (results: IngestResult[]) =>
  makeUpload({ runId: randomUUID(), execution: { key: 'of two keys' }, results });

it('lets keys for uploads share an execution, and an empty part opens nothing', async () => {
  const key = { name: 'another', scope: 'ingest' as const, createdBy: null };
  const other = {
    app: server.app,
    apiKey: (await createApiKey(server.deps, server.scope, key)).text,
  };
  const { executionId } = await upload(other, part([makeResult()]));
  const url = `/api/executions/${executionId}`;
  await upload(to, part([]));
  expect((await answer(url)).status).toBe(403);
  const git = { commit: 'dead0'.padEnd(40, '1') };
  await upload(other, makeUpload({ execution: { key: 'of two keys', git } }));
  const listed = async () =>
    (dataOf(await answer(`/api/executions?commit=${git.commit}`)) as SourcedPage<Execution>).items;
  expect(await listed()).toEqual([]);
  await upload(to, part([makeResult({ titlePath: ['mine'] })]));
  expect((await answer(url)).status).toBe(200);
  expect(await listed()).toHaveLength(1);
  // From now on, it also has a part from a key with more rights.
  await upload(server, part([makeResult({ titlePath: ['theirs'] })]));
  expect((await answer(url)).status).toBe(403);
});

it('lets it read an execution of its own without a test', async () => {
  const { executionId } = await upload(to, makeUpload({ results: [] }));
  expect((await answer(`/api/executions/${executionId}/gate`)).status).toBe(200);
});

it('lets it list the executions of a commit that it uploaded to', async () => {
  const git = { commit: 'c0ffee0'.padEnd(40, '1') };
  const execution = (key: string) => makeUpload({ execution: { key, git } });
  await upload(server, execution('by another key'));
  const { executionId } = await upload(to, execution('by this key'));
  const page = await answer(`/api/executions?commit=${git.commit}`);
  const { items } = dataOf(page) as SourcedPage<Execution>;
  expect(items.map(({ id }) => id)).toEqual([executionId]);
  const refusal = await answer('/api/executions');
  expect([refusal.status, refusal.text]).toEqual([
    403,
    expect.stringContaining('it may only list executions of one commit that it uploaded to.'),
  ]);
});

it.each([
  '/api/metrics',
  '/api/trends',
  '/api/flaky-tests',
  '/api/tests',
  '/api/tests/00',
  '/api/failures',
  '/api/attention',
  '/api/compare?base=latest&head=latest',
])('refuses %s', async (url) => {
  const { status, text } = await answer(url);
  expect([status, JSON.parse(text)]).toEqual([
    403,
    {
      success: false,
      error: {
        code: 'FORBIDDEN',
        message: expect.stringMatching(
          /^This requires an API key with the scope 'full', .* Use a key with the scope full\.$/,
        ) as string,
      },
    },
  ]);
});
