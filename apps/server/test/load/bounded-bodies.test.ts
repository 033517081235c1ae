import { gzipSync, zstdCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clockEnv } from '../clock.ts';
import { startServer, type TestServer } from '../server.ts';
import { memoryOf, resetPeakMemory } from './process-memory.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ env: clockEnv('--max-old-space-size=512') });
});
afterAll(() => server.stop());

const MEBIBYTE = 1024 * 1024;

/** As many repetitions as fit into the size, as a list under an unknown key. */
function listOf(item: string, sizeBytes: number): string {
  return `{"x":[${`${item},`.repeat(Math.floor(sizeBytes / (item.length + 1)) - 8)}0]}`;
}

interface Attack {
  path: string;
  text: string;
  encoding?: 'gzip' | 'zstd';
}

// V8 takes 570 bytes for each object whose only key is the number 34.
const SPARSE = '{"34":0}';
const TOO_MANY = /holds more than 200000 lists and values/;

describe.each<[string, () => Attack, RegExp]>([
  [
    '64 MiB of sparse objects to analyze',
    () => ({ path: '/api/ci/analyze', text: listOf(SPARSE, 64 * MEBIBYTE) }),
    /larger than 32 MiB/,
  ],
  [
    '32 MiB of sparse objects to analyze',
    () => ({ path: '/api/ci/analyze', text: listOf(SPARSE, 32 * MEBIBYTE) }),
    TOO_MANY,
  ],
  [
    'the same over tRPC',
    () => ({ path: '/trpc/analyses.analyze', text: listOf(SPARSE, 32 * MEBIBYTE) }),
    TOO_MANY,
  ],
  [
    'the same with zstd',
    () => ({ path: '/api/ci/analyze', text: listOf(SPARSE, 32 * MEBIBYTE), encoding: 'zstd' }),
    TOO_MANY,
  ],
  [
    '32 MiB of empty objects to analyze',
    () => ({ path: '/api/ci/analyze', text: listOf('{}', 32 * MEBIBYTE) }),
    TOO_MANY,
  ],
  [
    '30 MiB of brackets to analyze',
    () => ({ path: '/api/ci/analyze', text: '['.repeat(30 * MEBIBYTE) }),
    TOO_MANY,
  ],
  [
    '30 MiB of objects with escaped keys',
    () => ({ path: '/api/ci/analyze', text: listOf('{"\\"\\\\":0}', 30 * MEBIBYTE) }),
    TOO_MANY,
  ],
  [
    '1 MiB of empty lists to a generated route',
    () => ({ path: '/api/quarantine', text: listOf('[]', MEBIBYTE) }),
    TOO_MANY,
  ],
  [
    '1 MiB of empty lists to a procedure',
    () => ({ path: '/trpc/quarantine.add', text: listOf('[]', MEBIBYTE) }),
    TOO_MANY,
  ],
])('%s', (_, make, message) => {
  it('is answered 413 with less than 200 MB of additional memory', async () => {
    const { path, text, encoding = 'gzip' } = make();
    const body = encoding === 'gzip' ? gzipSync(text) : zstdCompressSync(text);
    const before = await memoryOf(server.child.pid);
    await resetPeakMemory(server.child.pid);
    const answer = await send(path, body, {
      'content-type': 'application/json',
      'content-encoding': encoding,
    });
    expect({ status: answer.status, text: await answer.text() }).toEqual({
      status: 413,
      text: expect.stringMatching(message) as string,
    });
    const { peak } = await memoryOf(server.child.pid);
    expect(peak - before.now).toBeLessThan(200);
  });
});

it.each(['account.signUp', 'account.beginDeviceSignIn', 'quarantine.add'])(
  'refuses a form of 300 MB to %s without reading it into memory',
  async (procedure) => {
    const part = Buffer.alloc(MEBIBYTE, 'x');
    async function* form() {
      yield Buffer.from('--b\r\nContent-Disposition: form-data; name="x"\r\n\r\n');
      for (let sent = 0; sent < 300; sent++) yield part;
      yield Buffer.from('\r\n--b--\r\n');
    }
    const before = await memoryOf(server.child.pid);
    await resetPeakMemory(server.child.pid);
    const status = await send(`/trpc/${procedure}`, ReadableStream.from(form()), {
      'content-type': 'multipart/form-data; boundary=b',
    }).then(
      (answer) => answer.status,
      // The server may close the connection while the form is still sent.
      () => 415,
    );
    expect(status).toBe(415);
    const { peak } = await memoryOf(server.child.pid);
    expect(peak - before.now).toBeLessThan(200);
  },
);

it('reads the longest log that an escaping client sends', async () => {
  const error = 'Error: connect ECONNREFUSED 127.0.0.1:5432';
  const characters = 5 * MEBIBYTE - error.length - 1;
  const log = `${'\\u0020'.repeat(characters)}\\u000a${error}`;
  const answer = await send('/api/ci/analyze', Buffer.from(`{"log":"${log}"}`), {
    'content-type': 'application/json',
  });
  expect(answer.status).toBe(200);
});

it('counts nothing inside of strings', async () => {
  const log = `${'[{",\\'.repeat(500_000)}\nError: connect ECONNREFUSED 127.0.0.1:5432`;
  const answer = await send('/api/ci/analyze', Buffer.from(JSON.stringify({ log })), {
    'content-type': 'application/json',
  });
  expect(answer.status).toBe(200);
});

function send(
  path: string,
  body: RequestInit['body'],
  headers: Record<string, string>,
): Promise<Response> {
  return fetch(server.url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.apiKey}`, ...headers },
    body,
    duplex: 'half',
  });
}
