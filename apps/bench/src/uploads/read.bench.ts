import { computePercentile, printProgress, type BenchRow } from '../report.ts';
import { postUpload, startServerProcess, type ServerProcess } from '../processes/server-process.ts';
import { makeUpload } from './uploads.ts';

const RESULTS = 10_000;
const READS = 15;

/** Reads an execution of 10,000 results over REST: time to the last byte, and the server's memory. */
export async function runReadBench(): Promise<BenchRow[]> {
  const server = await startServerProcess();
  try {
    printProgress('read: uploading');
    const { executionId } = await postUpload(server, JSON.stringify(makeUpload(7, RESULTS)));
    for (let warmUp = 0; warmUp < 5; warmUp++) await read(server, executionId);
    const times: number[] = [];
    let bytes = 0;
    for (let index = 0; index < READS; index++) {
      const startedAt = performance.now();
      bytes = await read(server, executionId);
      times.push(performance.now() - startedAt);
    }
    const before = await server.memoryBytes();
    await server.resetPeakMemory();
    await read(server, executionId);
    const raised = (await server.peakMemoryBytes()) - before;
    const row = { bench: 'read' };
    return [
      { ...row, figure: 'execution of 10,000 results', value: bytes / 1e6, unit: 'MB of JSON' },
      {
        ...row,
        figure: 'read, median',
        value: computePercentile(times, 0.5),
        unit: 'ms',
        target: { atMost: 150 },
      },
      { ...row, figure: 'read, slowest of 15', value: Math.max(...times), unit: 'ms' },
      {
        ...row,
        figure: 'peak raised by a read / its size',
        value: raised / bytes,
        unit: '',
        target: { atMost: 3 },
      },
    ];
  } finally {
    await server.stop();
  }
}

async function read(server: ServerProcess, executionId: string): Promise<number> {
  const response = await fetch(`${server.url}/api/executions/${executionId}`, {
    headers: { authorization: `Bearer ${server.apiKey}`, 'accept-encoding': 'identity' },
  });
  if (!response.ok) throw new Error(`the read answered ${response.status}`);
  return (await response.arrayBuffer()).byteLength;
}
