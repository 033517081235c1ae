import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { ServerProcess } from '../processes/server-process.ts';
import type { ReadPlan, ReadReport, ReadSeries } from './read-generator.ts';

const GENERATOR = fileURLToPath(new URL('read-generator.js', import.meta.url));

/** The latencies of each series in milliseconds, measured by a separate process. @throws Error when a request fails. */
export async function generateReads(
  server: Pick<ServerProcess, 'url' | 'apiKey'>,
  series: ReadSeries[],
  others: readonly Pick<ServerProcess, 'url'>[] = [],
): Promise<number[][]> {
  const urls = [server, ...others].map(({ url }) => url);
  const plan: ReadPlan = { urls, apiKey: server.apiKey, series };
  const child = fork(GENERATOR, { execArgv: [] });
  const exited = once(child, 'exit');
  child.send(plan);
  const report = await Promise.race([
    once(child, 'message').then(([message]) => message as ReadReport),
    exited.then(([code]): ReadReport => ({ complaint: `it ended with ${code}` })),
  ]);
  await exited;
  if ('latenciesMs' in report) return report.latenciesMs;
  throw new Error(`reads: ${report.complaint}`);
}
