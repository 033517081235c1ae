import { createServer } from 'node:net';
import { describe } from 'vitest';
import type { ReporterOptions } from '../options/options.ts';
import { type EmptyProject, it } from '../../test/projects/empty-project.ts';
import { makeReport, makeResult, makeSession } from '../../test/runs/make-run.ts';
import { accept, fail, slowly, startSink } from '../../test/servers/sink-server.ts';

const GITHUB = { GITHUB_ACTIONS: 'true', GITHUB_RUN_ID: '4242' };

// Each of these tests waits for seconds, as a reporter does.
describe.concurrent('a server that', () => {
  it('is silent is given up after 5 s, and the wait is reported', async ({ project, expect }) => {
    await using server = await startSilent();
    const { lines } = await run(
      project,
      { url: server.url, uploadBudgetMs: 20_000 },
      { env: GITHUB },
    );
    expect(lines).toEqual([
      `svc: ${server.url} does not answer yet, waiting 5 s for a sign of life, and up to 17 s for the answer`,
      expect.stringContaining(`svc: not sent: no sign of life from ${server.url}. Saved to `),
    ]);
  });

  it('takes its time is waited for as long as it answers /healthz', async ({ project, expect }) => {
    await using sink = await startSink();
    sink.behave(slowly(7_000));
    const { lines } = await run(project, { url: sink.url, uploadBudgetMs: 20_000 });
    expect(lines.at(-1)).toMatch(/^svc: sent 1 result to /);
    expect(sink.uploads).toHaveLength(1);
  });

  it('has a rate limit is waited for in CI beyond the budget, and the wait is reported', async ({
    project,
    expect,
  }) => {
    await using sink = await startSink();
    sink.behave(fail(429, 'RATE_LIMITED', { 'retry-after': '2' }), accept);
    const { lines } = await run(project, { url: sink.url, uploadBudgetMs: 1_500 }, { env: GITHUB });
    expect(lines).toEqual([
      expect.stringMatching(/^svc: the rate limit of this key is reached, retrying in \d s$/),
      expect.stringMatching(/^svc: sent 1 result to /),
    ]);
  });
});

describe.concurrent('a server that answers with an error', () => {
  it.for([500, 503])(
    'is given up after about 5 s outside of CI: %i',
    async (status, { project, expect }) => {
      await using sink = await startSink();
      sink.behave(fail(status, 'BROKEN'));
      const startedAt = performance.now();
      const { lines } = await run(project, { url: sink.url, uploadBudgetMs: 30_000 });
      expect(performance.now() - startedAt).toBeLessThan(6_000);
      expect(sink.uploads.length).toBeGreaterThan(1);
      expect(lines).toEqual([
        expect.stringMatching(
          `^svc: ${sink.url} answered ${status}: the server says BROKEN; retrying for up to [123] s$`,
        ),
        expect.stringContaining(
          `svc: not sent: ${sink.url} answered ${status}: the server says BROKEN. Saved to `,
        ),
      ]);
    },
  );

  it('is given up after about 5 s outside of CI, with all artifacts', async ({
    project,
    expect,
  }) => {
    await using sink = await startSink();
    sink.behavePut((response) => void response.writeHead(503).end());
    const startedAt = performance.now();
    const failed = makeResult('pays');
    const attachments = Array.from({ length: 20 }, (_, index) => ({
      result: failed,
      attempt: 1,
      name: `log ${index}`,
      contentType: 'text/plain',
      content: { bytes: Buffer.from(`log ${index}`) },
    }));
    const { session, lines } = makeSession(project.folder, {
      url: sink.url,
      uploadBudgetMs: 30_000,
    });
    await session.finish(() => makeReport([failed], attachments));
    expect(performance.now() - startedAt).toBeLessThan(7_000);
    expect(lines.at(-1)).toContain('20 artifacts saved to');
  });

  it.for([500, 503])(
    'is waited for in CI for the whole budget: %i',
    async (status, { project, expect }) => {
      await using sink = await startSink();
      sink.behave(fail(status, 'BROKEN'));
      // After the time limit outside of CI.
      setTimeout(() => sink.behave(accept), 5_200);
      const { lines } = await run(
        project,
        { url: sink.url, uploadBudgetMs: 30_000 },
        { env: GITHUB },
      );
      expect(lines).toEqual([
        expect.stringMatching(
          `^svc: ${sink.url} answered ${status}: the server says BROKEN; retrying for up to 2[5-7] s$`,
        ),
        expect.stringMatching(/^svc: sent 1 result to /),
      ]);
    },
  );

  it.for([501, 505])(
    'that no retry can change is asked once: %i',
    async (status, { project, expect }) => {
      await using sink = await startSink();
      sink.behave((response) => void response.writeHead(status).end('<html>'));
      const { lines } = await run(project, { url: sink.url }, { env: GITHUB });
      expect(sink.uploads).toHaveLength(1);
      expect(lines).toEqual([
        expect.stringContaining(`svc: not sent: ${sink.url} answered ${status}. Saved to `),
      ]);
    },
  );
});

async function run(
  { folder }: EmptyProject,
  options: ReporterOptions,
  { env = {} }: { env?: Record<string, string> } = {},
): Promise<{ lines: string[] }> {
  const { session, lines } = makeSession(folder, options, env);
  await session.finish(() => makeReport([makeResult('adds up', 'passed')]));
  return { lines };
}

/** Accepts connections and does not answer, like a stopped server process. */
async function startSilent(): Promise<AsyncDisposable & { url: string }> {
  const server = createServer((socket) => socket.on('error', () => {}).resume());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    [Symbol.asyncDispose]: () => new Promise((resolve) => void server.close(() => resolve())),
  };
}
