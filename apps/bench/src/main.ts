import { cliBench } from './processes/cli.bench.ts';
import { ingestBench } from './uploads/ingest.bench.ts';
import { freshBench } from './uploads/fresh.bench.ts';
import { memoryBench } from './uploads/memory.bench.ts';
import { benchOptions } from './options.ts';
import { printRows, type BenchRow } from './report.ts';
import { readBench } from './uploads/read.bench.ts';
import { readsBench } from './reads/reads.bench.ts';
import { reportersBench } from './reporters/reporters.bench.ts';
import { startBench } from './processes/start.bench.ts';

// pnpm bench             all of them
// pnpm bench ingest cli  these two
// pnpm bench reads --results 1e5 --results 1e6 --data-dir .bench --endpoint compare --explain
// pnpm bench reporters --framework jest --reporters svc,junit --rounds 3
const { names, reads, reporters } = benchOptions(process.argv.slice(2));

const BENCHES: Record<string, () => Promise<BenchRow[]>> = {
  ingest: ingestBench,
  fresh: freshBench,
  memory: memoryBench,
  read: readBench,
  reads: () => readsBench(reads),
  reporters: () => reportersBench(reporters),
  start: startBench,
  cli: cliBench,
};

const unknown = names.filter((name) => BENCHES[name] === undefined);
if (unknown.length > 0) {
  throw new Error(`no bench '${unknown.join(', ')}': there are ${Object.keys(BENCHES).join(', ')}`);
}
const rows: BenchRow[] = [];
for (const [name, bench] of Object.entries(BENCHES)) {
  if (names.length === 0 || names.includes(name)) rows.push(...(await bench()));
}
printRows(rows);
