import type { FileDurationPage } from '@svc/contract/history/file-durations';
import type { IngestBody, IngestExecution } from '@svc/contract/executions/ingest';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { makeApp, type TestApp } from '../../../test/app.ts';
import { ask, dataOf, errorOf, makeResult, makeUpload, upload } from '../../../test/make.ts';
import { createApiKey } from '../../people/api-keys/api-keys.service.ts';

let server: TestApp;
let project: string;
let projects = 0;
beforeAll(async () => {
  server = await makeApp();
});
beforeEach(() => {
  project = `shop ${++projects}`;
});
afterAll(() => server.close());

const BEFORE = '2026-03-10T12:00:00.000Z';

/** Sends files with their durations, received at a time. */
async function send(
  at: string,
  files: Record<string, number>,
  {
    execution = {},
    ...facts
  }: Omit<Partial<IngestBody>, 'execution'> & { execution?: Partial<IngestExecution> } = {},
): Promise<string> {
  server.setNow(new Date(at));
  const startedAt = new Date(Date.parse(at) - 60_000).toISOString();
  const { executionId } = await upload(
    server,
    makeUpload({
      execution: { project, ci: { provider: 'github-actions' }, startedAt, ...execution },
      files: Object.entries(files).map(([file, durationMs]) => ({ file, durationMs })),
      results: Object.keys(files).map((file) => makeResult({ file, durationMs: 1 })),
      ...facts,
    }),
  );
  return executionId;
}

async function durations(query = '', now = '2026-03-10T13:00:00Z'): Promise<FileDurationPage> {
  server.setNow(new Date(now));
  const url = `/api/file-durations?project=${encodeURIComponent(project)}&before=${BEFORE}${query}`;
  return dataOf(await ask(server, { url })) as FileDurationPage;
}

/** The first or second of two shards of one execution. */
const shard = (index: number) => ({
  runId: `shard ${index} of ${project}`,
  execution: { key: 'sharded', shard: { index, total: 2 } },
});

/** A leg in which a file ran in two variants. */
const leg = (name: string, chromium: number, firefox: number): Partial<IngestBody> => ({
  runId: `${name} of ${project}`,
  files: [
    { file: 'a.spec.ts', variant: 'chromium', durationMs: chromium },
    { file: 'a.spec.ts', variant: 'firefox', durationMs: firefox },
  ],
});

it('answers the median of the newest five executions, by file', async () => {
  await send('2026-03-10T06:00:00Z', { 'b.test.ts': 90_000 });
  for (const [hour, ms] of [
    [7, 100],
    [8, 900],
    [9, 300],
    [10, 200],
    [11, 400],
  ]) {
    await send(`2026-03-10T${String(hour).padStart(2, '0')}:00:00Z`, {
      'b.test.ts': ms ?? 0,
      ...(hour === 11 && { 'a.test.ts': 7 }),
    });
  }
  expect(await durations()).toEqual({
    items: [
      { file: 'a.test.ts', durationMs: 7, executions: 1 },
      { file: 'b.test.ts', durationMs: 300, executions: 5 },
    ],
    nextCursor: null,
    executions: 5,
    expired: 0,
  });
});

it('counts the newest executions of each framework and name apart', async () => {
  await send('2026-03-10T06:00:00Z', { 'e2e.spec.ts': 60 }, { execution: { framework: 'jest' } });
  await send('2026-03-10T07:00:00Z', { 'slow.test.ts': 50 }, { execution: { name: 'nightly' } });
  for (const minute of [0, 10, 20, 30, 40, 50]) {
    await send(`2026-03-10T09:${String(minute).padStart(2, '0')}:00Z`, { 'a.test.ts': 10 });
  }
  expect((await durations()).items).toEqual([
    { file: 'a.test.ts', durationMs: 10, executions: 5 },
    { file: 'e2e.spec.ts', durationMs: 60, executions: 1 },
    { file: 'slow.test.ts', durationMs: 50, executions: 1 },
  ]);
});

it('answers the same while later executions, and later parts of counted ones, arrive', async () => {
  await send('2026-03-10T11:58:00Z', { 'a.test.ts': 40 }, shard(1));
  const first = await durations();
  expect(first.items).toEqual([{ file: 'a.test.ts', durationMs: 40, executions: 1 }]);
  await send('2026-03-10T12:01:00Z', { 'a.test.ts': 5_000, 'b.test.ts': 5_000 }, shard(2));
  await send('2026-03-10T12:02:00Z', { 'a.test.ts': 9_000 });
  expect(await durations()).toEqual(first);
});

it('adds variants of one part up, and takes the longest of several legs', async () => {
  const at = '2026-03-10T11:00:00Z';
  await send(at, {}, { ...leg('a', 10, 20), execution: { key: 'legs', leg: 'a' } });
  await send(at, {}, { ...leg('b', 100, 200), execution: { key: 'legs', leg: 'b' } });
  expect((await durations()).items).toEqual([
    { file: 'a.spec.ts', durationMs: 300, executions: 1 },
  ]);
});

it('adds the results up where the framework reports no duration of files', async () => {
  const results = [
    makeResult({ file: 'a.spec.ts', titlePath: ['one'], durationMs: 30 }),
    makeResult({ file: 'a.spec.ts', titlePath: ['two'], durationMs: 12 }),
  ];
  const execution = { framework: 'playwright' };
  await send('2026-03-10T11:00:00Z', {}, { execution, results, files: [] });
  expect((await durations()).items).toEqual([{ file: 'a.spec.ts', durationMs: 42, executions: 1 }]);
});

it('leaves out partial executions, dirty trees, and local ones beside CI', async () => {
  await send('2026-03-10T11:00:00Z', { 'a.test.ts': 10 });
  await send('2026-03-10T11:01:00Z', { 'a.test.ts': 1 }, { execution: { partial: ['filter'] } });
  await send('2026-03-10T11:02:00Z', { 'a.test.ts': 2 }, { execution: { git: { dirty: true } } });
  await send('2026-03-10T11:03:00Z', { 'a.test.ts': 3 }, { execution: { ci: {} } });
  expect((await durations()).items).toEqual([{ file: 'a.test.ts', durationMs: 10, executions: 1 }]);
});

it('counts local executions in a project without CI', async () => {
  await send('2026-03-10T11:03:00Z', { 'a.test.ts': 3 }, { execution: { ci: {} } });
  expect((await durations()).items).toEqual([{ file: 'a.test.ts', durationMs: 3, executions: 1 }]);
});

it('says how many executions retention has emptied', async () => {
  const id = await send('2026-03-10T11:00:00Z', { 'a.test.ts': 10 });
  await send('2026-03-10T11:01:00Z', { 'a.test.ts': 20 });
  await server.scope.query('UPDATE executions SET results_expired_at = now() WHERE id = $1', [id]);
  expect(await durations()).toEqual({
    items: [{ file: 'a.test.ts', durationMs: 20, executions: 1 }],
    nextCursor: null,
    executions: 1,
    expired: 1,
  });
});

it('pages by file', async () => {
  await send('2026-03-10T11:00:00Z', { 'C.ts': 1, 'a.ts': 2, 'b.ts': 3 });
  const first = await durations('&limit=2');
  expect(first.items.map(({ file }) => file)).toEqual(['C.ts', 'a.ts']);
  const rest = await durations(`&limit=2&cursor=${first.nextCursor}`);
  expect(rest.items.map(({ file }) => file)).toEqual(['b.ts']);
  expect(rest.nextCursor).toBe(null);
});

it('has no files for a project that does not exist, because its first CI run asks too', async () => {
  expect(await durations()).toEqual({ items: [], nextCursor: null, executions: 0, expired: 0 });
});

it('refuses a time in the future, until which the answer would change', async () => {
  const url = `/api/file-durations?project=shop&before=${BEFORE}`;
  server.setNow(new Date('2026-03-10T11:59:59Z'));
  expect(errorOf(await ask(server, { url }))).toEqual({
    status: 400,
    error: {
      code: 'BAD_REQUEST',
      message: `before: ${BEFORE} is in the future.`,
      details: [{ path: 'before', message: `${BEFORE} is in the future` }],
    },
  });
});

it('answers a key that may only upload', async () => {
  server.setNow(new Date('2026-03-10T13:00:00Z'));
  const key = { name: 'CI', scope: 'ingest' as const, createdBy: null };
  const { text } = await createApiKey(server.deps, server.scope, key);
  const url = `/api/file-durations?project=shop&before=${BEFORE}`;
  expect((await ask({ app: server.app, apiKey: text }, { url })).status).toBe(200);
});
