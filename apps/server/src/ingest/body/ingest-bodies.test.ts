import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeApp, type TestApp } from '../../../test/app.ts';
import {
  countRows,
  makeResult,
  makeUpload,
  readExecution,
  refusalOf,
  upload,
} from '../../../test/make.ts';

let server: TestApp;
beforeAll(async () => {
  server = await makeApp();
  await server.listen();
});
afterAll(() => server.close());

const plain = Buffer.from(JSON.stringify(makeUpload()));
const zeros = (mebibytes: number) => Buffer.alloc(mebibytes * 1024 * 1024, ' ');

it.each([
  ['gzip', gzipSync(plain)],
  ['zstd', zstdCompressSync(plain)],
])('takes a body in %s', async (encoding, body) => {
  const answer = await upload(server, body, { 'content-encoding': encoding });
  expect(answer.accepted).toEqual({ results: 1, duplicates: 0 });
});

describe.each<[string, Buffer | string, Record<string, string>, number, string]>([
  ['an empty body', '', {}, 400, 'The body is empty.'],
  [
    'a gzip that ends early',
    gzipSync(plain).subarray(0, 60),
    { 'content-encoding': 'gzip' },
    400,
    'Could not decompress',
  ],
  ['a gzip that is none', plain, { 'content-encoding': 'gzip' }, 400, 'Could not decompress'],
  ['a zstd that is none', plain, { 'content-encoding': 'zstd' }, 400, 'Could not decompress'],
  [
    'a gzip of 300 MiB',
    gzipSync(zeros(300)),
    { 'content-encoding': 'gzip' },
    413,
    'The body is larger than 64 MiB',
  ],
  [
    'a zstd of 300 MiB',
    zstdCompressSync(zeros(300)),
    { 'content-encoding': 'zstd' },
    413,
    'The body is larger than 64 MiB',
  ],
  ['65 MiB', zeros(65), {}, 413, 'The body is larger than 64 MiB'],
  ['brotli', plain, { 'content-encoding': 'br' }, 415, 'Unsupported Content-Encoding: br.'],
  [
    'an unknown encoding',
    plain,
    { 'content-encoding': 'x' },
    415,
    'Unsupported Content-Encoding: x.',
  ],
  ['text', plain, { 'content-type': 'text/plain' }, 415, 'The body’s type is not supported'],
  [
    'a form',
    'a=b',
    { 'content-type': 'application/x-www-form-urlencoded' },
    415,
    'The body’s type is not supported',
  ],
  ['no type', plain, { 'content-type': '' }, 415, 'The body’s type is not supported'],
  [
    'a Content-Length beyond it',
    plain,
    { 'content-length': '9999' },
    400,
    'Request body size did not match',
  ],
])('a request with %s', (_, body, headers, status, message) => {
  it('is refused in the contract’s words, and leaves nothing behind', async () => {
    const rows = await countRows(server);
    const refusal = await refusalOf(server, body, headers);
    const starts = refusal.error.message.replace("'", '’').slice(0, message.length);
    expect({ status: refusal.status, starts }).toEqual({ status, starts: message });
    expect(await countRows(server)).toEqual(rows);
  });
});

it('replaces bytes that are not UTF-8', async () => {
  const [before, after] = JSON.stringify(
    makeUpload({ results: [makeResult({ titlePath: ['bad |'] })] }),
  ).split('|');
  const body = Buffer.concat([
    Buffer.from(before ?? ''),
    Buffer.from([0xff, 0xc3]),
    Buffer.from(after ?? ''),
  ]);
  const { results } = await readExecution(server, await upload(server, body));
  expect(results.map(({ title }) => title)).toEqual(['bad \uFFFD\uFFFD']);
});

it('accepts an upload of 20 MB', async () => {
  const results = Array.from({ length: 40_000 }, (_, index) =>
    makeResult({ titlePath: [`],[{"${index}`, 'é😀"\\'.repeat(45)] }),
  );
  const body = JSON.stringify(makeUpload({ results }));
  expect(Buffer.byteLength(body)).toBeGreaterThan(20_000_000);
  const answer = await upload(server, Buffer.from(body));
  expect(answer.accepted).toEqual({ results: 40_000, duplicates: 0 });
  const { totals } = await readExecution(server, answer, '?status=failed');
  expect(totals).toMatchObject({ tests: 40_000, passed: 40_000 });
});

/** Writes a request to the socket by hand. Returns everything received until either side closed. */
async function onSocket(
  write: (send: (bytes: Buffer | string) => void) => Promise<void>,
): Promise<string> {
  const socket = connect((server.app.server.address() as AddressInfo).port, '127.0.0.1');
  let answered = '';
  socket.on('data', (bytes) => (answered += bytes.toString()));
  await once(socket, 'connect');
  const send = (bytes: Buffer | string) => void socket.write(bytes);
  const lines = ['POST /api/ingest HTTP/1.1', 'Host: svc.test', 'Connection: close'];
  send(
    `${lines.join('\r\n')}\r\nAuthorization: Bearer ${server.apiKey}\r\nContent-Type: application/json\r\n`,
  );
  await write(send);
  if (!socket.destroyed) socket.end();
  if (!socket.closed) await once(socket, 'close');
  return answered;
}

it('accepts a body that arrives a few bytes at a time', async () => {
  const answered = await onSocket(async (send) => {
    send(`Content-Length: ${plain.length}\r\n\r\n`);
    for (let at = 0; at < plain.length; at += 40) {
      send(plain.subarray(at, at + 40));
      await sleep(5);
    }
    await sleep(500);
  });
  expect(answered).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
});

it('stores nothing of a body whose client disconnects in the middle, and keeps running', async () => {
  const rows = await countRows(server);
  await onSocket(async (send) => {
    send(`Content-Length: ${plain.length}\r\n\r\n`);
    send(plain.subarray(0, plain.length - 20));
    await sleep(50);
  });
  expect(await countRows(server)).toEqual(rows);
  expect((await upload(server, makeUpload())).status).toBe('passed');
});
