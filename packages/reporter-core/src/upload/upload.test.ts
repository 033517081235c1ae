import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { makeBody } from '../../test/runs/make-run.ts';
import {
  accept,
  findUnusedAddress,
  fail,
  slowly,
  startSink,
} from '../../test/servers/sink-server.ts';
import { upload } from './upload.ts';
import { clock } from '../clock.ts';

describe.concurrent('upload', () => {
  it('waits as long as the server asks, and then is accepted', async ({ expect }) => {
    await using sink = await startSink();
    sink.behave(fail(429, 'RATE_LIMITED', { 'retry-after': '1' }), accept);
    const startedAt = clock.nowMs();
    const outcome = await upload(
      makeBody('a'),
      { url: sink.url, apiKey: 'key' },
      { budgetMs: 5_000 },
    );
    expect(outcome.ok).toBe(true);
    expect(clock.nowMs() - startedAt).toBeGreaterThanOrEqual(1_000);
    expect(sink.uploads.map(({ idempotencyKey }) => idempotencyKey)).toEqual(['a', 'a']);
    expect(sink.uploads[0]?.authorization).toBe('Bearer key');
  });

  it('reports its progress', async ({ expect }) => {
    await using sink = await startSink();
    const seen: number[] = [];
    await upload(
      makeBody('a'),
      { url: sink.url, apiKey: 'key' },
      {
        budgetMs: 5_000,
        onProgress: ({ sentBytes, totalBytes }) => seen.push(sentBytes / totalBytes),
      },
    );
    expect(seen.at(-1)).toBe(1);
    expect(sink.uploads).toHaveLength(1);
  });

  it('ends with the budget for server errors, even if the last try gets no answer', async ({
    expect,
  }) => {
    await using sink = await startSink();
    sink.behave(fail(500, 'INTERNAL_SERVER_ERROR'), () => {});
    const startedAt = clock.nowMs();
    const outcome = await upload(
      makeBody('a'),
      { url: sink.url, apiKey: 'key' },
      { budgetMs: 4_000, errorBudgetMs: 1_000 },
    );
    expect(outcome).toMatchObject({ ok: false, failure: { kind: 'timedOut' } });
    expect(clock.nowMs() - startedAt).toBeLessThan(2_000);
    expect(sink.uploads).toHaveLength(2);
  });

  it('gives a server that starts late the full budget for its answer', async ({ expect }) => {
    const url = await findUnusedAddress();
    const uploading = upload(
      makeBody('a'),
      { url, apiKey: 'key' },
      { budgetMs: 5_000, unreachableBudgetMs: 1_500, errorBudgetMs: 1_500 },
    );
    await sleep(300);
    await using sink = await startSink(Number(new URL(url).port));
    sink.behave(slowly(2_000));
    expect(await uploading).toMatchObject({ ok: true });
  });

  it('does not retry an invalid request, such as a key with a line break', async ({ expect }) => {
    await using sink = await startSink();
    const target = { url: sink.url, apiKey: 'two\nlines' };
    // Longer than the test's timeout.
    expect(await upload(makeBody('a'), target, { budgetMs: 60_000 })).toMatchObject({
      ok: false,
      failure: { kind: 'refused', message: expect.stringContaining('"authorization"') },
    });
  });

  it.each([
    ['nginx', '<html><head><title>413 Request Entity Too Large</title></head></html>'],
    ['a proxy without a body', ''],
    ['Envoy', 'Payload Too Large'],
    ['AWS', '{"message":"Request Too Long"}'],
    ['Azure', '{"error":{"code":"RequestEntityTooLarge","message":"too large"}}'],
    ['Google', '{"error":{"code":413,"message":"too large"}}'],
  ])('names the cure of a 413 by %s, once', async (_, page) => {
    await using sink = await startSink();
    sink.behave((response) => response.writeHead(413, { 'content-type': 'text/html' }).end(page));
    const outcome = await upload(
      makeBody('a'),
      { url: sink.url, apiKey: 'key' },
      { budgetMs: 5_000 },
    );
    expect(outcome).toMatchObject({
      ok: false,
      failure: { kind: 'tooLarge', status: 413, resend: true },
    });
    expect(outcome.ok ? '' : outcome.failure.message).toMatch(
      /^a proxy at \S+ refused \d+ B as too large \(413\); raise its limit for request bodies \(nginx: client_max_body_size\)$/,
    );
    expect(sink.uploads).toHaveLength(1);
  });

  it('does not follow a redirect, which would lose the body', async ({ expect }) => {
    await using sink = await startSink();
    sink.behave((response) => response.writeHead(302, { location: 'http://svc.test/' }).end());
    const outcome = await upload(
      makeBody('a'),
      { url: sink.url, apiKey: 'key' },
      { budgetMs: 5_000 },
    );
    expect(outcome).toMatchObject({
      ok: false,
      failure: { message: 'the server redirects to http://svc.test/; set SVC_URL to that' },
    });
  });
});
