import { writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { progress, type BenchRow } from './report.ts';
import { startServerProcess, type ServerProcess } from './server-process.ts';
import { makeUpload } from './uploads.ts';

const UPLOAD_BYTES = 20_000_000;

/** How much a 20 MB upload raises the server's resident memory, over where small uploads had brought it. */
export async function memoryBench(): Promise<BenchRow[]> {
  const server = await startServerProcess();
  try {
    progress('memory: warming up');
    for (let seed = 1; seed <= 30; seed++) await post(server, JSON.stringify(makeUpload(seed, 1_000)));
    const body = bodyOf(UPLOAD_BYTES);
    await sleep(1_000);
    const before = await server.memoryBytes();
    await resetPeak(server);
    await post(server, body);
    const raised = (await server.peakMemoryBytes()) - before;
    return [
      { bench: 'memory', figure: 'upload', value: body.length / 1e6, unit: 'MB' },
      { bench: 'memory', figure: 'server before', value: before / 1e6, unit: 'MB' },
      {
        bench: 'memory',
        figure: 'peak raised by the upload / its size',
        value: raised / body.length,
        unit: '',
        target: { atMost: 4 },
      },
    ];
  } finally {
    await server.stop();
  }
}

function bodyOf(bytes: number): string {
  const bytesPerResult = JSON.stringify(makeUpload(1, 1_000)).length / 1_000;
  return JSON.stringify(makeUpload(99, Math.round(bytes / bytesPerResult)));
}

async function post(server: ServerProcess, body: string): Promise<void> {
  const response = await fetch(`${server.url}/api/ingest`, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.apiKey}`, 'content-type': 'application/json' },
    body,
  });
  const answer = await response.text();
  if (!response.ok) throw new Error(`upload answered ${response.status}: ${answer}`);
}

/** Linux sets VmHWM back to what is resident now. */
async function resetPeak(server: ServerProcess): Promise<void> {
  await writeFile(`/proc/${server.child.pid}/clear_refs`, '5');
}
