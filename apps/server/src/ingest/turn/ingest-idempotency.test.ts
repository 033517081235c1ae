import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeApp, type TestApp } from '../../../test/app.ts';
import { countRows, makeResults, makeUpload, post, upload } from '../../../test/make.ts';

let server: TestApp;
beforeAll(async () => {
  server = await makeApp();
});
afterAll(() => server.close());

const error = (code: string, message: string) => ({ success: false, error: { code, message } });

describe.each([
  ['in the header', (key: string) => ({ body: makeUpload(), headers: { 'idempotency-key': key } })],
  ['in the body', (key: string) => ({ body: makeUpload({ idempotencyKey: key }), headers: {} })],
])('an idempotency key %s', (where, make) => {
  it('repeats the same bytes, and stores nothing again', async () => {
    const { body, headers } = make(`again ${where}`);
    const first = await post(server, body, headers);
    const rows = await countRows(server);
    const again = await post(server, body, headers);
    expect(first.status).toBe(200);
    expect({ status: again.status, text: again.text }).toEqual({ status: 200, text: first.text });
    expect(await countRows(server)).toEqual(rows);
  });

  it('is refused with another body, and stores nothing of it', async () => {
    const key = `other ${where}`;
    const { body, headers } = make(key);
    await upload(server, body, headers);
    const rows = await countRows(server);
    const answer = await post(server, { ...body, results: makeResults('another') }, headers);
    expect({ status: answer.status, body: JSON.parse(answer.text) as unknown }).toEqual({
      status: 409,
      body: error(
        'CONFLICT',
        `The idempotency key '${key}' was used with another body. Send each upload with its own key.`,
      ),
    });
    expect(await countRows(server)).toEqual(rows);
  });

  it('has one effect when twelve requests use it at once', async () => {
    const { body, headers } = make(`at once ${where}`);
    const before = await countRows(server);
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => post(server, body, headers)),
    );
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(200);
    expect((await countRows(server))['executions']).toBe((before['executions'] ?? 0) + 1);
  });
});

it('prefers the key in the header to the key in the body', async () => {
  const body = makeUpload({ idempotencyKey: 'of the body' });
  const first = await upload(server, body, { 'idempotency-key': 'of the header' });
  const again = await upload(server, makeUpload({ idempotencyKey: 'of the body' }));
  expect(again.executionId).not.toBe(first.executionId);
  expect(await post(server, makeUpload(), { 'idempotency-key': 'of the header' })).toMatchObject({
    status: 409,
  });
});

it('accepts a key again after a failed upload', async () => {
  const headers = { 'idempotency-key': 'failed first' };
  const failed = await post(server, makeUpload({ execution: { durationMs: -1 } }), headers);
  expect(failed.status).toBe(400);
  const answer = await upload(server, makeUpload(), headers);
  expect(answer.accepted).toEqual({ results: 1, duplicates: 0 });
});

it('keeps the keys of two organizations apart', async () => {
  const other = await server.makeOrganization('Other');
  const headers = { 'idempotency-key': 'shared by chance' };
  const mine = await upload(server, makeUpload(), headers);
  const theirs = await upload({ app: server.app, apiKey: other.apiKey }, makeUpload(), headers);
  expect(theirs.executionId).not.toBe(mine.executionId);
});

it('refuses a key of 256 characters and accepts one of 255', async () => {
  const answer = await post(server, makeUpload(), { 'idempotency-key': 'k'.repeat(256) });
  expect({ status: answer.status, body: JSON.parse(answer.text) as unknown }).toEqual({
    status: 400,
    body: error('BAD_REQUEST', 'The Idempotency-Key header is longer than 255 characters.'),
  });
  await upload(server, makeUpload(), { 'idempotency-key': 'k'.repeat(255) });
});
