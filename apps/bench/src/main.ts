import { parseArgs } from 'node:util';
import { cliBench } from './cli.bench.ts';
import { ingestBench } from './ingest.bench.ts';
import { memoryBench } from './memory.bench.ts';
import { printRows, type BenchRow } from './report.ts';
import { readBench } from './read.bench.ts';
import { startBench } from './start.bench.ts';

const BENCHES: Record<string, () => Promise<BenchRow[]>> = {
  ingest: ingestBench,
  memory: memoryBench,
  read: readBench,
  start: startBench,
  cli: cliBench,
};

// pnpm bench             all of them
// pnpm bench ingest cli  these two
const { positionals } = parseArgs({ allowPositionals: true });
const unknown = positionals.filter((name) => BENCHES[name] === undefined);
if (unknown.length > 0) {
  throw new Error(`no bench '${unknown.join(', ')}': there are ${Object.keys(BENCHES).join(', ')}`);
}
const rows: BenchRow[] = [];
for (const [name, bench] of Object.entries(BENCHES)) {
  if (positionals.length === 0 || positionals.includes(name)) rows.push(...(await bench()));
}
printRows(rows);
