import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { LoadPlan } from './load-generator.ts';
import { computePercentile, printProgress, type BenchRow } from '../report.ts';
import { postUpload, startServerProcess, type ServerProcess } from '../processes/server-process.ts';
import { systemClock } from '@svc/server/operations';

const ROUNDS = 15;
const ROUNDS_UNDER_LOAD = 5;
const POLL_MS = 10;

/**
 * Time from the acknowledgement of an upload until other answers include it: a test that failed before passes on the
 * same commit, and is then listed as flaky. Measured on an idle server, and during uploads of 1,000 results, four at a
 * time.
 */
export async function runFreshBench(): Promise<BenchRow[]> {
  const server = await startServerProcess();
  try {
    printProgress('fresh: idle');
    const idle = await measureDelays(server, { name: 'idle', rounds: ROUNDS });
    printProgress('fresh: under load');
    const plan: LoadPlan = {
      url: server.url,
      apiKey: server.apiKey,
      resultsPerUpload: 1_000,
      concurrency: 4,
      uploads: 1_000,
      firstSeed: 1,
    };
    const load = fork(
      fileURLToPath(new URL('load-generator.js', import.meta.url)),
      [JSON.stringify(plan)],
      { execArgv: [] },
    );
    const ended = once(load, 'exit');
    while (!(await hasAny(server, 'executions?project=bench'))) await sleep(POLL_MS);
    const busy = await measureDelays(server, { name: 'busy', rounds: ROUNDS_UNDER_LOAD });
    load.kill();
    await ended;
    const row = { bench: 'fresh', unit: 'ms' };
    return [
      { ...row, figure: 'upload to answer, idle, median', value: computePercentile(idle, 0.5) },
      {
        ...row,
        figure: 'upload to answer, idle, slowest of 15',
        value: Math.max(...idle),
        target: { atMost: 1_000 },
      },
      {
        ...row,
        figure: 'the same beside 4 uploads at a time, median',
        value: computePercentile(busy, 0.5),
      },
      { ...row, figure: 'the same, slowest of 5', value: Math.max(...busy) },
    ];
  } finally {
    await server.stop();
  }
}

async function measureDelays(
  server: ServerProcess,
  { name, rounds }: { name: string; rounds: number },
): Promise<number[]> {
  const found: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const project = `fresh ${name} ${round}`;
    await postUpload(server, buildExecution(project, 'failed'));
    await postUpload(server, buildExecution(project, 'passed'));
    const startedAt = performance.now();
    const question = `flaky-tests?minRuns=1&project=${encodeURIComponent(project)}`;
    while (!(await hasAny(server, question))) await sleep(POLL_MS);
    found.push(performance.now() - startedAt);
  }
  return found;
}

function buildExecution(project: string, status: 'passed' | 'failed'): string {
  return JSON.stringify({
    version: 1,
    execution: {
      project,
      framework: 'vitest',
      reporter: { name: 'bench', version: '0' },
      status,
      startedAt: systemClock.now().toISOString(),
      durationMs: 1_000,
      git: { branch: 'main', commit: 'c'.repeat(40) },
    },
    results: [{ titlePath: ['a'], file: 'a.test.ts', status, durationMs: 1 }],
  });
}

async function hasAny(server: ServerProcess, question: string): Promise<boolean> {
  const response = await fetch(`${server.url}/api/${question}`, {
    headers: { authorization: `Bearer ${server.apiKey}` },
  });
  const { data } = (await response.json()) as { data: { items: unknown[] } };
  return data.items.length > 0;
}
