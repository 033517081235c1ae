import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { computePercentile, printProgress, type BenchRow } from '../report.ts';
import { startServerProcess } from './server-process.ts';

const STARTS = 7;

/**
 * Time from spawning the server until /readyz answers: of the first start, which creates the database, and of later
 * ones.
 */
export async function runStartBench(): Promise<BenchRow[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'svc-bench-start-'));
  try {
    printProgress('start: first');
    const first = await startTime(dataDir);
    const later: number[] = [];
    for (let index = 0; index < STARTS; index++) later.push(await startTime(dataDir));
    return [
      { bench: 'start', figure: 'first start to /readyz', value: first, unit: 'ms' },
      {
        bench: 'start',
        figure: 'later start to /readyz, median',
        value: computePercentile(later, 0.5),
        unit: 'ms',
        target: { atMost: 2_000 },
      },
    ];
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function startTime(dataDir: string): Promise<number> {
  const startedAt = performance.now();
  const server = await startServerProcess(dataDir);
  const readyAt = performance.now();
  await server.stop();
  return readyAt - startedAt;
}
