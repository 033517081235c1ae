import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ExecutionDetail } from '@svc/contract/executions/executions';
import type { IngestAnswer, IngestArtifact } from '@svc/contract/executions/ingest';
import { describe, expect, it, onTestFinished } from 'vitest';
import { makeArtifact, makeUploadWith, only, put, send } from './artifacts.ts';
import { dataOf } from '../make.ts';
import { startServer, type TestServer } from '../server.ts';
import { makeDisk, STORAGES } from './storages.ts';

const SIZE_BYTES = 200 * 1024 * 1024;
const CHUNK = Buffer.alloc(64 * 1024, 'svc ');

function* chunksOf(sizeBytes: number): Iterable<Buffer> {
  for (let left = sizeBytes; left > 0; left -= CHUNK.length) yield CHUNK.subarray(0, left);
}

function hugeArtifact(): IngestArtifact {
  const hash = createHash('sha256');
  for (const chunk of chunksOf(SIZE_BYTES)) hash.update(chunk);
  return makeArtifact('huge', '', { sizeBytes: SIZE_BYTES, sha256: hash.digest('hex') });
}

async function declare(server: TestServer, artifact: IngestArtifact): Promise<IngestAnswer> {
  const response = await fetch(`${server.url}/api/ingest`, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify(makeUploadWith([artifact])),
  });
  return dataOf({ status: response.status, text: await response.text() }) as IngestAnswer;
}

async function readArtifact(server: TestServer, { executionId }: IngestAnswer) {
  const headers = { authorization: `Bearer ${server.apiKey}` };
  const response = await fetch(`${server.url}/api/executions/${executionId}`, { headers });
  const detail = dataOf({ status: response.status, text: await response.text() });
  return only((detail as ExecutionDetail).artifacts);
}

async function residentBytes({ url }: TestServer): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  return Number(/^process_resident_memory_bytes (\S+)$/m.exec(metrics)?.[1]);
}

/** The peak resident memory while the work runs. */
async function peakBytes(server: TestServer, work: () => Promise<void>): Promise<number> {
  let peak = 0;
  const over = new AbortController();
  const watching = (async () => {
    while (!over.signal.aborted) {
      peak = Math.max(peak, await residentBytes(server));
      await sleep(20);
    }
  })();
  await work();
  over.abort();
  await watching;
  return peak;
}

describe.each(STORAGES)('on %s', (_kind, make) => {
  it('keeps memory flat while 200 MB go in and out', async () => {
    const storage = await make();
    onTestFinished(storage.close);
    const server = await startServer({ env: storage.env });
    onTestFinished(server.stop);
    const small = await declare(server, makeArtifact('small', 'x'));
    await put(server.url, only(small.uploads), 'x');
    const before = await residentBytes(server);
    const answer = await declare(server, hugeArtifact());
    let read = 0;
    const peak = await peakBytes(server, async () => {
      const body = Readable.from(chunksOf(SIZE_BYTES));
      const headers = { 'Content-Length': SIZE_BYTES };
      const { url } = only(answer.uploads);
      expect(await send(server.url, url, { method: 'PUT', headers, body })).toMatchObject({
        status: 200,
      });
      const response = await fetch((await readArtifact(server, answer)).url ?? '');
      for await (const chunk of response.body ?? []) read += (chunk as Uint8Array).length;
    });
    expect(read).toBe(SIZE_BYTES);
    // Buffers of 64 KB that await garbage collection. A body held in memory would take 200 MB.
    expect((peak - before) / 1_000_000).toBeLessThan(100);
  }, 120_000);
});

it('accepts the addresses of another server on the same database and storage', async () => {
  const disk = await makeDisk();
  onTestFinished(disk.close);
  const first = await startServer({ env: disk.env });
  onTestFinished(first.stop);
  const second = await startServer({
    databaseUrl: first.databaseUrl,
    env: { ...disk.env, SVC_BASE_URL: first.url },
  });
  onTestFinished(second.stop);
  const answer = await declare(first, makeArtifact('a', 'from one to the other'));
  expect((await put(second.url, only(answer.uploads), 'from one to the other')).status).toBe(200);
  const { url } = await readArtifact(second, answer);
  expect(url).toMatch(new RegExp(`^${first.url}/artifacts/`));
  expect((await send(first.url, url ?? '', {})).text).toBe('from one to the other');
}, 120_000);

it('leaves the artifact pending after a kill in the middle of a body, and accepts it again', async () => {
  const disk = await makeDisk();
  onTestFinished(disk.close);
  const first = await startServer({ env: disk.env });
  onTestFinished(first.stop);
  const artifact = hugeArtifact();
  const answer = await declare(first, artifact);
  const wanted = only(answer.uploads);
  async function* slowly() {
    for (const chunk of chunksOf(SIZE_BYTES)) {
      await sleep(1);
      yield chunk;
    }
  }
  const headers = { 'Content-Length': SIZE_BYTES };
  const body = Readable.from(slowly());
  const sending = send(first.url, wanted.url, { method: 'PUT', headers, body }).catch(
    (error: unknown) => error,
  );
  const incoming = join(disk.folder, 'artifacts', 'incoming');
  while ((await readdir(incoming).catch(() => [])).length === 0) await sleep(10);
  first.child.kill('SIGKILL');
  await once(first.child, 'exit');
  expect(await sending).toBeInstanceOf(Error);
  const second = await startServer({ databaseUrl: first.databaseUrl, env: disk.env });
  onTestFinished(second.stop);
  expect(await readArtifact(second, answer)).toMatchObject({ state: 'pending', url: null });
  const again = Readable.from(chunksOf(SIZE_BYTES));
  expect(await send(second.url, wanted.url, { method: 'PUT', headers, body: again })).toMatchObject(
    { status: 200 },
  );
  expect(await readArtifact(second, answer)).toMatchObject({ state: 'stored' });
}, 120_000);
