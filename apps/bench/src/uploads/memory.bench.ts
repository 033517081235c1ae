import { setTimeout as sleep } from 'node:timers/promises';
import { computePercentile, printProgress, type BenchRow } from '../report.ts';
import { postUpload, startServerProcess } from '../processes/server-process.ts';
import { makeUpload } from './uploads.ts';

const UPLOAD_BYTES = 20_000_000;
const ROUNDS = 3;

/**
 * How much a 20 MB upload raises the server's resident memory, compared with the memory after small uploads. Each
 * round starts a new server.
 */
export async function runMemoryBench(): Promise<BenchRow[]> {
  const body = buildBody(UPLOAD_BYTES);
  const ratios: number[] = [];
  for (let round = 1; round <= ROUNDS; round++) {
    printProgress(`memory: round ${round}`);
    ratios.push(await measureRaise(body));
  }
  return [
    { bench: 'memory', figure: 'upload', value: body.length / 1e6, unit: 'MB' },
    {
      bench: 'memory',
      figure: 'peak raised by the upload / its size, median',
      value: computePercentile(ratios, 0.5),
      unit: '',
      target: { atMost: 4 },
    },
    { bench: 'memory', figure: 'the same, greatest of 3', value: Math.max(...ratios), unit: '' },
  ];
}

async function measureRaise(body: string): Promise<number> {
  const server = await startServerProcess();
  try {
    for (let seed = 1; seed <= 30; seed++) {
      await postUpload(server, JSON.stringify(makeUpload(seed, 1_000)));
    }
    await sleep(1_000);
    const before = await server.memoryBytes();
    await server.resetPeakMemory();
    await postUpload(server, body);
    return ((await server.peakMemoryBytes()) - before) / body.length;
  } finally {
    await server.stop();
  }
}

function buildBody(bytes: number): string {
  const bytesPerResult = JSON.stringify(makeUpload(1, 1_000)).length / 1_000;
  return JSON.stringify(makeUpload(99, Math.round(bytes / bytesPerResult)));
}
