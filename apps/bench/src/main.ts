import {
  benchOptions,
  helpText,
  UsageError,
  type BenchName,
  type BenchOptions,
} from './options.ts';
import { analyzeBench } from './analyses/analyze.bench.ts';
import { compareNoiseBench } from './compare-noise/compare-noise.bench.ts';
import { cliBench } from './processes/cli.bench.ts';
import { startBench } from './processes/start.bench.ts';
import { readsBench } from './reads/reads.bench.ts';
import { printLines, printRows, progress, type BenchRow } from './report.ts';
import { reportersBench } from './reporters/reporters.bench.ts';
import { freshBench } from './uploads/fresh.bench.ts';
import { ingestBench } from './uploads/ingest.bench.ts';
import { memoryBench } from './uploads/memory.bench.ts';
import { readBench } from './uploads/read.bench.ts';

const BENCHES: Record<BenchName, (options: BenchOptions) => Promise<BenchRow[]>> = {
  ingest: ingestBench,
  fresh: freshBench,
  memory: memoryBench,
  read: readBench,
  reads: ({ reads }) => readsBench(reads),
  'compare-noise': compareNoiseBench,
  reporters: ({ reporters }) => reportersBench(reporters),
  analyze: analyzeBench,
  start: startBench,
  cli: cliBench,
};

try {
  const options = benchOptions(process.argv.slice(2));
  if (options.help) printLines([helpText()]);
  else printRows(await run(options));
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  progress(`bench: ${error.message}\ntry: pnpm bench --help`);
  process.exitCode = 1;
}

async function run(options: BenchOptions): Promise<BenchRow[]> {
  const { names } = options;
  const rows: BenchRow[] = [];
  for (const [name, bench] of Object.entries(BENCHES)) {
    if (names.length === 0 || names.some((one) => one === name)) {
      rows.push(...(await bench(options)));
    }
  }
  return rows;
}
