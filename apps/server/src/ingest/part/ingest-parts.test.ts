import type { IngestBody } from '@svc/contract/executions/ingest';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeApp, type TestApp } from '../../../test/app.ts';
import { timeBefore } from '../../../test/clock.ts';
import { makeResult, makeUpload, readExecution, upload } from '../../../test/make.ts';

let server: TestApp;
beforeAll(async () => {
  server = await makeApp();
});
afterAll(() => server.close());

const HOUR_MS = 3_600_000;
const AT = Date.parse(timeBefore(1));
const time = (ms: number) => new Date(AT + ms).toISOString();

/** One run of one test, with its own start time. */
function makeRun(
  status: 'passed' | 'failed',
  beganMs: number,
  execution: Partial<IngestBody['execution']>,
): IngestBody {
  return makeUpload({
    execution: { status, startedAt: time(beganMs), ...execution },
    results: [makeResult({ titlePath: ['pays'], status, startedAt: time(beganMs) })],
  });
}

it('keeps a second run of the same test in the same job with another start time', async () => {
  const first = await upload(server, makeRun('failed', 0, { key: 'twice' }));
  const second = await upload(server, makeRun('passed', 5_000, { key: 'twice' }));
  const { totals, status } = await readExecution(server, first);
  expect({ accepted: second.accepted, totals, status }).toEqual({
    accepted: { results: 1, duplicates: 0 },
    totals: expect.objectContaining({ tests: 2, passed: 1, failed: 1 }) as unknown,
    status: 'failed',
  });
});

it('keeps the times of an execution when a part is repeated at another time', async () => {
  const part = (execution: Partial<IngestBody['execution']>, titles = ['pays']) =>
    makeUpload({
      runId: 'reports:0a1b',
      execution: { key: 'repeated', startedAt: time(0), durationMs: 2_000, ...execution },
      results: titles.map((title) => makeResult({ titlePath: [title] })),
    });
  const first = await upload(server, part({}));
  const later = { startedAt: time(HOUR_MS) };
  expect((await upload(server, part(later))).accepted).toEqual({ results: 0, duplicates: 1 });
  expect(await readExecution(server, first)).toMatchObject({
    startedAt: time(0),
    durationMs: 2_000,
  });
  expect((await upload(server, part(later, ['pays', 'ships']))).accepted.results).toBe(1);
  expect(await readExecution(server, first)).toMatchObject({ durationMs: HOUR_MS + 2_000 });
});

it('extends the times of an execution by a new part without new results', async () => {
  const shard = { index: 1, total: 1 };
  const first = await upload(server, makeRun('passed', 0, { key: 'extended', shard }));
  const merged = makeRun('passed', 0, { key: 'extended', merged: true, durationMs: HOUR_MS });
  expect((await upload(server, merged)).accepted).toEqual({ results: 0, duplicates: 1 });
  expect(await readExecution(server, first)).toMatchObject({ durationMs: HOUR_MS });
});

it("keeps another operating system's failure that arrives after a merged report", async () => {
  const linux = { key: 'legs', environment: { os: 'linux' } };
  const shard = { index: 1, total: 1 };
  const first = await upload(server, makeRun('passed', 0, { ...linux, shard }));
  const merged = await upload(server, makeRun('passed', 0, { ...linux, merged: true }));
  const windows = await upload(
    server,
    makeRun('failed', 700, { key: 'legs', environment: { os: 'win32' }, shard }),
  );
  const { totals, status } = await readExecution(server, first);
  expect([merged.accepted, windows.accepted, totals.failed, status]).toEqual([
    { results: 0, duplicates: 1 },
    { results: 1, duplicates: 0 },
    1,
    'failed',
  ]);
});

it('joins shards that a CI runs as jobs with different names and Node versions', async () => {
  const shards = [1, 2].map((index) =>
    makeRun('passed', index, {
      key: 'named',
      shard: { index, total: 2 },
      ci: { provider: 'gitlab', job: `unit ${index}/2` },
      environment: { os: 'linux', runtime: `node 24.${index}.0` },
    }),
  );
  const answers = [];
  for (const body of shards) answers.push(await upload(server, body));
  expect(answers.map(({ status }) => status)).toEqual(['running', 'passed']);
});
