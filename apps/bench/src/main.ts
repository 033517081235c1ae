import {
  parseBenchOptions,
  formatHelp,
  UsageError,
  type BenchName,
  type BenchOptions,
} from './options.ts';
import { runAnalyzeBench } from './analyses/analyze.bench.ts';
import { runCompareNoiseBench } from './compare-noise/compare-noise.bench.ts';
import { runFingerprintsBench } from './fingerprints/fingerprints.bench.ts';
import { runCliBench } from './processes/cli.bench.ts';
import { runStartBench } from './processes/start.bench.ts';
import { runReadsBench } from './reads/reads.bench.ts';
import { printLines, printRows, printProgress, type BenchRow } from './report.ts';
import { runReportersBench } from './reporters/reporters.bench.ts';
import { runServersBench } from './servers/servers.bench.ts';
import { runFreshBench } from './uploads/fresh.bench.ts';
import { runIngestBench } from './uploads/ingest.bench.ts';
import { runMemoryBench } from './uploads/memory.bench.ts';
import { runReadBench } from './uploads/read.bench.ts';

const BENCHES: Record<BenchName, (options: BenchOptions) => Promise<BenchRow[]>> = {
  ingest: runIngestBench,
  fresh: runFreshBench,
  memory: runMemoryBench,
  read: runReadBench,
  reads: ({ reads }) => runReadsBench(reads),
  servers: runServersBench,
  'compare-noise': runCompareNoiseBench,
  reporters: ({ reporters }) => runReportersBench(reporters),
  analyze: runAnalyzeBench,
  start: runStartBench,
  fingerprints: runFingerprintsBench,
  cli: runCliBench,
};

try {
  const options = parseBenchOptions(process.argv.slice(2));
  if (options.help) printLines([formatHelp()]);
  else printRows(await run(options));
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  printProgress(`bench: ${error.message}\ntry: pnpm bench --help`);
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
