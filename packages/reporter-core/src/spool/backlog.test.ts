import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeBody, makeReport, makeResult, makeSession } from '../../test/runs/make-run.ts';
import { accept, answerWith, fail, startSink } from '../../test/servers/sink-server.ts';
import { writeSpool } from './spool.ts';

let folder: string;
let cache: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'svc-backlog-'));
  mkdirSync(join(folder, 'node_modules'));
  cache = join(folder, 'node_modules', '.cache', 'svc');
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('a backlog of 22 runs', () => {
  it('is sent three at a time', async () => {
    await using sink = await startSink();
    keep(22, sink.url);
    const line = await lineOfRun(sink.url);
    expect(sink.uploads).toHaveLength(4);
    expect(readdirSync(cache)).toHaveLength(19);
    expect(line).toMatch(
      /; also sent 3 saved runs; 19 saved runs left for the next run or 'npx @svc\/cli upload'$/,
    );
  });

  it('is left for its own server, and the line names the command that sends it here', async () => {
    await using sink = await startSink();
    keep(22, 'http://wrong.test:4400');
    const line = await lineOfRun(sink.url);
    expect(sink.uploads).toHaveLength(1);
    expect(line).toMatch(
      /; 22 saved runs are for http:\/\/wrong\.test:4400; to send them here, run 'npx @svc\/cli upload (\S+)\/node_modules\/\.cache\/svc'$/,
    );
  });

  it('stops at the first 429', async () => {
    await using sink = await startSink();
    keep(22, sink.url);
    sink.behave(accept, accept, fail(429, 'RATE_LIMITED', { 'retry-after': '1' }));
    const line = await lineOfRun(sink.url);
    expect(sink.uploads).toHaveLength(3);
    expect(readdirSync(cache)).toHaveLength(21);
    expect(line).toMatch(/; also sent 1 saved run; 21 saved runs left /);
  });

  it.each([
    [4, 1],
    [5, 4],
  ])('with %i of 10 writes left makes %i uploads', async (left, uploads) => {
    await using sink = await startSink();
    keep(22, sink.url);
    const headers = { 'x-ratelimit-limit': '10', 'x-ratelimit-remaining': String(left) };
    sink.behave(answerWith(headers));
    await lineOfRun(sink.url);
    expect(sink.uploads).toHaveLength(uploads);
  });

  it('stops at the first saved run that leaves less than half of the writes', async () => {
    await using sink = await startSink();
    keep(22, sink.url);
    sink.behave(
      ...['6', '5', '4'].map((left) =>
        answerWith({ 'x-ratelimit-limit': '10', 'x-ratelimit-remaining': left }),
      ),
    );
    await lineOfRun(sink.url);
    expect(sink.uploads).toHaveLength(3);
  });
});

describe('a large saved run', () => {
  it('is left as it is, however small it is compressed', async () => {
    await using sink = await startSink();
    const body = makeBody('large');
    const stdout = 'x'.repeat(40 * 1024 * 1024);
    for (const result of body.results) {
      result.attempts = [{ status: 'failed', durationMs: 1, stdout }];
    }
    const kept = writeSpool({ savedAt: '2026-11-20T10:00:00.000Z', url: sink.url, body }, folder);
    keep(1, sink.url);
    const line = await lineOfRun(sink.url);
    expect(sink.uploads).toHaveLength(2);
    expect(line).toMatch(/; also sent 1 saved run; 1 saved run left /);
    expect(kept.ok && readdirSync(cache).map((name) => join(cache, name))).toEqual([
      kept.ok && kept.path,
    ]);
  });
});

function keep(count: number, url: string): void {
  for (let index = 0; index < count; index++) {
    const savedAt = `2026-11-20T11:00:00.${String(index).padStart(3, '0')}Z`;
    writeSpool({ savedAt, url, body: makeBody(`run-${index}`) }, folder);
  }
}

async function lineOfRun(url: string): Promise<string> {
  const { session, lines } = makeSession(folder, { url, uploadBudgetMs: 20_000 });
  await session.finish(() => makeReport([makeResult('adds up', 'passed')]));
  expect(lines).toHaveLength(1);
  return lines[0] ?? '';
}
