import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { IngestBody, IngestResult } from '@svc/contract/executions/ingest';
import { INGEST_LIMITS } from '@svc/contract/zod-free/limits';
import { expect, vi } from 'vitest';
import { type EmptyProject, it } from '../../test/projects/empty-project.ts';
import { makeReport, makeResult, makeSession, type TestSession } from '../../test/runs/make-run.ts';
import {
  accept,
  type Behaviour,
  fail,
  hangUp,
  startSink,
  type SinkServer,
} from '../../test/servers/sink-server.ts';
import { readSpoolFile } from '../spool/spool-file.ts';

const STARTED_AT = '2026-11-20T10:00:00.000Z';
const FILES = 8;
const TESTS = 100;

interface Run extends TestSession {
  results: IngestResult[];
  /** Ends the next of eight files with a hundred tests each. */
  endFile(): void;
  finish(): Promise<void>;
}

function begin(
  { folder }: EmptyProject,
  sink: SinkServer,
  { env = {}, ...options }: { env?: Record<string, string>; uploadBudgetMs?: number } = {},
): Run {
  const made = makeSession(folder, { url: sink.url, ...options }, env);
  const results: IngestResult[] = [];
  let ended = 0;
  return {
    ...made,
    results,
    endFile: () => {
      ended++;
      const own = Array.from({ length: TESTS }, (_, index) =>
        makeResult(`${ended} ${index}`, 'passed', { file: `${ended}.test.ts` }),
      );
      results.push(...own);
      const shareLeft = 1 - ended / FILES;
      made.session.takeEnded({ results: own }, { startedAt: STARTED_AT, shareLeft });
    },
    finish: () => made.session.finish(() => makeReport(results)),
  };
}

async function arrived(sink: SinkServer, uploads: number): Promise<void> {
  await vi.waitFor(() => expect(sink.uploads).toHaveLength(uploads), PATIENT);
  // The sink counts a request before the session has read the answer. Until then, no further request begins.
  await sleep(ANSWER_MS);
}

const ANSWER_MS = 100;
// Redacting 100,001 results takes seconds on a busy machine.
const PATIENT = { timeout: 20_000 };

const titlesOf = (bodies: readonly IngestBody[]) =>
  bodies.flatMap(({ results }) => results.map(({ titlePath }) => titlePath[0] ?? ''));
const bodiesAt = (sink: SinkServer) => sink.uploads.map(({ body }) => body);

async function runAll(run: Run, sink: SinkServer, uploads: readonly number[]): Promise<void> {
  for (const count of uploads) {
    run.endFile();
    await arrived(sink, count);
  }
  await run.finish();
}

it.concurrent('sends half of the remaining results at a time, and the rest with the status of the run', async ({
  project,
  expect,
}) => {
  await using sink = await startSink();
  const run = begin(project, sink);
  await runAll(run, sink, [0, 0, 0, 1, 1, 2, 3, 3]);
  const bodies = bodiesAt(sink);
  expect(bodies.map(({ results }) => results.length)).toEqual([400, 200, 100, 100]);
  expect(bodies.map(({ execution }) => execution.status)).toEqual([
    ...Array.from({ length: 3 }, () => 'running'),
    'passed',
  ]);
  expect(titlesOf(bodies)).toEqual(run.results.map(({ titlePath }) => titlePath[0]));
  expect(run.lines).toEqual([expect.stringMatching(/^svc: sent 800 results to /)]);
});

it.concurrent('makes one part of all requests, which count once against the rate limit, in CI and outside of it', async ({
  project,
  expect,
}) => {
  await using sink = await startSink();
  const run = begin(project, sink);
  await runAll(run, sink, [0, 0, 0, 1]);
  const [first, last] = sink.uploads;
  expect(last?.body.runId).toBe(first?.body.runId);
  expect(last?.body.execution.key).toBe(first?.body.execution.key);
  expect(last?.idempotencyKey).toBe(`${first?.idempotencyKey}/101`);
  const local = `local:${first?.body.execution.key}:1`;
  expect(sink.uploads.map(({ ciRun }) => ciRun)).toEqual([local, local]);

  const inCi = begin(project, sink, {
    env: { GITHUB_ACTIONS: 'true', CI: 'true', GITHUB_RUN_ID: '77' },
  });
  await runAll(inCi, sink, [2, 2, 2, 3]);
  expect(sink.uploads.slice(2).map(({ ciRun }) => ciRun)).toEqual(
    Array.from({ length: 2 }, () => 'github:77:1'),
  );
});

it.concurrent('sends few results with the end alone', async ({ project, expect }) => {
  await using sink = await startSink();
  const { session, lines } = makeSession(project.folder, { url: sink.url });
  const results = [makeResult('a', 'passed')];
  session.takeEnded({ results }, { startedAt: STARTED_AT, shareLeft: 0 });
  await session.finish(() => makeReport(results));
  expect(bodiesAt(sink).map(({ execution }) => execution.status)).toEqual(['passed']);
  expect(lines).toEqual([expect.stringMatching(/^svc: sent 1 result to /)]);
});

it.concurrent('redacts results that are sent early', async ({ project, expect }) => {
  await using sink = await startSink();
  const { session } = makeSession(
    project.folder,
    { url: sink.url },
    { DB_PASSWORD: 'correct-horse' },
  );
  const results = Array.from({ length: 100 }, (_, index) =>
    makeResult(`opens correct-horse ${index}`, 'passed'),
  );
  session.takeEnded({ results }, { startedAt: STARTED_AT, shareLeft: 0.1 });
  await arrived(sink, 1);
  await session.finish(() => makeReport(results));
  expect(JSON.stringify(bodiesAt(sink))).not.toContain('correct-horse');
});

it.concurrent.for<[string, Behaviour]>([
  ['hangs up', hangUp],
  ['has an accident', fail(500, 'INTERNAL_SERVER_ERROR')],
])('sends a request again as it was when the server %s', async ([, fault], { project, expect }) => {
  await using sink = await startSink();
  sink.behave(fault, accept);
  const run = begin(project, sink);
  await runAll(run, sink, [0, 0, 0, 1, 1, 1, 1, 1]);
  const [first, again, last] = sink.uploads;
  expect([again?.idempotencyKey, again?.body]).toEqual([first?.idempotencyKey, first?.body]);
  expect(titlesOf([again?.body, last?.body].filter((body) => body !== undefined))).toEqual(
    run.results.map(({ titlePath }) => titlePath[0]),
  );
  expect(run.lines).toEqual([expect.stringMatching(/^svc: sent 800 results to /)]);
});

it.concurrent.for<[string, Behaviour]>([
  ['does not know parts that still run', fail(400, 'BAD_REQUEST')],
  ['has no room within the rate limit', fail(429, 'RATE_LIMITED', { 'retry-after': '60' })],
])('sends all with the end when the server %s', async ([, fault], { project, expect }) => {
  await using sink = await startSink();
  sink.behave(fault, accept);
  const run = begin(project, sink);
  await runAll(run, sink, [0, 0, 0, 1, 1, 1, 1, 1]);
  expect(sink.uploads).toHaveLength(2);
  expect(sink.uploads[1]?.body.execution.status).toBe('passed');
  expect(titlesOf(bodiesAt(sink).slice(1))).toEqual(
    run.results.map(({ titlePath }) => titlePath[0]),
  );
});

it.concurrent('saves unsent requests unchanged', async ({ project, expect }) => {
  await using sink = await startSink();
  sink.behave(accept, fail(500, 'INTERNAL_SERVER_ERROR'));
  const run = begin(project, sink, { uploadBudgetMs: 1_000 });
  await runAll(run, sink, [0, 0, 0, 1, 1, 2, 2, 2]);
  const kept = await Promise.all(
    readdirSync(project.spool)
      .toSorted()
      .map((name) => readSpoolFile(join(project.spool, name))),
  );
  const bodies = kept.flatMap((file) => (file === undefined ? [] : [file.body]));
  expect(bodies.map(({ results, execution }) => [results.length, execution.status])).toEqual(
    expect.arrayContaining([
      [200, 'running'],
      [200, 'passed'],
    ]),
  );
  const [, second] = sink.uploads;
  expect(bodies).toContainEqual(second?.body);
  expect(run.lines.at(-1)).toMatch(/^svc: not sent: /);
});

it.concurrent('saves only unsent results when the process is terminated', async ({
  project,
  expect,
}) => {
  await using sink = await startSink();
  const run = begin(project, sink);
  for (const count of [0, 0, 0, 1, 1]) {
    run.endFile();
    await arrived(sink, count);
  }
  // Waits for the answer, too.
  await expect
    .poll(() => leave(run), PATIENT)
    .toMatch(
      /^svc: this run was interrupted\. 100 results saved to \S+, 400 results had been sent; /,
    );
});

function leave(run: Run): string {
  run.session.leave(() => makeReport(run.results));
  return run.lines.at(-1) ?? '';
}

it.concurrent('waits a second for a request under way, and then sends it again', async ({
  project,
  expect,
}) => {
  await using sink = await startSink();
  sink.behave(() => {}, accept);
  const run = begin(project, sink);
  for (const count of [0, 0, 0, 1]) {
    run.endFile();
    await arrived(sink, count);
  }
  await run.finish();
  expect(bodiesAt(sink).map(({ results }) => results.length)).toEqual([400, 400, 0]);
  expect(run.lines).toEqual([expect.stringMatching(/^svc: sent 400 results to /)]);
});

// Blocks the process, so no other test may wait for an answer meanwhile.
it('resends a body unchanged if only the first of its requests arrived', async ({
  project,
  expect,
}) => {
  await using sink = await startSink();
  sink.behave(accept, fail(429, 'RATE_LIMITED'), accept);
  const { session, lines } = makeSession(project.folder, { url: sink.url });
  const results = Array.from({ length: INGEST_LIMITS.results + 1 }, (_, index) =>
    makeResult(`${index}`, 'passed'),
  );
  session.takeEnded({ results }, { startedAt: STARTED_AT, shareLeft: 0.5 });
  await arrived(sink, 2);
  await session.finish(() => makeReport(results));
  const sent = sink.uploads.map(({ idempotencyKey, body }) => [
    idempotencyKey.split('/')[1],
    body.results.length,
  ]);
  expect(sent).toEqual([
    [undefined, INGEST_LIMITS.results],
    ['2', 1],
    [undefined, INGEST_LIMITS.results],
    ['2', 1],
    ['101', 0],
  ]);
  expect(lines).toEqual([expect.stringMatching(/^svc: sent 100,001 results to /)]);
});
