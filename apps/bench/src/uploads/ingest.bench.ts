import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { copySameRows } from './copy-baseline.ts';
import type { LoadPlan, LoadReport } from './load-generator.ts';
import { computePercentile, printProgress, type BenchRow } from '../report.ts';
import { startServerProcess } from '../processes/server-process.ts';

const UPLOADS = 200;
const RESULTS = 1_000;
const ROUNDS = 3;

/** Times uploads of 1,000 results, 4 at a time, and COPY of the rows that they stored, in turn. */
export async function runIngestBench(): Promise<BenchRow[]> {
  const server = await startServerProcess();
  try {
    const load = {
      url: server.url,
      apiKey: server.apiKey,
      resultsPerUpload: RESULTS,
      concurrency: 4,
    };
    printProgress('ingest: warming up');
    await runLoad({ ...load, uploads: 40, firstSeed: 1 });
    const rates: number[] = [];
    const copyRates: number[] = [];
    const latencies: number[] = [];
    for (let round = 1; round <= ROUNDS; round++) {
      const report = await runLoad({ ...load, uploads: UPLOADS, firstSeed: round * 10_000 });
      const results = UPLOADS * RESULTS;
      rates.push(results / report.seconds);
      latencies.push(...report.latenciesMs);
      copyRates.push(results / (await copySameRows(await server.databaseUrl(), results)));
      printProgress(
        `ingest: round ${round}: ${rates.at(-1)?.toFixed(0)} results/s, COPY ${copyRates.at(-1)?.toFixed(0)}`,
      );
    }
    const [rate, copyRate] = [computePercentile(rates, 0.5), computePercentile(copyRates, 0.5)];
    const row = { bench: 'ingest' };
    return [
      {
        ...row,
        figure: 'ingest, 4 uploads at a time',
        value: rate,
        unit: 'results/s',
        target: { atLeast: 15_000 },
      },
      { ...row, figure: 'raw COPY of the same rows', value: copyRate, unit: 'results/s' },
      {
        ...row,
        figure: 'ingest / COPY',
        value: rate / copyRate,
        unit: '',
        target: { atLeast: 0.34 },
      },
      { ...row, figure: 'upload p50', value: computePercentile(latencies, 0.5), unit: 'ms' },
      {
        ...row,
        figure: 'upload p99',
        value: computePercentile(latencies, 0.99),
        unit: 'ms',
        target: { atMost: 500 },
      },
    ];
  } finally {
    await server.stop();
  }
}

async function runLoad(plan: LoadPlan): Promise<LoadReport> {
  const child = fork(
    fileURLToPath(new URL('load-generator.js', import.meta.url)),
    [JSON.stringify(plan)],
    {
      execArgv: [],
    },
  );
  const [message] = (await once(child, 'message')) as [LoadReport];
  await once(child, 'exit');
  return message;
}
