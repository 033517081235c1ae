import { gzipSync } from 'node:zlib';
import { makeUpload } from './uploads.ts';

/** The load generator's only argument, as JSON. */
export interface LoadPlan {
  url: string;
  apiKey: string;
  uploads: number;
  resultsPerUpload: number;
  concurrency: number;
  firstSeed: number;
}

/** The load generator's only message. */
export interface LoadReport {
  seconds: number;
  latenciesMs: number[];
}

// A separate process, so that making and sending uploads takes no CPU time from the server's process.
const plan = JSON.parse(process.argv[2] ?? '') as LoadPlan;
const bodies = Array.from({ length: plan.uploads }, (_, index) =>
  gzipSync(JSON.stringify(makeUpload(plan.firstSeed + index, plan.resultsPerUpload)), { level: 1 }),
);
const latenciesMs: number[] = [];
const startedAt = performance.now();
await Promise.all(Array.from({ length: plan.concurrency }, sendInTurn));
const report: LoadReport = { seconds: (performance.now() - startedAt) / 1000, latenciesMs };
process.send?.(report);

async function sendInTurn(): Promise<void> {
  for (let body = bodies.pop(); body !== undefined; body = bodies.pop()) {
    const sentAt = performance.now();
    const response = await fetch(`${plan.url}/api/ingest`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${plan.apiKey}`,
        'content-type': 'application/json',
        'content-encoding': 'gzip',
      },
      body: new Uint8Array(body),
    });
    const answer = await response.text();
    if (!response.ok) throw new Error(`upload answered ${response.status}: ${answer}`);
    latenciesMs.push(performance.now() - sentAt);
  }
}
