import { setTimeout as sleep } from 'node:timers/promises';
import type { IngestBody, IngestResult } from '@svc/contract/executions/ingest';
import {
  analyze,
  analyzeExecution,
  findJudgedExecution,
  readExecutionInput,
} from '@svc/server/analyses';
import { openDatabases, createScope, systemClock, systemRandom } from '@svc/server/operations';
import {
  getFrom,
  postUpload,
  startServerProcess,
  type ServerProcess,
} from '../processes/server-process.ts';
import { computePercentile, printProgress, type BenchRow } from '../report.ts';
import { createSeededRandom } from '../seeded-random.ts';

const TESTS = 10_000;
const EXECUTIONS = 50;
const SINGLES = 100;
const ROUNDS = 5;

/**
 * Analyses 10,000 failures of one execution whose tests ran in 50 executions before, and 100 executions with one failure
 * each. Measured on the built code, on the database of an idle server.
 */
export async function runAnalyzeBench(): Promise<BenchRow[]> {
  const server = await startServerProcess();
  try {
    for (let age = EXECUTIONS; age > 0; age--) {
      printProgress(`analyze: uploading, ${age} executions to go`);
      await postUpload(server, JSON.stringify(makeExecution(age, 0.03)));
    }
    const large = await postUpload(server, JSON.stringify(makeExecution(0, 1)));
    const singles: string[] = [];
    for (let index = 0; index < SINGLES; index++) {
      const { executionId } = await postUpload(server, JSON.stringify(makeSingle(index)));
      singles.push(executionId);
    }
    printProgress('analyze: waiting for roll-ups');
    return await measure(server, { large: large.executionId, singles });
  } finally {
    await server.stop();
  }
}

async function measure(
  server: ServerProcess,
  { large, singles }: { large: string; singles: readonly string[] },
): Promise<BenchRow[]> {
  const silent = { info: () => {}, warn: () => {} };
  const databases = openDatabases(await server.databaseUrl(), 10, silent);
  const deps = { clock: systemClock, random: systemRandom };
  try {
    const whoami = (await (await getFrom(server, '/api/whoami')).json()) as {
      data: { organization: { id: string } };
    };
    const scope = createScope(databases.jobs, whoami.data.organization.id);
    const execution = await waitUntilRolledUp(() => findJudgedExecution(scope, large));
    const times = { loading: [], judging: [], all: [] } as Record<string, number[]>;
    let failures = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const startedAt = performance.now();
      const { input } = await readExecutionInput(scope, execution);
      const readAt = performance.now();
      analyze(input);
      times['loading']?.push(readAt - startedAt);
      times['judging']?.push(performance.now() - readAt);
      const allAt = performance.now();
      failures = (await analyzeExecution(deps, scope, { execution }))?.failures ?? 0;
      times['all']?.push(performance.now() - allAt);
    }
    const single: number[] = [];
    for (const executionId of singles) {
      const startedAt = performance.now();
      const one = await findJudgedExecution(scope, executionId);
      if (one !== null) await analyzeExecution(deps, scope, { execution: one });
      single.push(performance.now() - startedAt);
    }
    const row = { bench: 'analyze', unit: 'ms' };
    const [loading, judging, all] = ['loading', 'judging', 'all'].map((part) =>
      computePercentile(times[part] ?? [], 0.5),
    ) as [number, number, number];
    return [
      { ...row, figure: 'failures of the large execution', value: failures, unit: '' },
      { ...row, figure: 'loading them with their history, median of 5', value: loading },
      { ...row, figure: 'judging them, median of 5', value: judging },
      { ...row, figure: 'storing them (the rest)', value: all - loading - judging },
      { ...row, figure: 'all of it, median of 5', value: all, target: { atMost: 2_000 } },
      {
        ...row,
        figure: 'an execution with one failure, p50',
        value: computePercentile(single, 0.5),
      },
      {
        ...row,
        figure: 'an execution with one failure, p95',
        value: computePercentile(single, 0.95),
        target: { atMost: 200 },
      },
    ];
  } finally {
    await databases.close();
  }
}

type Judged = NonNullable<Awaited<ReturnType<typeof findJudgedExecution>>>;

async function waitUntilRolledUp(read: () => Promise<Judged | null>): Promise<Judged> {
  for (;;) {
    const execution = await read();
    if (execution?.isRollUpDue === false) return execution;
    await sleep(250);
  }
}

/** An execution of all tests, `age` hours ago, in which this share of them fails. */
function makeExecution(age: number, share: number): IngestBody {
  const random = createSeededRandom(age + 1);
  return makeBody(
    age,
    Array.from({ length: TESTS }, (_, index) => makeResult(index, random() < share, random)),
  );
}

function makeSingle(index: number): IngestBody {
  const random = createSeededRandom(1_000 + index);
  return makeBody(-1, [
    makeResult(index * 7, true, random),
    makeResult(1 + index * 7, false, random),
  ]);
}

function makeBody(age: number, results: IngestResult[]): IngestBody {
  return {
    version: 1,
    execution: {
      project: 'bench',
      framework: 'vitest',
      reporter: { name: 'bench', version: '0' },
      status: 'failed',
      startedAt: new Date(systemClock.now().getTime() - (age + 2) * 3_600_000).toISOString(),
      durationMs: 120_000,
      git: { branch: 'main', commit: String(age + 2).padStart(40, 'c') },
      ci: { provider: 'github', runId: String(age) },
    },
    results,
  };
}

function makeResult(index: number, failed: boolean, random: () => number): IngestResult {
  const file = `src/area-${index % 40}/part-${index % 400}.test.ts`;
  const durationMs = Math.floor(random() * 400);
  const titlePath = [`area ${index % 40}`, `does the thing number ${index}`];
  if (!failed) return { titlePath, file, status: 'passed', durationMs };
  const value = Math.floor(random() * 1e6);
  const message = `AssertionError: expected ${value} to be ${value + 1} // Object.is equality`;
  const frames = Array.from(
    { length: 12 },
    (_, depth) =>
      `    at step${depth} (/home/runner/work/shop/shop/${file.replace('.test', '')}:${depth * 7}:11)`,
  );
  const error = { message, stack: [message, ...frames].join('\n') };
  return {
    titlePath,
    file,
    line: 1 + (index % 500),
    status: 'failed',
    durationMs,
    attempts: [{ status: 'failed', durationMs, errors: [error] }],
  };
}
