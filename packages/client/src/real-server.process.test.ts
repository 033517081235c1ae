import { readFile } from 'node:fs/promises';
import { ingestBody } from '@svc/contract/executions/ingest';
import { timeBefore } from '@svc/server/test/clock.ts';
import { joinServer, type SharedServer } from '@svc/server/test/server.ts';
import { beforeAll, expect, it } from 'vitest';
import { createSvcClient } from './create-client.ts';

let server: SharedServer;
beforeAll(async () => {
  server = await joinServer();
});

it('uploads, lists and reads an execution, and knows whose key it is', async () => {
  const client = createSvcClient({ url: server.url, apiKey: server.apiKey });
  const fixture = new URL('../../contract/fixtures/vitest-outcomes.json', import.meta.url);
  const body = ingestBody.parse(JSON.parse(await readFile(fixture, 'utf8')));
  body.execution.startedAt = timeBefore(1);
  const answer = await client.ingest.upload.mutate(body);
  const { items } = await client.executions.list.query({ project: 'shop' });
  expect(items.map(({ id, number }) => ({ id, number }))).toEqual([
    { id: answer.executionId, number: answer.number },
  ]);
  const detail = await client.executions.get.query({ id: answer.executionId, status: ['failed'] });
  expect(detail.results.map(({ title }) => title)).toEqual(['keeps the discount']);
  expect(await client.whoami.get.query({})).toMatchObject({ organization: { name: 'Default' } });
});

it.each([
  ['an unknown key', { apiKey: 'svc_unknown' }, { code: 'UNAUTHORIZED', httpStatus: 401 }],
  ['no key', {}, { code: 'UNAUTHORIZED', httpStatus: 401 }],
])("maps the server's refusal of %s", async (_, key, expected) => {
  const client = createSvcClient({ url: server.url, ...key });
  await expect(client.whoami.get.query({})).rejects.toMatchObject(expected);
});

it("maps the server's complaint about a parameter, with its name and the request's id", async () => {
  const client = createSvcClient({ url: server.url, apiKey: server.apiKey });
  const call = client.executions.list.query({ limit: 1000 });
  await expect(call).rejects.toMatchObject({
    code: 'BAD_REQUEST',
    details: [{ path: 'limit' }],
    requestId: expect.stringMatching(/\S/),
  });
});
