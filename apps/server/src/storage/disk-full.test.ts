import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeApp, type TestApp } from '../../test/app.ts';
import { ask, errorOf, makeUpload, post, upload } from '../../test/make.ts';
import { call } from '../../test/procedures.ts';
import { makeArtifact, makeUploadWith, only, put } from '../../test/storages/artifacts.ts';
import { buildApp } from '../app.ts';
import { openDiskReserve } from './disk-reserve.ts';

let server: TestApp;
let base: string;
/** A server on the same database whose own Postgres and artifacts are on a disk with too little space. */
let full: TestApp['app'];
beforeAll(async () => {
  server = await makeApp();
  const { deps } = server;
  const diskReserve = openDiskReserve({
    ...deps.config,
    databaseUrl: null,
    dataDir: '/',
    diskReservePercent: 200,
  });
  full = await buildApp({ ...deps, diskReserve });
  base = await full.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await full.close();
  await server.close();
});

it('answers uploads and artifacts 503 with Retry-After, and goes on answering questions', async () => {
  const { executionId, uploads } = await upload(server, makeUploadWith([makeArtifact('a', 'abc')]));
  const to = { app: full, apiKey: server.apiKey };
  const refused = await post(to, makeUpload());
  expect([errorOf(refused).status, refused.headers['retry-after']]).toEqual([503, '60']);
  expect(errorOf(refused).error.message).toMatch(
    /^The disk of the server is nearly full \(\d+ % free\), so it refuses uploads at the moment\./,
  );
  const file = await put(base, only(uploads), 'abc');
  expect([errorOf(file).status, file.headers['retry-after']]).toEqual([503, '60']);
  expect((await ask(to, { url: `/api/executions/${executionId}` })).status).toBe(200);
});

it('tells every member', async () => {
  const { items } = await call({ app: full }, server.apiKey, 'notices.list', {});
  expect(items).toEqual([
    {
      kind: 'disk',
      severity: 'error',
      message: expect.stringMatching(
        /^The disk of the server is nearly full: \d+ % free\. The server takes no uploads and no artifacts until its operator frees space\.$/,
      ) as string,
    },
  ]);
  expect(await call(server, server.apiKey, 'notices.list', {})).toEqual({ items: [] });
});
