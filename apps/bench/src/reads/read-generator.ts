import { once } from 'node:events';

/** What the generator is told, as its first message. */
export interface ReadPlan {
  url: string;
  apiKey: string;
  /** One after the other. */
  series: ReadSeries[];
}

export interface ReadSeries {
  /** The first `warmUps` of them are not measured. */
  paths: string[];
  warmUps: number;
  atOnce: number;
}

/** What it answers, as its one message. */
export type ReadReport = { latenciesMs: number[][] } | { complaint: string };

// A process of its own, so that sending requests and reading answers does not take the server's or the bench's time.
const [plan] = (await once(process, 'message')) as [ReadPlan];
process.send?.(
  await measured().catch((error: unknown): ReadReport => ({
    complaint: error instanceof Error ? error.message : String(error),
  })),
);
process.disconnect();

/** Milliseconds from sending to the last byte of each measured request, in the order of its series' paths. */
async function measured(): Promise<ReadReport> {
  // What a client's first requests cost is the client's: with 20 at once, its own fetch takes 20 ms until V8 has
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
    // An iterator that all of them share: each takes the next path.
    for (const [index, path] of waiting) latenciesMs[index] = await latencyOf(path);
  };
  await Promise.all(Array.from({ length: atOnce }, readInTurn));
  return latenciesMs.slice(warmUps);
}

async function latencyOf(path: string): Promise<number> {
  const sentAt = performance.now();
  const response = await fetch(`${plan.url}${path}`, {
    headers: { authorization: `Bearer ${plan.apiKey}`, 'accept-encoding': 'identity' },
  });
  const answer = await response.arrayBuffer();
  const latencyMs = performance.now() - sentAt;
  if (response.ok) return latencyMs;
  throw new Error(`${path} answered ${response.status}: ${new TextDecoder().decode(answer)}`);
}
