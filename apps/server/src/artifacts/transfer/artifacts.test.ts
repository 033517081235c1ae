import type { IngestArtifact, IngestBody, IngestResult } from '@svc/contract/executions/ingest';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeApp, type TestApp } from '../../../test/app.ts';
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
import { testClock } from '../../../test/clock.ts';
import { makeUpload, makeResult, upload } from '../../../test/make.ts';
import { STORAGES, type TestStorage } from '../../../test/storages/storages.ts';
import { buildContentKey } from '../../storage/content-key.ts';

let storage: TestStorage;
let server: TestApp;
let base: string;

async function start(env: Record<string, string>): Promise<void> {
  server = await makeApp(env);
  base = await server.listen();
}

/** Reads the artifact's address. */
async function get(url: string | null, headers: Record<string, string> = {}) {
  if (url === null) throw new Error('it has no address');
  return send(base, url, { headers });
}

describe.each(STORAGES)('artifacts on %s', (_kind, make) => {
  beforeEach(async () => {
    storage = await make();
    await start(storage.env);
  });
  afterEach(async () => {
    await server.close();
    await storage.close();
  });

  it('are declared, put and read back', async () => {
    const answer = await upload(server, makeUploadWith([makeArtifact('a', 'it broke')]));
    const wanted = only(answer.uploads);
    expect(wanted).toEqual({
      clientId: 'a',
      artifactId: only(await readArtifacts(server, answer)).id,
      method: 'PUT',
      url: expect.stringContaining(`http://svc.test/artifacts/${wanted.artifactId}?`) as string,
      headers: { 'Content-Type': 'application/octet-stream' },
      expiresAt: expect.any(String) as string,
    });
    expect(only(await readArtifacts(server, answer))).toMatchObject({
      state: 'pending',
      url: null,
    });
    const stored = await put(base, wanted, 'it broke');
    expect([stored.status, JSON.parse(stored.text)]).toEqual([
      200,
      { success: true, data: { artifactId: wanted.artifactId, state: 'stored' } },
    ]);
    const artifact = only(await readArtifacts(server, answer));
    expect(artifact).toEqual({
      id: wanted.artifactId,
      resultId: expect.any(String) as string,
      attempt: null,
      name: 'a.txt',
      kind: 'log',
      contentType: 'text/plain',
      sizeBytes: 8,
      sha256: sha256Of('it broke'),
      url: expect.stringContaining(`http://svc.test/artifacts/${wanted.artifactId}?`) as string,
      state: 'stored',
      createdAt: expect.any(String) as string,
      expiresAt: null,
    });
    const { status, headers, text } = await get(artifact.url);
    expect({ status, text }).toEqual({ status: 200, text: 'it broke' });
    expect(headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'content-length': '8',
      'content-disposition': `inline; filename="a.txt"; filename*=UTF-8''a.txt`,
      'content-security-policy': expect.stringMatching(/^sandbox; default-src 'none';/) as string,
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'cache-control': expect.stringMatching(/^private, max-age=\d+$/) as string,
      'accept-ranges': 'bytes',
      etag: `"${sha256Of('it broke')}"`,
    });
    expect(headers).not.toHaveProperty('x-ratelimit-limit');
  });

  it('may be empty, and may come without a checksum', async () => {
    const artifacts = [
      makeArtifact('empty', ''),
      makeArtifact('unknown', 'no hash was told', { sha256: undefined }),
    ];
    const answer = await upload(server, makeUploadWith(artifacts));
    for (const [index, content] of ['', 'no hash was told'].entries()) {
      const wanted = answer.uploads[index];
      if (wanted === undefined) throw new Error('not asked for');
      expect((await put(base, wanted, content)).status).toBe(200);
    }
    const stored = await readArtifacts(server, answer);
    expect(stored.map(({ sha256 }) => sha256)).toEqual(['', 'no hash was told'].map(sha256Of));
    for (const [index, content] of ['', 'no hash was told'].entries()) {
      expect(await get(stored[index]?.url ?? null)).toMatchObject({ status: 200, text: content });
    }
  });

  it('are stored once when they are equal, and asked for once', async () => {
    const twice = [makeArtifact('a', 'same'), makeArtifact('b', 'same')];
    const first = await upload(server, makeUploadWith(twice));
    await put(base, only(first.uploads), 'same');
    const states = (await readArtifacts(server, first)).map(({ state }) => state);
    expect(states).toEqual(['stored', 'stored']);
    const second = await upload(server, makeUploadWith([makeArtifact('c', 'same')]));
    expect(second.uploads).toEqual([]);
    const { url } = only(await readArtifacts(server, second));
    expect((await get(url)).text).toBe('same');
  });

  it('are stored when another upload has brought the same content meanwhile', async () => {
    const body = makeUploadWith([makeArtifact('a', 'race')]);
    const [first, second] = [await upload(server, body), await upload(server, body)];
    await put(base, only(first.uploads), 'race');
    expect(only(await readArtifacts(server, second))).toMatchObject({ state: 'stored' });
    expect((await put(base, only(second.uploads), 'race')).status).toBe(200);
  });

  it('of two organizations are stored separately, even when they are equal', async () => {
    const other = { app: server.app, ...(await server.makeOrganization('Other')) };
    const body = makeUploadWith([makeArtifact('a', 'secret')]);
    await put(base, only((await upload(server, body)).uploads), 'secret');
    const theirs = await upload(other, body);
    expect(theirs.uploads).toHaveLength(1);
    expect(only(await readArtifacts(other, theirs))).toMatchObject({ state: 'pending', url: null });
  });

  it('are read in ranges, as video players request them', async () => {
    const video = makeArtifact('v', '0123456789', { contentType: 'video/webm', name: 'v.webm' });
    const answer = await upload(server, makeUploadWith([video]));
    await put(base, only(answer.uploads), '0123456789');
    const { url } = only(await readArtifacts(server, answer));
    const etag = `"${sha256Of('0123456789')}"`;
    const part = await get(url, { range: 'bytes=3-5', 'if-range': etag });
    expect(part).toMatchObject({
      status: 206,
      text: '345',
      headers: {
        'content-range': 'bytes 3-5/10',
        'content-length': '3',
        'content-type': 'video/webm',
      },
    });
    expect(await get(url, { range: 'bytes=-2' })).toMatchObject({ status: 206, text: '89' });
    expect(await get(url, { range: 'bytes=8-' })).toMatchObject({ status: 206, text: '89' });
    expect(await get(url, { range: 'bytes=3-5', 'if-range': '"other"' })).toMatchObject({
      status: 200,
      text: '0123456789',
    });
    const outside = await get(url, { range: 'bytes=10-' });
    expect(outside).toMatchObject({ status: 416, headers: { 'content-range': 'bytes */10' } });
    expect(await get(url, { 'if-none-match': etag })).toMatchObject({ status: 304, text: '' });
  });

  it('answer HEAD requests with their headers only', async () => {
    const answer = await upload(server, makeUploadWith([makeArtifact('a', '0123456789')]));
    await put(base, only(answer.uploads), '0123456789');
    const url = only(await readArtifacts(server, answer)).url ?? '';
    const etag = `"${sha256Of('0123456789')}"`;
    const asked: Record<string, string>[] = [{}, { range: 'bytes=3-5' }, { 'if-none-match': etag }];
    for (const headers of asked) {
      const [got, told] = [
        await get(url, headers),
        await send(base, url, { method: 'HEAD', headers }),
      ];
      expect({ ...told, headers: steady(told) }).toEqual({
        status: got.status,
        headers: steady(got),
        text: '',
      });
    }
    const outside = await send(base, url, { method: 'HEAD', headers: { range: 'bytes=10-' } });
    expect(outside).toMatchObject({ status: 416, headers: { 'content-range': 'bytes */10' } });
    const forged = url.replace('signature=', 'signature=x');
    expect((await send(base, forged, { method: 'HEAD' })).status).toBe(403);
    await server.deps.storage.delete(
      buildContentKey(server.organizationId, sha256Of('0123456789')),
    );
    expect((await send(base, url, { method: 'HEAD' })).status).toBe(404);
  });
});

/** The headers without what differs between any two answers, such as the seconds that an address stays valid. */
function steady({ headers }: HttpAnswer): HttpAnswer['headers'] {
  const { date: _, 'x-request-id': __, 'cache-control': caching, ...rest } = headers;
  return { ...rest, 'cache-control': String(caching).replace(/max-age=\d+/, 'max-age=N') };
}

/** Makes the same result for each upload; artifacts get new ids each time a report is read. */
function makeResend(clientId: string, idempotencyKey: string): IngestBody {
  const artifact = makeArtifact(clientId, 'x', { name: 'shot', attempt: 1 });
  return makeUploadWith([artifact], { runId: 'r', execution: { key: 'resent' }, idempotencyKey });
}

/** Results of one test with equal start times, as duplicate titles have them. */
function makeTwin(...artifacts: IngestArtifact[]): IngestResult {
  return makeResult({ titlePath: ['twin'], startedAt: '2026-11-20T10:00:00Z', artifacts });
}

function makeTwins(...results: IngestResult[]): IngestBody {
  return makeUpload({ runId: 'r', execution: { key: 'twins' }, results });
}

describe('on one server', () => {
  beforeEach(() => start({}));
  afterEach(() => server.close());

  it('gives a repeated upload new addresses for what is still missing, and only for that', async () => {
    const results = ['one', 'two'].map((text) =>
      makeResult({ titlePath: [text], artifacts: [makeArtifact(text, text)] }),
    );
    const body = makeUpload({ results, idempotencyKey: 'again' });
    const now = testClock.now();
    server.setNow(now);
    const first = await upload(server, body);
    const [one, two] = first.uploads;
    if (one === undefined || two === undefined) throw new Error('not both are asked for');
    await put(base, one, 'one');
    server.setNow(new Date(now.getTime() + 2 * 3_600_000));
    const again = await upload(server, body);
    expect({ ...again, uploads: [] }).toEqual({ ...first, uploads: [] });
    const wanted = only(again.uploads);
    expect(wanted.artifactId).toBe(two.artifactId);
    expect(Date.parse(wanted.expiresAt) - Date.parse(two.expiresAt)).toBe(2 * 3_600_000);
    expect((await put(base, two, 'two')).status).toBe(403);
    expect((await put(base, wanted, 'two')).status).toBe(200);
    expect((await upload(server, body)).uploads).toEqual([]);
  });

  it('asks for missing contents when the results arrive under another idempotency key', async () => {
    const first = await upload(server, makeResend('1-1', 'one'));
    const second = makeResend('2-1', 'two');
    const again = await upload(server, second);
    expect(again.accepted).toEqual({ results: 0, duplicates: 1 });
    const wanted = only(again.uploads);
    expect(wanted).toMatchObject({
      clientId: '2-1',
      artifactId: only(first.uploads).artifactId,
    });
    expect(only((await upload(server, second)).uploads).artifactId).toBe(wanted.artifactId);
    expect((await put(base, wanted, 'x')).status).toBe(200);
    expect(only(await readArtifacts(server, first)).state).toBe('stored');
    expect((await upload(server, makeResend('3-1', 'three'))).uploads).toEqual([]);
    expect(await readArtifacts(server, first)).toHaveLength(1);
  });

  it('stores artifacts that a result lacked at first, each once', async () => {
    const first = await upload(
      server,
      makeTwins(makeTwin(makeArtifact('a', 'a', { sha256: undefined })), makeTwin()),
    );
    const whole = makeTwins(
      makeTwin(makeArtifact('a', 'a'), makeArtifact('b', 'b')),
      makeTwin(makeArtifact('c', 'a', { name: 'a.txt' })),
    );
    const second = await upload(server, whole);
    expect(second.uploads.map(({ clientId }) => clientId)).toEqual(['a', 'b']);
    for (const wanted of second.uploads) {
      expect((await put(base, wanted, wanted.clientId)).status).toBe(200);
    }
    expect((await upload(server, whole)).uploads).toEqual([]);
    expect((await readArtifacts(server, first)).map(({ name, state }) => [name, state])).toEqual([
      ['a.txt', 'stored'],
      ['b.txt', 'stored'],
      ['a.txt', 'stored'],
    ]);
  });

  it('keeps no address in the database', async () => {
    const body = makeUploadWith([makeArtifact('a', 'x')], { idempotencyKey: 'kept' });
    await upload(server, body);
    const rows = await server.deps.database.query<{ answer: object }>(
      'SELECT answer FROM idempotency_keys',
    );
    expect(JSON.stringify(rows)).not.toContain('signature');
  });

  it('accepts simultaneous uploads of the same artifact', async () => {
    const content = Buffer.alloc(1_000_000, 'x');
    const wanted = only(
      (await upload(server, makeUploadWith([makeArtifact('a', content)]))).uploads,
    );
    const answers = await Promise.all([1, 2, 3, 4].map(() => put(base, wanted, content)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  });

  it('serves HTML and SVG as downloads only', async () => {
    const types = ['text/html', 'image/svg+xml', 'application/zip', 'text/html; charset=utf-8'];
    const artifacts = types.map((contentType, index) =>
      makeArtifact(`${index}`, `<script>${index}</script>`, { contentType }),
    );
    const answer = await upload(server, makeUploadWith(artifacts));
    for (const [index, wanted] of answer.uploads.entries()) {
      await put(base, wanted, `<script>${index}</script>`);
    }
    for (const { url } of await readArtifacts(server, answer)) {
      expect((await get(url)).headers).toMatchObject({
        'content-type': 'application/octet-stream',
        'content-disposition': expect.stringMatching(/^attachment;/) as string,
        'content-security-policy': expect.stringMatching(/^sandbox;/) as string,
        'x-content-type-options': 'nosniff',
      });
    }
  });

  it('gives readers one address for a quarter of an hour, valid for at least as long again', async () => {
    const answer = await upload(server, makeUploadWith([makeArtifact('a', 'x')]));
    await put(base, only(answer.uploads), 'x');
    const urlAt = async (time: string) => {
      server.setNow(new Date(`2026-11-20T${time}Z`));
      return only(await readArtifacts(server, answer)).url;
    };
    const url = await urlAt('10:00:00');
    expect(await urlAt('10:14:59')).toBe(url);
    expect(await urlAt('10:15:00')).not.toBe(url);
    server.setNow(new Date('2026-11-20T10:29:59Z'));
    expect((await get(url)).headers['cache-control']).toBe('private, max-age=1');
    server.setNow(new Date('2026-11-20T10:30:00Z'));
    expect((await get(url)).status).toBe(403);
  });
});
