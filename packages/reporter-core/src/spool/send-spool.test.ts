import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { IngestBody } from '@svc/contract/executions/ingest';
import { clock } from '../clock.ts';
import { accept, fail, startSink } from '../../test/servers/sink-server.ts';
import { makeBody } from '../../test/runs/make-run.ts';
import { sendSpool } from './send-spool.ts';
import { listSpool, writeSpool } from './spool.ts';
import { readSpoolFile } from './spool-file.ts';

let folder: string;
let cache: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'svc-spool-'));
  mkdirSync(join(folder, 'node_modules'));
  cache = join(folder, 'node_modules', '.cache', 'svc');
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('the spool', () => {
  it('lists saved runs for their owner only, with their projects', async () => {
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
        artifacts: 0,
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
      sendSpool(folder, target, { budgetMs: 5_000 }),
      sendSpool(folder, target, { budgetMs: 5_000 }),
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

  it('sends the other runs when a proxy refuses one as too large, which stays', async () => {
    await using sink = await startSink();
    for (const name of ['a', 'b']) keep(name, sink.url);
    sink.behave((response) => response.writeHead(413).end('<html></html>'), accept);
    const target = { url: sink.url, apiKey: 'key' };
    const delivery = await sendSpool(folder, target, { budgetMs: 5_000 });
    expect(delivery).toMatchObject({ sent: 1, left: 1 });
    expect(readdirSync(cache)).toEqual([expect.stringMatching(/\.json\.gz$/)]);
    expect(await sendSpool(folder, target, { budgetMs: 5_000 })).toMatchObject({
      sent: 1,
      left: 0,
    });
    expect(readdirSync(cache)).toEqual([]);
  });

  it('sends the other runs when the key may not upload one, and says why', async () => {
    await using sink = await startSink();
    for (const name of ['a', 'b']) keep(name, sink.url);
    const message =
      "The API key 'PR' may not claim the base branch of the project 'shop', and this upload is of the branch 'main'. Upload executions of 'main' with another key.";
    const refusal = JSON.stringify({ success: false, error: { code: 'FORBIDDEN', message } });
    sink.behave((response) => response.writeHead(403).end(refusal), accept);
    const target = { url: sink.url, apiKey: 'key' };
    const delivery = await sendSpool(folder, target, { budgetMs: 5_000 });
    expect(delivery).toMatchObject({ sent: 1, left: 1 });
    expect(delivery.failures.map(({ failure }) => failure.message)).toEqual([
      message.replace(/\.$/, ' (403)'),
    ]);
    expect(readdirSync(cache)).toHaveLength(1);
  });

  it('goes only to the server that it was meant for', async () => {
    await using sink = await startSink();
    const path = keep('a', 'http://another.test');
    expect(await sendSpool(folder, { url: sink.url, apiKey: 'key' }, { budgetMs: 5_000 })).toEqual({
      sent: 0,
      artifacts: 0,
      left: 0,
      elsewhere: [{ path, url: 'http://another.test' }],
      failures: [],
    });
    expect(sink.uploads).toEqual([]);
    expect(readdirSync(cache)).toHaveLength(1);
  });

  it('puts aside unreadable and refused files, and sends the rest', async () => {
    await using sink = await startSink();
    sink.behave(fail(400, 'BAD_REQUEST'), (response) => response.destroy());
    mkdirSync(cache, { recursive: true });
    writeFileSync(join(cache, '2026-01-01-cut.json.gz'), 'half a file');
    keep('a', sink.url);
    const { sent, failures } = await sendSpool(
      folder,
      { url: sink.url, apiKey: 'key' },
      { budgetMs: 5_000 },
    );
    expect(sent).toBe(0);
    expect(failures.map(({ failure }) => failure.kind)).toEqual(['corrupt', 'refused']);
    expect(readdirSync(cache).sort()).toEqual([
      '2026-01-01-cut.json.gz.corrupt',
      expect.stringMatching(/\.json\.gz\.refused$/),
    ]);
  });

  it('takes over the claim of a process that died', async () => {
    await using sink = await startSink();
    const path = keep('a', sink.url);
    const claimed = `${path}.sending-0a1b2c3d`;
    renameSync(path, claimed);
    utimesSync(claimed, clock.now(), clock.now());
    const target = { url: sink.url, apiKey: 'key' };
    expect((await sendSpool(folder, target, { budgetMs: 5_000 })).sent).toBe(0);
    utimesSync(claimed, new Date(0), new Date(0));
    expect((await sendSpool(folder, target, { budgetMs: 5_000 })).sent).toBe(1);
    expect(readdirSync(cache)).toEqual([]);
  });

  it('reads back a run of any size with any texts unchanged', async () => {
    const body: IngestBody = {
      ...makeBody('a'),
      files: [],
      results: Array.from({ length: 300 }, (_, index) => ({
        titlePath: [`line\u2028separator ${index}`],
        file: 'a.test.ts',
        status: 'failed' as const,
        durationMs: 1,
        attempts: [{ status: 'failed' as const, durationMs: 1, stdout: 'é\n\r\n😀'.repeat(3_000) }],
      })),
    };
    const run = { savedAt: '2026-11-20T10:00:00.000Z', url: 'http://svc.test', body };
    const written = writeSpool(run, folder);
    expect(await readSpoolFile(written.ok ? written.path : '')).toEqual(run);
  });

  it.each([
    ['its second half gone', (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)],
    ['a line less', (bytes: Buffer) => gzipSync(gunzipSync(bytes).toString().replace(/.+\n$/, ''))],
    ['another shape', () => gzipSync('{"savedAt":1}\n')],
    ['no gzip', () => Buffer.from('{}')],
  ])('reads nothing of a file with %s', async (_, damage) => {
    const path = keep('a', 'http://svc.test');
    writeFileSync(path, damage(readFileSync(path)));
    expect(await readSpoolFile(path)).toBeUndefined();
  });

  it('removes artifacts that a killed process left without their run, when they are old', () => {
    mkdirSync(join(cache, 'old.artifacts'), { recursive: true });
    mkdirSync(join(cache, 'new.artifacts'));
    utimesSync(join(cache, 'new.artifacts'), clock.now(), clock.now());
    utimesSync(join(cache, 'old.artifacts'), new Date(0), new Date(0));
    keep('a', 'http://svc.test');
    expect(readdirSync(cache).filter((name) => name.endsWith('.artifacts'))).toEqual([
      'new.artifacts',
    ]);
  });

  it('keeps the newest hundred', () => {
    for (let count = 0; count < 102; count++) keep('a', 'http://svc.test');
    expect(readdirSync(cache)).toHaveLength(100);
  });
});

function keep(name: string, url: string): string {
  const written = writeSpool(
    { savedAt: '2026-11-20T10:00:00.000Z', url, body: makeBody(name) },
    folder,
  );
  return written.ok ? written.path : '';
}
