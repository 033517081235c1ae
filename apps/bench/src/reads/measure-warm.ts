import { printProgress } from '../report.ts';
import { createSeededRandom } from '../seeded-random.ts';
import type { ServerProcess } from '../processes/server-process.ts';
import type { Catalogue } from './catalogue.ts';
import { Draw } from './draw.ts';
import type { Endpoint } from './endpoints.ts';
import { generateReads } from './generate-reads.ts';
import type { Question } from './questions.ts';
import { computeTimes, type Times } from './times.ts';

/** How many requests an endpoint gets. The requests of a plan have random parameters, which are rarely equal. */
interface Plan {
  /** How many different questions the requests have; by default each has its own. */
  questions?: number;
  requests: number;
  warmUps: number;
  atOnce: number;
  seed: number;
}

export const ONE_AT_A_TIME: Plan = { requests: 60, warmUps: 5, atOnce: 1, seed: 2 };
export const TWENTY_AT_ONCE: Plan = { requests: 200, warmUps: 20, atOnce: 20, seed: 3 };
/** People who look at the same pages. */
export const TWENTY_ASK_THE_SAME: Plan = { ...TWENTY_AT_ONCE, questions: 5, seed: 4 };

/** Measures one endpoint after the other. */
export async function measureWarm(
  server: ServerProcess,
  { requests, warmUps, atOnce, seed, questions: different }: Plan,
  { endpoints, catalogue }: { endpoints: readonly Endpoint[]; catalogue: Catalogue },
): Promise<Times[]> {
  const draw = new Draw(catalogue, createSeededRandom(seed));
  const times: Times[] = [];
  for (const endpoint of endpoints) {
    const share = endpoint.share ?? 1;
    const unmeasured = Math.ceil(warmUps * Math.max(1, share));
    const length = unmeasured + Math.ceil(requests * share);
    const drawn = Array.from({ length: different ?? length }, () => endpoint.draw(draw));
    const questions = Array.from({ length }, (_, index) => drawn[index % drawn.length] as Question);
    const paths = questions.map(({ path }) => path);
    const [latencies = []] = await generateReads(server, [{ paths, warmUps: unmeasured, atOnce }]);
    const measured = computeTimes(
      questions.slice(unmeasured).map((question, index) => ({
        question,
        ms: latencies[index] ?? Number.NaN,
      })),
    );
    times.push(measured);
    printProgress(
      `reads: ${atOnce} at a time, ${endpoint.name}: p95 ${measured.p95Ms.toFixed(1)} ms`,
    );
  }
  return times;
}
