import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { IngestBody } from '@svc/contract/ingest';
import { accept, fail, startSink } from '../test/sink-server.ts';
import { sendSpool } from './send-spool.ts';
import { listSpool, writeSpool } from './spool.ts';
import { upload } from './upload.ts';

let folder: string;
let cache: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'svc-spool-'));
  mkdirSync(join(folder, 'node_modules'));
  cache = join(folder, 'node_modules', '.cache', 'svc');
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('the spool', () => {
  it('lists what is kept, for its owner only, and says of whom it is', async () => {
    keep('a', 'http://svc.test');
    const { entries, unreadable } = await listSpool(folder);
    expect(unreadable).toEqual([]);
    expect(entries).toEqual([
      {
        path: join(cache, readdirSync(cache)[0] ?? ''),
        savedAt: '2026-11-20T10:00:00.000Z',
        url: 'http://svc.test',
        project: 'shop',
        name: 'a',
        framework: 'vitest',
        results: 1,
        sizeBytes: expect.any(Number),
      },
    ]);
    expect(statSync(entries[0]?.path ?? '').mode & 0o777).toBe(0o600);
  });

  it('is sent once when two processes send it at the same time', async () => {
    await using sink = await startSink();
    for (const name of ['a', 'b', 'c', 'd']) keep(name, sink.url);
    const target = { url: sink.url, apiKey: 'key' };
    const both = await Promise.all([
      sendSpool(folder, target, 5_000),
      sendSpool(folder, target, 5_000),
    ]);
    expect(sink.uploads.map(({ idempotencyKey }) => idempotencyKey).sort()).toEqual([
      'a',
      'b',
      'c',
      'd',
    ]);
    expect(both.map(({ sent }) => sent).reduce((sum, sent) => sum + sent)).toBe(4);
    expect(both.flatMap(({ failures }) => failures)).toEqual([]);
    expect(readdirSync(cache)).toEqual([]);
  });

  it('goes only to the server that it was meant for', async () => {
    await using sink = await startSink();
    keep('a', 'http://another.test');
    expect(await sendSpool(folder, { url: sink.url, apiKey: 'key' }, 5_000)).toEqual({
      sent: 0,
      failures: [],
    });
    expect(sink.uploads).toEqual([]);
    expect(readdirSync(cache)).toHaveLength(1);
  });

  it('puts aside what cannot be read or will never be accepted, and sends the rest', async () => {
    await using sink = await startSink();
    sink.behave(fail(400, 'BAD_REQUEST'), (response) => response.destroy());
    mkdirSync(cache, { recursive: true });
    writeFileSync(join(cache, '2026-01-01-cut.json.gz'), 'half a file');
    keep('a', sink.url);
    const { sent, failures } = await sendSpool(folder, { url: sink.url, apiKey: 'key' }, 5_000);
    expect(sent).toBe(0);
    expect(failures.map(({ failure }) => failure.kind)).toEqual(['corrupt', 'refused']);
    expect(readdirSync(cache).sort()).toEqual([
      '2026-01-01-cut.json.gz.corrupt',
      expect.stringMatching(/\.json\.gz\.refused$/),
    ]);
  });

  it('takes over what a process that died was sending', async () => {
    await using sink = await startSink();
    const path = keep('a', sink.url);
    const claimed = `${path}.sending-0a1b2c3d`;
    renameSync(path, claimed);
    const target = { url: sink.url, apiKey: 'key' };
    expect((await sendSpool(folder, target, 5_000)).sent).toBe(0);
    utimesSync(claimed, new Date(0), new Date(0));
    expect((await sendSpool(folder, target, 5_000)).sent).toBe(1);
    expect(readdirSync(cache)).toEqual([]);
  });

  it('keeps the newest hundred', () => {
    for (let count = 0; count < 102; count++) keep('a', 'http://svc.test');
    expect(readdirSync(cache)).toHaveLength(100);
  });
});

describe('upload', () => {
  it('waits as long as the server asks, and then is accepted', async () => {
    await using sink = await startSink();
    sink.behave(fail(429, 'RATE_LIMITED', { 'retry-after': '1' }), accept);
    const startedAt = Date.now();
    const outcome = await upload(body('a'), { url: sink.url, apiKey: 'key' }, { budgetMs: 5_000 });
    expect(outcome.ok).toBe(true);
    expect(Date.now() - startedAt).toBeGreaterThanOrEqual(1_000);
    expect(sink.uploads.map(({ idempotencyKey }) => idempotencyKey)).toEqual(['a', 'a']);
    expect(sink.uploads[0]?.authorization).toBe('Bearer key');
  });

  it('tells how far it got', async () => {
    await using sink = await startSink();
    const seen: number[] = [];
    await upload(
      body('a'),
      { url: sink.url, apiKey: 'key' },
      {
        budgetMs: 5_000,
        onProgress: ({ sentBytes, totalBytes }) => seen.push(sentBytes / totalBytes),
      },
    );
    expect(seen.at(-1)).toBe(1);
    expect(sink.uploads).toHaveLength(1);
  });

  it('does not follow a redirect, which would lose the body', async () => {
    await using sink = await startSink();
    sink.behave((response) => response.writeHead(302, { location: 'http://svc.test/' }).end());
    const outcome = await upload(body('a'), { url: sink.url, apiKey: 'key' }, { budgetMs: 5_000 });
    expect(outcome).toMatchObject({
      ok: false,
      failure: { message: 'the server redirects to http://svc.test/; set SVC_URL to that' },
    });
  });
});

function keep(name: string, url: string): string {
  const written = writeSpool(
    { savedAt: '2026-11-20T10:00:00.000Z', url, body: body(name) },
    folder,
  );
  return written.ok ? written.path : '';
}

function body(name: string): IngestBody {
  return {
    version: 1,
    idempotencyKey: name,
    execution: {
      project: 'shop',
      name,
      framework: 'vitest',
      reporter: { name: 'r', version: '1' },
      status: 'passed',
      startedAt: '2026-11-20T10:00:00.000Z',
      durationMs: 1,
    },
    results: [{ titlePath: ['a'], file: 'a.test.ts', status: 'passed', durationMs: 1 }],
  };
}
