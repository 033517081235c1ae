import { once } from 'node:events';
import { readdir, rm, unlink, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { IngestArtifact } from '@svc/contract/executions/ingest';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeApp, type TestApp } from '../../../test/app.ts';
import { testClock } from '../../../test/clock.ts';
import {
  makeArtifact,
  makeUploadWith,
  only,
  put,
  readArtifacts,
  send,
  sha256Of,
  type HttpAnswer,
} from '../../../test/storages/artifacts.ts';
import { errorOf, makeUpload, upload } from '../../../test/make.ts';
import { makeDisk, type TestStorage } from '../../../test/storages/storages.ts';
import { buildReadAddress, buildUploadAddress } from '../signed-address.ts';
import { buildContentKey } from '../../storage/content-key.ts';

let disk: TestStorage;
let server: TestApp;
let base: string;

async function start(env: Record<string, string> = {}): Promise<void> {
  disk = await makeDisk();
  server = await makeApp({ ...disk.env, ...env });
  base = await server.listen();
}
beforeEach(() => start());
afterEach(async () => {
  await server.close();
  await disk.close();
});

/** Declares one artifact; returns its upload address. */
async function declare(artifact: IngestArtifact) {
  const answer = await upload(server, makeUploadWith([artifact]));
  const wanted = only(answer.uploads);
  return { wanted, read: async () => only(await readArtifacts(server, answer)) };
}

const refused = (answer: HttpAnswer) => errorOf(answer);
const incoming = () => readdir(join(disk.folder, 'artifacts', 'incoming')).catch(() => []);

async function untilNoneIncoming(): Promise<void> {
  while ((await incoming()).length > 0) await sleep(10);
}

const chunked = (...chunks: string[]) => Readable.from(chunks.map((one) => Buffer.from(one)));

/** The server's answer, and whether it asked for the body. */
async function sendWaiting(path: string, headers: Record<string, string | number>, body: string) {
  const method = path.startsWith('/api') ? 'POST' : 'PUT';
  const outgoing = request(`${base}${path}`, {
    method,
    agent: false,
    headers: { ...headers, Expect: '100-continue', 'Content-Length': body.length },
  });
  outgoing.flushHeaders();
  let asked = false;
  outgoing.once('continue', () => {
    asked = true;
    outgoing.end(body);
  });
  const [response] = (await once(outgoing, 'response')) as [{ statusCode: number }];
  outgoing.destroy();
  return { asked, status: response.statusCode };
}

describe('an address', () => {
  const bad = {
    status: 403,
    error: {
      code: 'FORBIDDEN',
      message:
        'The signature does not fit this address. Use the address as svc gave it, unchanged.',
    },
  };
  const other = '01990000-0000-7000-8000-000000000000';

  it.each<[string, (url: URL) => void]>([
    ['of another artifact', (url) => (url.pathname = `/artifacts/${other}`)],
    ['of no artifact', (url) => (url.pathname = '/artifacts/%00')],
    ['that holds longer', (url) => url.searchParams.set('expires', '9999999999')],
    ['that never expires', (url) => url.searchParams.set('expires', 'Infinity')],
    ['of another organization', (url) => url.searchParams.set('organization', other)],
    ['without a signature', (url) => url.searchParams.delete('signature')],
    ['with an empty one', (url) => url.searchParams.set('signature', '')],
    ['with half of one', (url) => url.searchParams.set('signature', 'abc')],
    ['with two of them', (url) => url.searchParams.append('signature', 'abc')],
    ['without anything', (url) => (url.search = '')],
  ])('%s is refused', async (_what, edit) => {
    const { wanted } = await declare(makeArtifact('a', 'x'));
    const url = new URL(wanted.url);
    edit(url);
    expect(refused(await put(base, { ...wanted, url: url.href }, 'x'))).toEqual(bad);
  });

  it('for uploading cannot be read from, and vice versa', async () => {
    const { wanted, read } = await declare(makeArtifact('a', 'x'));
    expect(refused(await send(base, wanted.url, {}))).toEqual(bad);
    await put(base, wanted, 'x');
    expect(refused(await send(base, wanted.url, {}))).toEqual(bad);
    const url = (await read()).url ?? '';
    expect(refused(await put(base, { ...wanted, url }, 'y'))).toEqual(bad);
  });

  it('signed with another secret is refused', async () => {
    const { wanted } = await declare(makeArtifact('a', 'x'));
    const stranger = { ...server.deps.config, secret: 'another secret, which is long enough too' };
    const place = { organizationId: server.organizationId, artifactId: wanted.artifactId };
    const { url } = buildUploadAddress(stranger, place, testClock.now());
    expect(refused(await put(base, { ...wanted, url }, 'x'))).toEqual(bad);
  });

  it('of a deleted artifact finds nothing', async () => {
    const place = { organizationId: server.organizationId, artifactId: other };
    const gone = {
      status: 404,
      error: {
        code: 'NOT_FOUND',
        message:
          'The artifact is gone. Its execution was deleted, or artifacts are not kept for so long.',
      },
    };
    const { url } = buildUploadAddress(server.deps.config, place, testClock.now());
    expect(refused(await put(base, { url, method: 'PUT', headers: {} }, 'x'))).toEqual(gone);
    const read = buildReadAddress(server.deps.config, place, testClock.now());
    expect(refused(await send(base, read.url, {}))).toEqual(gone);
  });

  it('to read an artifact that has not arrived says so', async () => {
    const { wanted } = await declare(makeArtifact('a', 'x'));
    const place = { organizationId: server.organizationId, artifactId: wanted.artifactId };
    const { url } = buildReadAddress(server.deps.config, place, testClock.now());
    expect(refused(await send(base, url, {}))).toMatchObject({
      status: 404,
      error: { message: 'The artifact has not arrived yet.' },
    });
  });
});

describe('a body', () => {
  it.each<[string, string | Readable, string]>([
    ['longer than declared', 'right and more', 'The body has 14 bytes, and 5 were declared.'],
    ['shorter than declared', 'rig', 'The body has 3 bytes, and 5 were declared.'],
    ['that is empty', '', 'The body has 0 bytes, and 5 were declared.'],
    [
      'without a declared length that is longer',
      chunked('right', ' and more'),
      'The body has more bytes, and 5 were declared. The file changed after it was declared, or was cut on its way.',
    ],
    [
      'without a declared length that is shorter',
      chunked('ri', 'g'),
      'The body has 3 bytes, and 5 were declared. The file changed after it was declared, or was cut on its way.',
    ],
    [
      'of another content',
      'wrong',
      `The body's SHA-256 is ${sha256Of('wrong')}, and ${sha256Of('right')} was declared. The file changed after it was declared, or on its way.`,
    ],
  ])('%s leaves the artifact pending, and nothing behind', async (_what, body, message) => {
    const { wanted, read } = await declare(makeArtifact('a', 'right'));
    const answer =
      typeof body === 'string'
        ? await put(base, wanted, body)
        : await send(base, wanted.url, { method: 'PUT', body });
    expect(refused(answer)).toEqual({
      status: 422,
      error: { code: 'UNPROCESSABLE_CONTENT', message },
    });
    expect(await read()).toMatchObject({ state: 'pending', url: null });
    expect(await incoming()).toEqual([]);
    expect((await put(base, wanted, 'right')).status).toBe(200);
  });

  it('without a declared length that is right is accepted', async () => {
    const { wanted } = await declare(makeArtifact('a', 'right'));
    const body = chunked('ri', 'ght');
    expect(await send(base, wanted.url, { method: 'PUT', body })).toMatchObject({ status: 200 });
  });

  it('declared as JSON or as compressed is stored unchanged', async () => {
    const { wanted, read } = await declare(makeArtifact('a', '{no json'));
    const headers = { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' };
    expect((await put(base, { ...wanted, headers }, '{no json')).status).toBe(200);
    expect((await send(base, (await read()).url ?? '', {})).text).toBe('{no json');
  });

  it('that ends in the middle leaves nothing, and can be sent again', async () => {
    const content = 'x'.repeat(3_000_000);
    const { wanted, read } = await declare(makeArtifact('a', content));
    const { hostname, port } = new URL(base);
    const { pathname, search } = new URL(wanted.url);
    const socket = connect(Number(port), hostname);
    socket.write(
      `PUT ${pathname}${search} HTTP/1.1\r\nHost: svc\r\nContent-Length: 3000000\r\n\r\n` +
        content.slice(0, 1_000_000),
    );
    while ((await incoming()).length === 0) await sleep(10);
    socket.destroy();
    await untilNoneIncoming();
    expect(await read()).toMatchObject({ state: 'pending' });
    expect((await put(base, wanted, content)).status).toBe(200);
  });

  it('over the size limit has no address, and is refused before it is read', async () => {
    await server.close();
    await disk.close();
    await start({ SVC_MAX_ARTIFACT_BYTES: '4' });
    const artifacts = [makeArtifact('large', 'right'), makeArtifact('small', 'fits')];
    const body = makeUploadWith(artifacts, { idempotencyKey: 'large' });
    const answer = await upload(server, body);
    const error = {
      code: 'PAYLOAD_TOO_LARGE',
      message:
        'The artifact has 5 bytes, and this server takes 4. Its operator sets that with SVC_MAX_ARTIFACT_BYTES.',
    };
    expect(answer.refusedUploads).toEqual([{ clientId: 'large', ...error }]);
    expect(only(answer.uploads).clientId).toBe('small');
    expect((await upload(server, body)).refusedUploads).toEqual(answer.refusedUploads);

    const [large] = await readArtifacts(server, answer);
    const place = { organizationId: server.organizationId, artifactId: large?.id ?? '' };
    const { url } = buildUploadAddress(server.deps.config, place, testClock.now());
    expect(refused(await put(base, { url, method: 'PUT', headers: {} }, 'right'))).toEqual({
      status: 413,
      error,
    });
    expect((await readArtifacts(server, answer))[0]).toMatchObject({ state: 'pending' });
  });

  it('of many megabytes that is refused at once is drained, so that the client reads the answer', async () => {
    const content = Buffer.alloc(40_000_000, 'x');
    const { wanted } = await declare(makeArtifact('a', content, { sha256: sha256Of('other') }));
    const url = wanted.url.replace('signature=', 'signature=x');
    expect(await put(base, { ...wanted, url }, content)).toMatchObject({ status: 403 });
    const { pathname, search } = new URL(url);
    const response = await fetch(`${base}${pathname}${search}`, { method: 'PUT', body: content });
    expect(response.status).toBe(403);
    expect((await put(base, wanted, content)).status).toBe(422);
  });
});

describe('a client that sends Expect: 100-continue', () => {
  it('is asked for its body, or gets the answer without sending it', async () => {
    const { wanted } = await declare(makeArtifact('a', 'right'));
    const { pathname, search } = new URL(wanted.url);
    const path = `${pathname}${search}`;
    expect(await sendWaiting(`${path}x`, {}, 'right')).toEqual({ asked: false, status: 403 });
    expect(await sendWaiting(path, {}, 'longer')).toEqual({ asked: false, status: 422 });
    expect(await sendWaiting(path, {}, 'right')).toEqual({ asked: true, status: 200 });
    expect(await sendWaiting(path, {}, 'right')).toEqual({ asked: false, status: 200 });
  });

  it('is asked by every other route once it has sent a key', async () => {
    const json = JSON.stringify(makeUpload());
    const type = { 'Content-Type': 'application/json' };
    expect(await sendWaiting('/api/ingest', type, json)).toEqual({ asked: false, status: 401 });
    const key = { ...type, Authorization: `Bearer ${server.apiKey}` };
    expect(await sendWaiting('/api/ingest', key, json)).toEqual({ asked: true, status: 200 });
  });
});

describe('storage', () => {
  it('that cannot be written to is reported as such, and the artifact stays pending', async () => {
    const folder = join(disk.folder, 'artifacts');
    await writeFile(folder, 'a file where the folder should be');
    const { wanted, read } = await declare(makeArtifact('a', 'x'));
    const answer = await put(base, wanted, 'x');
    expect(refused(answer)).toEqual({
      status: 503,
      error: {
        code: 'SERVICE_UNAVAILABLE',
        message:
          'The server cannot use its file storage at the moment. Its operator finds the reason in its log.',
      },
    });
    expect(answer.headers['retry-after']).toBe('30');
    expect(await read()).toMatchObject({ state: 'pending' });
    await rm(folder);
    expect((await put(base, wanted, 'x')).status).toBe(200);
  });

  it('that has lost a file reports it, without the headers of a file', async () => {
    const { wanted, read } = await declare(makeArtifact('a', 'x'));
    await put(base, wanted, 'x');
    await unlink(
      join(disk.folder, 'artifacts', buildContentKey(server.organizationId, sha256Of('x'))),
    );
    const answer = await send(base, (await read()).url ?? '', {});
    expect(refused(answer)).toMatchObject({
      status: 404,
      error: { message: expect.stringContaining("The artifact's file is lost.") as string },
    });
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store' });
    expect(answer.headers).not.toHaveProperty('etag');
  });
});

it('stores any text as a name unchanged, and never uses it as a path', async () => {
  const name = '../../../etc/passwd\u0000\r\nX: y ☃"';
  const { wanted, read } = await declare(makeArtifact('../..', 'x', { name }));
  expect((await put(base, wanted, 'x')).status).toBe(200);
  const artifact = await read();
  expect(artifact.name).toBe('../../../etc/passwd\uFFFD\r\nX: y ☃"');
  const { headers } = await send(base, artifact.url ?? '', {});
  expect(headers['content-disposition']).toBe(
    `inline; filename="__.._.._etc_passwd___X_ y __.txt"; filename*=UTF-8''__.._.._etc_passwd%EF%BF%BD__X_%20y%20%E2%98%83_.txt`,
  );
  expect(await readdir(disk.folder)).toEqual(['artifacts']);
});
