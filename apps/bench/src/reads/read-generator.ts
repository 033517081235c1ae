import { once } from 'node:events';

/** The first message to the generator. */
export interface ReadPlan {
  /** The servers of one database, which get the requests in turn. */
  urls: string[];
  apiKey: string;
  /** Measured one after the other. */
  series: ReadSeries[];
}

export interface ReadSeries {
  /** The first `warmUps` paths are not measured. */
  paths: string[];
  warmUps: number;
  atOnce: number;
}

/** The generator's only message. */
export type ReadReport = { latenciesMs: number[][] } | { complaint: string };

// A separate process, so that sending requests and reading answers takes no CPU time from the server or the bench.
const [plan] = (await once(process, 'message')) as [ReadPlan];
process.send?.(
  await measurePlan().catch((error: unknown): ReadReport => ({
    complaint: describeError(error),
  })),
);
process.disconnect();

/** `fetch` says only in its cause what failed. */
function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}

/** Milliseconds from sending to the last byte of each measured request, in the order of its series' paths. */
async function measurePlan(): Promise<ReadReport> {
  // The first requests of a client are slow because of the client: with 20 at once, `fetch` takes 20 ms until V8 has
  // compiled it.
  const [most] = plan.series.map(({ atOnce }) => atOnce).toSorted((a, b) => b - a);
  await read({ paths: Array<string>(500).fill('/healthz'), warmUps: 500, atOnce: most ?? 1 });
  const latenciesMs: number[][] = [];
  for (const series of plan.series) latenciesMs.push(await read(series));
  return { latenciesMs };
}

async function read({ paths, warmUps, atOnce }: ReadSeries): Promise<number[]> {
  const latenciesMs: number[] = [];
  const waiting = paths.entries();
  const readInTurn = async (): Promise<void> => {
    // All workers share the iterator: each takes the next path.
    for (const [index, path] of waiting) latenciesMs[index] = await measureLatency(path, index);
  };
  await Promise.all(Array.from({ length: atOnce }, readInTurn));
  return latenciesMs.slice(warmUps);
}

async function measureLatency(path: string, index: number): Promise<number> {
  const { urls } = plan;
  const sentAt = performance.now();
  const response = await fetch(`${urls[index % urls.length]}${path}`, {
    headers: { authorization: `Bearer ${plan.apiKey}`, 'accept-encoding': 'identity' },
  });
  const answer = await response.arrayBuffer();
  const latencyMs = performance.now() - sentAt;
  if (response.ok) return latencyMs;
  throw new Error(`${path} answered ${response.status}: ${new TextDecoder().decode(answer)}`);
}
