import type { IngestExecution, IngestResult } from '@svc/contract/executions/ingest';
import { expect, it } from 'vitest';
import { accept, API_KEY, fail, startSink } from '../../test/servers/sink-server.ts';
import type { UploadPiece } from './ingest-requests.ts';
import { streamUpload } from './streamed-upload.ts';
import { clock } from '../clock.ts';

const RESULTS = 90_000;
const PER_FILE = 1_000;

/** One piece for each test file, in the order of reading a report. */
async function* manyPieces(): AsyncGenerator<UploadPiece> {
  for (let file = 0; file < RESULTS / PER_FILE; file++) {
    const name = `src/${file}.test.ts`;
    const results = Array.from({ length: PER_FILE }, (_, index): IngestResult => {
      return { titlePath: [`test ${index}`], file: name, status: 'passed', durationMs: 1 };
    });
    yield { files: [{ file: name, durationMs: 7 }], results, artifacts: [] };
  }
}

function settings(execution: () => IngestExecution) {
  const deadlineAt = clock.nowMs() + 60_000;
  return { execution, idempotencyKey: 'a run', runId: 'part', deadlineAt, unreachableBudgetMs: 0 };
}

function makeExecution(durationMs: number): IngestExecution {
  return {
    key: 'k',
    framework: 'junit',
    reporter: { name: 'test', version: '1' },
    status: 'failed',
    startedAt: '2026-11-20T10:00:00.000Z',
    durationMs,
    errors: [{ message: 'a report is broken' }],
  };
}

it('splits a large execution into several requests, each with the facts known so far', async () => {
  await using sink = await startSink();
  let asked = 0;
  const outcome = await streamUpload(
    manyPieces(),
    { url: sink.url, apiKey: API_KEY },
    settings(() => makeExecution(++asked)),
  );
  expect(outcome).toMatchObject({ ok: true, answer: { accepted: { results: RESULTS } } });
  const requests = sink.uploads.map(
    ({ idempotencyKey, body: { execution, files = [], results } }) => ({
      idempotencyKey,
      status: execution.status,
      durationMs: execution.durationMs,
      errors: execution.errors?.length,
      files: files.length,
      results: results.length,
    }),
  );
  expect(requests).toEqual([
    {
      idempotencyKey: 'a run',
      status: 'running',
      durationMs: 1,
      errors: undefined,
      files: 33,
      results: 33_000,
    },
    {
      idempotencyKey: 'a run/2',
      status: 'running',
      durationMs: 2,
      errors: undefined,
      files: 33,
      results: 33_000,
    },
    {
      idempotencyKey: 'a run/3',
      status: 'failed',
      durationMs: 3,
      errors: 1,
      files: 24,
      results: 24_000,
    },
  ]);
  const titles = sink.uploads.flatMap(({ body }) => body.results.map(({ file }) => file));
  expect(new Set(titles).size).toBe(RESULTS / PER_FILE);
});

it('returns the earlier answer when a later request is refused', async () => {
  await using sink = await startSink();
  sink.behave(accept, fail(400, 'BAD_REQUEST'));
  const outcome = await streamUpload(
    manyPieces(),
    { url: sink.url, apiKey: API_KEY },
    settings(() => makeExecution(1)),
  );
  expect(outcome).toMatchObject({
    ok: false,
    failure: { kind: 'refused' },
    answer: { number: 812 },
  });
  expect(sink.uploads).toHaveLength(2);
});
