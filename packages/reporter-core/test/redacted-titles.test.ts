import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { IngestResult } from '@svc/contract/executions/ingest';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { joinServer, type SharedServer } from '@svc/server/test/server.ts';
import type { ReporterOptions } from '../src/options/options.ts';
import { makeReport, makeResult, makeSession } from './runs/make-run.ts';
import { readOnlyExecution } from './servers/read-execution.ts';

// Each test waits for a server, and the machine may be busy.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let server: SharedServer;
let folder: string;

beforeEach(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'svc-titles-')));
  mkdirSync(join(folder, 'node_modules'));
  server = await joinServer();
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Titles that `test.each` creates from tokens that differ in every run. */
function makeResults(draw: string): IngestResult[] {
  const token = (letter: string) => `ghp_${letter}${draw.repeat(39)}`;
  return [
    makeResult(`takes ${token('a')}`, 'passed'),
    makeResult(`takes ${token('b')}`),
    makeResult(`takes ${token('b')}`, 'passed', { variant: 'chromium' }),
    makeResult('takes nothing', 'passed'),
  ];
}

async function run(
  results: IngestResult[],
  execution = {},
  options: ReporterOptions = {},
): Promise<string[]> {
  const { url, apiKey } = server;
  const { session, lines } = makeSession(folder, {
    url,
    apiKey,
    key: 'the run',
    uploadBudgetMs: 60_000,
    ...options,
  });
  const report = makeReport(results);
  await session.finish(() => ({ ...report, execution: { ...report.execution, ...execution } }));
  return lines;
}

it('distinguishes tests that differ only in a secret, also when the secret changes', async () => {
  const sent = expect.stringMatching(/^svc: sent 4 results \(1 failed\) to \S+ #1$/);
  expect(await run(makeResults('1'), {}, { leg: 'mysql' })).toEqual([sent]);
  expect(await run(makeResults('2'), {}, { leg: 'postgres' })).toEqual([sent]);
  // Two parts with one key: each test has two results.
  const { results } = await readOnlyExecution(server);
  const tests = [
    'takes [redacted GitHub token] (2): failed',
    'takes [redacted GitHub token]: passed',
    'takes [redacted GitHub token]: passed in chromium',
    'takes nothing: passed',
  ];
  const found = results.map(
    ({ title, variant, status }) =>
      `${title}: ${status}${variant === null ? '' : ` in ${variant}`}`,
  );
  expect(found.toSorted()).toEqual(tests.flatMap((test) => [test, test]));
  expect(new Set(results.map(({ testId }) => testId)).size).toBe(4);
});

it('matches results with the same redacted title in shards of a file and in their merged report', async () => {
  const [first, second] = makeResults('1').map((result, index) => ({
    ...result,
    startedAt: `2026-11-20T10:00:0${index}.000Z`,
  }));
  if (first === undefined || second === undefined) throw new Error('there are four');
  await run([first], { shard: { index: 1, total: 2 } });
  await run([second], { shard: { index: 2, total: 2 } });
  expect(await run([first, second], { merged: true })).toEqual([
    expect.stringMatching(
      /, 0 accepted, 2 already there, to \S+ #1; several tests of one file share/,
    ),
  ]);
  const { results, shards } = await readOnlyExecution(server);
  expect(results.map(({ status }) => status).sort()).toEqual(['failed', 'passed']);
  expect(shards).toEqual({ expected: 2, received: 2, carried: 0 });
});

it('reports titles that several tests share, in the line of the run', async () => {
  expect(await run([makeResult('adds', 'passed'), makeResult('adds', 'passed')])).toEqual([
    expect.stringMatching(
      /^svc: sent 2 results to \S+ #1; several tests of one file share a title, so their histories cannot be distinguished: 'adds \(shop\.test\.ts\)'$/,
    ),
  ]);
  expect((await readOnlyExecution(server)).results).toHaveLength(2);
});
