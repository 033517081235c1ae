import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeApp, type TestApp } from '../../../test/app.ts';
import { makeResult, makeUpload, upload } from '../../../test/make.ts';

let server: TestApp;
let executionId: string;
beforeAll(async () => {
  server = await makeApp();
  for (let count = 0; count < 100; count++) await upload(server, makeUpload());
  const results = Array.from({ length: 3_000 }, () => makeResult());
  ({ executionId } = await upload(server, makeUpload({ results })));
});
afterAll(() => server.close());

const untimed = (text: string) => text.replaceAll(/"time":"[^"]+"/g, '');

describe.each([
  ['a short answer', () => '/api/whoami'],
  ['one item', () => '/api/executions?limit=1'],
  ['a page that is compressed at once', () => '/api/executions?limit=5'],
  ['a page that is compressed while it is sent', () => '/api/executions?limit=100'],
  ['a stream', () => `/api/executions/${executionId}`],
  ['tRPC', () => '/trpc/executions.list?input=%7B%22limit%22%3A100%7D'],
  ['an error', () => '/api/nothing'],
])('%s', (_, url) => {
  it.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ])('reads the same through %s as without', async (encoding, decompress) => {
    const headers = { authorization: `Bearer ${server.apiKey}` };
    const plain = await server.app.inject({ url: url(), headers });
    const sent = await server.app.inject({
      url: url(),
      headers: { ...headers, 'accept-encoding': encoding },
    });
    const isCompressed = sent.headers['content-encoding'] === encoding;
    expect(isCompressed).toBe(plain.rawPayload.length >= 1024);
    const bytes = isCompressed ? decompress(sent.rawPayload) : sent.rawPayload;
    expect(sent.statusCode).toBe(plain.statusCode);
    expect(untimed(bytes.toString()) === untimed(plain.payload)).toBe(true);
  });
});
