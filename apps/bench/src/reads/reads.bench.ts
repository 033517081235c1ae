import { BASELINE, ENDPOINTS, type Endpoint } from './endpoints.ts';
import { explainQuestion } from './explain.ts';
import { formatFiguresTable } from './figures-table.ts';
import { judge, formatSize } from './judge.ts';
import { measureSize } from './measure-size.ts';
import { formatPlanLines } from './plan-lines.ts';
import { withSeededFolder } from './seeded-folder.ts';
import type { EndpointFigures, SizeFigures } from './times.ts';
import { isMissed, printLines, printProgress, type BenchRow } from '../report.ts';
import { withServer } from '../processes/server-process.ts';

export interface ReadsOptions {
  /** The numbers of results of the histories, ascending. */
  sizes: readonly number[];
  /** The folder that keeps the seeded histories for the next time. */
  dataDir?: string | undefined;
  /** Limits the bench to endpoints whose name contains one of these. Empty: all. */
  endpoints: readonly string[];
  /** Whether the server sends answers again while nothing changes. */
  isCached: boolean;
  /** Explains every endpoint, not only those that miss their target. */
  isExplained: boolean;
}

/**
 * Measures every GET endpoint on histories of each size: after a restart, warm one at a time, 20 at once, and 20 that ask the same,
 * alone and beside uploads. Compares
 * the times with those of a primary-key SELECT. Prints the times of each size, and EXPLAIN of endpoints that miss their
 * target.
 */
export async function runReadsBench(options: ReadsOptions): Promise<BenchRow[]> {
  const endpoints = chooseEndpoints(options);
  const settings: Record<string, string> = options.isCached ? {} : { SVC_ANSWER_CACHE_MB: '0' };
  const sizes: SizeFigures[] = [];
  for (const results of options.sizes) {
    printProgress(`reads: ${formatSize(results)} results`);
    await withSeededFolder(results, options.dataDir, async (folder) => {
      const figures = await measureSize(folder, results, { endpoints, settings });
      sizes.push(figures);
      printLines(formatFiguresTable(figures));
      await explain(folder, options.isExplained ? figures.endpoints : pickMissed(sizes));
    });
  }
  return judge(sizes).map(({ row }) => row);
}

function chooseEndpoints({ endpoints: names }: ReadsOptions): Endpoint[] {
  if (names.length === 0) return ENDPOINTS;
  const chosen = ENDPOINTS.filter(
    (one) => one === BASELINE || names.some((name) => one.name.includes(name)),
  );
  const isNamed = (name: string): boolean => chosen.some((one) => one.name.includes(name));
  if (names.every(isNamed)) return chosen;
  const all = ENDPOINTS.map(({ name }) => `'${name}'`).join(', ');
  const missing = names.filter((name) => !isNamed(name)).join("', '");
  throw new Error(`no endpoint '${missing}': there are ${all}`);
}

function pickMissed(sizes: readonly SizeFigures[]): EndpointFigures[] {
  return [
    ...new Set(
      judge(sizes)
        .filter(({ row }) => isMissed(row))
        .map(({ of }) => of),
    ),
  ];
}

async function explain(folder: string, endpoints: readonly EndpointFigures[]): Promise<void> {
  if (endpoints.length === 0) return;
  await withServer(folder, async (server) => {
    const databaseUrl = await server.databaseUrl();
    for (const { endpoint, times } of endpoints) {
      const question = times.warm.slowest;
      const plans = await explainQuestion(databaseUrl, question);
      printLines(formatPlanLines(endpoint.name, question, plans));
    }
  });
}
