import { printProgress } from '../report.ts';
import { createSeededRandom } from '../seeded-random.ts';
import { withServer } from '../processes/server-process.ts';
import type { Catalogue } from './catalogue.ts';
import { Draw } from './draw.ts';
import type { Endpoint } from './endpoints.ts';
import { generateReads } from './generate-reads.ts';
import { computeTimes, type Asked, type Times } from './times.ts';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';

// Each round begins with a restart. With five rounds, p50 is the median and p95 the slowest.
const ROUNDS = 5;

/**
 * Restarts server and Postgres for each round, and drops the file caches of the operating system if permitted. Each
 * round sends one request to every endpoint, in another order, so that no endpoint always reads first what all of them
 * need.
 */
export async function measureCold(
  folder: string,
  { endpoints, catalogue }: { endpoints: readonly Endpoint[]; catalogue: Catalogue },
): Promise<{ cold: Times[]; areCachesDropped: boolean }> {
  const random = createSeededRandom(1);
  const draw = new Draw(catalogue, random);
  const asked = new Map(endpoints.map((endpoint): [Endpoint, Asked[]] => [endpoint, []]));
  let areCachesDropped = true;
  for (let round = 1; round <= ROUNDS; round++) {
    printProgress(`reads: cold, round ${round} of ${ROUNDS}`);
    areCachesDropped = dropCaches() && areCachesDropped;
    const order = shuffle(endpoints, random);
    const questions = order.map((endpoint) => endpoint.draw(draw));
    const series = questions.map(({ path }) => ({ paths: [path], warmUps: 0, atOnce: 1 }));
    const latencies = await withServer(folder, (server) => generateReads(server, series));
    for (const [index, endpoint] of order.entries()) {
      const question = questions[index];
      const [ms] = latencies[index] ?? [];
      if (question !== undefined && ms !== undefined) asked.get(endpoint)?.push({ question, ms });
    }
  }
  return { cold: [...asked.values()].map(computeTimes), areCachesDropped };
}

function shuffle<Item>(items: readonly Item[], random: () => number): Item[] {
  return items
    .map((item) => ({ item, place: random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item);
}

// The errors on another system than Linux, without root, and in a container without the permission.
const REFUSALS = new Set(['ENOENT', 'EACCES', 'EPERM', 'EROFS']);

/** Drops the file caches of the operating system. Returns false without the permission. */
function dropCaches(): boolean {
  // Only pages that are already on disk can be dropped.
  spawnSync('sync');
  try {
    writeFileSync('/proc/sys/vm/drop_caches', '3');
    return true;
  } catch (error) {
    if (REFUSALS.has((error as NodeJS.ErrnoException).code ?? '')) return false;
    throw error;
  }
}
